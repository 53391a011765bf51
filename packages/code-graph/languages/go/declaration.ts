import type { SymbolKind } from '@sqrl/base/model/code.ts';
import type { Node } from 'web-tree-sitter';
import { part, parts } from '../../facts/fields.ts';
import type { GoFunctionDetail, GoType, GoTypeDetail } from './detail.ts';
import { declareAll, goExprOf, goTypeOf, namedBy, resultsOf } from './expression.ts';
import { declareGo, type GoScope, goScopeIn } from './scope.ts';
import type { GoVisitor, GoWalk } from './walk.ts';

export const declaration: GoVisitor = (node, scope, walk) => {
  if (node.type === 'type_spec' || node.type === 'type_alias') typeDeclaration(node, scope, walk);
  else if (node.type === 'var_spec' || node.type === 'const_spec') variables(node, scope, walk);
  else functionDeclaration(node, scope, walk);
};

export const functionLiteral: GoVisitor = (node, scope, walk) =>
  body(node, goScopeIn(scope, scope.symbol), walk);

/** Whether other packages see a name. */
const isExported = (name: string): boolean => /^\p{Lu}/u.test(name);

function functionDeclaration(node: Node, scope: GoScope, walk: GoWalk): void {
  const nameNode = part(node, 'name');
  if (!nameNode) return;
  const receiver = part(node, 'receiver')?.firstNamedChild;
  const own = goScopeIn(scope, -1);
  goTypeParameters(part(node, 'type_parameters'), own);
  const type = receiver ? receiverOf(receiver, own) : null;
  const typeName = type?.[0] === 'name' ? type[1] : undefined;
  const name = nameNode.text;
  const of = walk.symbols.all.findIndex((each) => each.name === typeName && each.parent === -1);
  own.symbol = walk.symbols.add({
    kind: receiver ? 'method' : 'function',
    node,
    nameNode,
    parent: of,
    exported: isExported(name) && (!typeName || isExported(typeName)),
  });
  const detail: GoFunctionDetail = {
    results: resultsOf(part(node, 'result'), own),
    ...(typeName && { receiver: typeName }),
  };
  walk.detail.functions[own.symbol] = detail;
  const self = receiver && part(receiver, 'name');
  if (self) declareGo(own, self.text, ['receiver', type]);
  body(node, own, walk);
}

/** The type of a receiver; its parameters in brackets are names of its own. */
function receiverOf(receiver: Node, own: GoScope): GoType {
  for (const each of receiver.descendantsOfType('type_arguments'))
    for (const name of each?.descendantsOfType('type_identifier') ?? []) own.types.set(name!.text, null);
  return goTypeOf(part(receiver, 'type'), own);
}

function goTypeParameters(node: Node | null, own: GoScope): void {
  for (const each of node?.namedChildren ?? [])
    for (const name of each ? parts(each, 'name') : []) own.types.set(name!.text, null);
}

function body(node: Node, own: GoScope, walk: GoWalk): void {
  for (const list of [part(node, 'parameters'), part(node, 'result')]) {
    if (list)
      walk.visitAll(
        list.type === 'parameter_list'
          ? list.namedChildren.map((each) => each && part(each, 'type'))
          : [list],
        own,
      );
    for (const each of list?.type === 'parameter_list' ? list.namedChildren : []) parameter(each!, own);
  }
  walk.visitAll(part(node, 'body')?.namedChildren ?? [], own);
}

function parameter(node: Node, own: GoScope): void {
  const type = goTypeOf(part(node, 'type'), own);
  for (const name of parts(node, 'name'))
    declareGo(own, name!.text, [
      'of',
      node.type === 'variadic_parameter_declaration' ? ['list', type] : type,
    ]);
}

function variables(node: Node, scope: GoScope, walk: GoWalk): void {
  const [type, value] = [part(node, 'type'), part(node, 'value')];
  const names = parts(node, 'name');
  walk.visitAll([type, value], scope);
  const declared = goScopeIn(scope, scope.symbol);
  if (type) for (const name of names) declareGo(declared, name!.text, ['of', goTypeOf(type, scope)]);
  else declareAll(names, value, declared);
  for (const name of names) {
    const expr = declared.names.get(name!.text) ?? goExprOf(null, scope);
    if (scope.outer) declareGo(scope, name!.text, expr);
    else if (name!.text !== '_') {
      const symbol = walk.symbols.add({
        kind: 'variable',
        node,
        nameNode: name!,
        parent: -1,
        exported: isExported(name!.text),
      });
      walk.detail.variables[symbol] = expr;
    }
  }
}

function typeDeclaration(node: Node, scope: GoScope, walk: GoWalk): void {
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
    walk.visit(type, own);
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
      walk.mention(typeNode, 'inherits', namedBy(type), own);
    } else walk.visitAll([typeNode], own);
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
      walk.visitAll([part(each, 'parameters'), part(each, 'result')], goScopeIn(own, symbol));
    } else if (each?.type === 'type_elem') {
      const type = each.namedChildCount === 1 ? goTypeOf(each, own) : null;
      if (type) detail.embeds.push(type);
      walk.mention(each, 'inherits', namedBy(type), own);
    }
  }
}
