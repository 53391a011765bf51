import type { SymbolKind } from '@sqrl/base/model/code.ts';
import type { Node } from 'web-tree-sitter';
import { part, parts } from '../../facts/fields.ts';
import type { RustItem, RustType, RustTypeDetail } from './detail.ts';
import { bind } from './pattern.ts';
import { type RustScope, rustScopeIn } from './scope.ts';
import { rustTypeOf, rustTypeParameters } from './type.ts';
import type { RustVisitor, RustWalk } from './walk.ts';

/** Takes down what a module, trait, impl or block declares. */
export const item: RustVisitor = (node, scope, walk) => {
  if (node.type === 'impl_item') impl(node, scope, walk);
  else if (node.type === 'mod_item') module(node, scope, walk);
  else if (node.type === 'function_item' || node.type === 'function_signature_item')
    functionItem(node, scope, walk);
  else named(node, scope, walk);
};

const KINDS: Record<string, SymbolKind> = {
  struct_item: 'class',
  union_item: 'class',
  enum_item: 'enum',
  trait_item: 'interface',
  type_item: 'type',
  const_item: 'variable',
  static_item: 'variable',
};

function named(node: Node, scope: RustScope, walk: RustWalk): void {
  const nameNode = part(node, 'name');
  if (!nameNode) return;
  const symbol = addSymbol(nameNode, node, { kind: KINDS[node.type]!, scope, walk });
  const own = rustScopeIn(scope, { symbol, member: null });
  if (!scope.member) itemsOf(scope, walk, nameNode.text).push({ symbol });
  rustTypeParameters(node, own);
  const value = part(node, 'value');
  if (node.type === 'const_item' || node.type === 'static_item') {
    walk.detail.values[symbol] = { module: scope.module, type: rustTypeOf(part(node, 'type'), own) };
    walk.visitAll([part(node, 'type'), value], own);
    return;
  }
  const detail: RustTypeDetail = { module: scope.module, fields: {}, variants: {}, supers: [] };
  walk.detail.types[symbol] = detail;
  own.self = ['path', [nameNode.text], []];
  if (node.type === 'trait_item') {
    own.member = { trait: symbol, parent: symbol };
    for (const each of part(node, 'bounds')?.namedChildren ?? []) {
      detail.supers.push(rustTypeOf(each, own));
      if (each && part(node, 'bounds')) inherits(each, own, walk);
    }
    walk.visitAll(part(node, 'body')?.namedChildren ?? [], own);
  } else if (node.type === 'type_item') {
    detail.alias = rustTypeOf(part(node, 'type'), own);
    const impl = walk.detail.impls[scope.member?.impl ?? -1];
    if (impl) {
      impl.types ??= Object.create(null) as Record<string, RustType>;
      impl.types[nameNode.text] = detail.alias;
    }
    walk.visitAll([part(node, 'type')], own);
  } else if (node.type === 'enum_item') variants(part(node, 'body'), detail, { own, walk });
  else {
    own.types = new Map([...own.types].map(([name, bound], index) => [name, ['parameter', index, bound]]));
    detail.fields = fields(part(node, 'body'), { own, walk });
  }
}

interface RustBody {
  own: RustScope;
  walk: RustWalk;
}

function fields(node: Node | null, { own, walk }: RustBody): RustTypeDetail['fields'] {
  const found: RustTypeDetail['fields'] = {};
  if (node?.type === 'ordered_field_declaration_list')
    parts(node, 'type').forEach((type, index) => {
      found[index] = { symbol: -1, type: rustTypeOf(type, own) };
      if (type) walk.visit(type, own);
    });
  else
    for (const each of node?.namedChildren ?? []) {
      const nameNode = each?.type === 'field_declaration' ? part(each, 'name') : null;
      if (!each || !nameNode) continue;
      const symbol = addSymbol(nameNode, each, { kind: 'field', scope: own, walk });
      found[nameNode.text] = { symbol, type: rustTypeOf(part(each, 'type'), own) };
      walk.visitAll([part(each, 'type')], own);
    }
  return found;
}

function variants(node: Node | null, detail: RustTypeDetail, { own, walk }: RustBody): void {
  for (const each of node?.namedChildren ?? []) {
    const nameNode = each?.type === 'enum_variant' ? part(each, 'name') : null;
    if (!each || !nameNode) continue;
    const symbol = addSymbol(nameNode, each, { kind: 'field', scope: own, walk, exported: true });
    const inner = fields(part(each, 'body'), { own: { ...own, symbol }, walk });
    detail.variants[nameNode.text] = {
      symbol,
      fields: Object.fromEntries(Object.entries(inner).map(([name, { type }]) => [name, type])),
    };
  }
}

