import type { Node } from 'web-tree-sitter';
import type { SymbolKind } from '../../../model/code.ts';
import { part, parts } from '../../facts/fields.ts';
import { goTypeParameters, isExported } from './declaration.ts';
import type { GoTypeDetail } from './detail.ts';
import { goTypeOf, resultsOf } from './expression.ts';
import { type GoScope, goScopeIn } from './scope.ts';
import { type GoWalk, mentionGo, namedBy, visitAllGo, visitGo } from './walk.ts';

/** Takes down a type with its fields, methods and what it embeds. */
export function typeDeclaration(node: Node, scope: GoScope, walk: GoWalk): void {
  const [nameNode, type] = [part(node, 'name'), part(node, 'type')];
  if (!nameNode || !type) return;
  const symbol = walk.symbols.add({
    kind: KINDS[type.type] ?? 'type',
    node,
    nameNode,
    parent: scope.symbol,
    exported: scope.symbol === -1 && isExported(nameNode.text),
  });
  if (scope.outer) scope.types.set(nameNode.text, ['symbol', symbol]);
  const own = goScopeIn(scope, symbol);
  goTypeParameters(part(node, 'type_parameters'), own);
  const detail: GoTypeDetail = { fields: {}, methods: {}, embeds: [] };
  walk.detail.types[symbol] = detail;
  if (type.type === 'struct_type') structFields(type, { detail, own, walk });
  else if (type.type === 'interface_type') interfaceMethods(type, { detail, own, walk });
  else {
    detail[node.type === 'type_alias' ? 'alias' : 'under'] = goTypeOf(type, own);
    visitGo(type, own, walk);
  }
}

const KINDS: Record<string, SymbolKind> = { struct_type: 'class', interface_type: 'interface' };

interface GoTypeBody {
  detail: GoTypeDetail;
  own: GoScope;
  walk: GoWalk;
}

function structFields(node: Node, { detail, own, walk }: GoTypeBody): void {
  for (const field of node.firstNamedChild?.namedChildren ?? []) {
    if (field?.type !== 'field_declaration') continue;
    const typeNode = part(field, 'type');
    const type = goTypeOf(typeNode, own);
    const names = parts(field, 'name');
    for (const name of names) {
      const symbol = walk.symbols.add({
        kind: 'field',
        node: field,
        nameNode: name!,
        parent: own.symbol,
        exported: isExported(name!.text),
      });
      detail.fields[name!.text] = { symbol, type };
    }
    if (names.length === 0 && typeNode) {
      detail.embeds.push(type);
      mentionGo(typeNode, 'inherits', { expr: namedBy(type), scope: own, walk });
    } else visitAllGo([typeNode], own, walk);
  }
}

function interfaceMethods(node: Node, { detail, own, walk }: GoTypeBody): void {
  for (const each of node.namedChildren) {
    const nameNode = each && part(each, 'name');
    if (each?.type === 'method_elem' && nameNode) {
      const symbol = walk.symbols.add({
        kind: 'method',
        node: each,
        nameNode,
        parent: own.symbol,
        exported: isExported(nameNode.text),
      });
      detail.methods[nameNode.text] = { symbol, results: resultsOf(part(each, 'result'), own) };
      visitAllGo([part(each, 'parameters'), part(each, 'result')], goScopeIn(own, symbol), walk);
    } else if (each?.type === 'type_elem') {
      const type = each.namedChildCount === 1 ? goTypeOf(each, own) : null;
      if (type) detail.embeds.push(type);
      mentionGo(each, 'inherits', { expr: namedBy(type), scope: own, walk });
    }
  }
}