function impl(node: Node, scope: RustScope, walk: RustWalk): void {
  const own = rustScopeIn(scope);
  rustTypeParameters(node, own);
  const [typeNode, traitNode] = [part(node, 'type'), part(node, 'trait')];
  const type = rustTypeOf(typeNode, own);
  const blanket = typeNode?.type === 'type_identifier' && own.types.has(typeNode.text);
  const index =
    walk.detail.impls.push({
      module: scope.module,
      type,
      trait: traitNode && rustTypeOf(traitNode, own),
      blanket,
    }) - 1;
  const last = type?.[0] === 'path' && type[1].length === 1 ? type[1][0] : undefined;
  const of = walk.symbols.all.findIndex(
    (each) => each.name === last && each.parent === scope.symbol && TYPES.has(each.kind),
  );
  const inner = rustScopeIn(own, {
    self: type,
    member: { impl: index, parent: of === -1 ? scope.symbol : of },
    symbol: of === -1 ? scope.symbol : of,
  });
  if (traitNode) inherits(traitNode, inner, walk);
  walk.visitAll(part(node, 'body')?.namedChildren ?? [], inner);
}

const TYPES = new Set<SymbolKind>(['class', 'enum', 'type', 'interface']);

function inherits(node: Node, scope: RustScope, walk: RustWalk): void {
  const type = node.type === 'lifetime' ? null : rustTypeOf(node, scope);
  if (type?.[0] === 'path' && scope.symbol !== -1) walk.mention(node, 'inherits', ['path', type[1]], scope);
}

function module(node: Node, scope: RustScope, walk: RustWalk): void {
  const nameNode = part(node, 'name');
  const body = part(node, 'body');
  if (!nameNode) return;
  const items = itemsOf(scope, walk, nameNode.text);
  const before = node.previousNamedSibling;
  const path =
    before?.type === 'attribute_item' ? /^#\[path\s*=\s*"([^"]+)"/.exec(before.text)?.[1] : undefined;
  if (!body) {
    items.push({ file: path ?? null });
    walk.detail.imports.push({
      path: ['self', nameNode.text],
      module: scope.module,
      line: node.startPosition.row + 1,
    });
    return;
  }
  const symbol = addSymbol(nameNode, node, { kind: 'namespace', scope, walk });
  const index =
    walk.detail.modules.push({
      name: nameNode.text,
      parent: scope.module,
      items: Object.create(null),
      globs: [],
    }) - 1;
  items.push({ module: index });
  // A module sees nothing of what is around it but what it names.
  walk.visitAll(body.namedChildren, {
    ...rustScopeIn(scope, { symbol, module: index, self: null, member: null }),
    outer: null,
  });
}

function functionItem(node: Node, scope: RustScope, walk: RustWalk): void {
  const nameNode = part(node, 'name');
  if (!nameNode) return;
  const { member } = scope;
  const symbol = addSymbol(nameNode, node, {
    kind: member ? 'method' : 'function',
    scope,
    walk,
    ...(member && {
      exported:
        member.trait !== undefined || isPublic(node) || walk.detail.impls[member.impl ?? -1]?.trait !== null,
    }),
  });
  const own = rustScopeIn(scope, { symbol, member: null });
  rustTypeParameters(node, own);
  walk.detail.functions[symbol] = {
    module: scope.module,
    returns: rustTypeOf(part(node, 'return_type'), own),
    ...(member?.impl !== undefined && { impl: member.impl }),
    ...(member?.trait !== undefined && { trait: member.trait }),
  };
  if (!member) itemsOf(scope, walk, nameNode.text).push({ symbol });
  for (const each of part(node, 'parameters')?.namedChildren ?? []) {
    if (each?.type === 'self_parameter') own.names.set('self', ['self', scope.self]);
    else if (each?.type === 'parameter') {
      walk.visitAll([part(each, 'type')], own);
      bind(part(each, 'pattern'), ['of', rustTypeOf(part(each, 'type'), own)], own);
    }
  }
  walk.visitAll([part(node, 'return_type'), part(node, 'body')], own);
}

interface SymbolAddition {
  kind: SymbolKind;
  scope: RustScope;
  walk: RustWalk;
  exported?: boolean;
}

export const addSymbol = (
  nameNode: Node,
  node: Node,
  { kind, scope, walk, exported = isPublic(node) }: SymbolAddition,
): number =>
  walk.symbols.add({ kind, node, nameNode, parent: scope.member?.parent ?? scope.symbol, exported });

const isPublic = (node: Node): boolean => node.firstNamedChild?.type === 'visibility_modifier';

export const itemsOf = ({ module: index }: RustScope, { detail }: RustWalk, name: string): RustItem[] =>
  (detail.modules[index]!.items[name] ??= []);
