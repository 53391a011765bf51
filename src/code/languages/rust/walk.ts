import type { Node } from 'web-tree-sitter';
import { part } from '../../facts/fields.ts';
import type { SymbolList } from '../../graph/symbol-list.ts';
import { item } from './declaration.ts';
import type { RustDetail, RustExpr, RustMention } from './detail.ts';
import { pathExpr, rustExprOf, segmentsOf } from './expression.ts';
import { macro } from './macro.ts';
import type { MakingMacro } from './made-items.ts';
import { bind } from './pattern.ts';
import { lookUpRust, parameterNamed, type RustScope, rustScopeIn } from './scope.ts';
import { rustTypeOf } from './type.ts';
import { use } from './use.ts';

/** One walk through a file, from its start to its end. */
export interface RustWalk {
  symbols: SymbolList;
  detail: RustDetail;
  /** The macros of the file so far that make functions or types, by name. */
  macros: Map<string, MakingMacro>;
}

export type RustVisitor = (node: Node, scope: RustScope, walk: RustWalk) => void;

/** Takes down what a node says, and goes on into what it holds. */
export const visitRust: RustVisitor = (node, scope, walk) => {
  const way = WAYS[node.type];
  if (way) way(node, scope, walk);
  else visitAllRust(node.namedChildren, scope, walk);
};

export function visitAllRust(nodes: readonly (Node | null)[], scope: RustScope, walk: RustWalk): void {
  for (const node of nodes) if (node) visitRust(node, scope, walk);
}

/** Takes down that the code around a node has to do with something. */
export function mentionRust(
  node: Node,
  kind: RustMention['kind'],
  { expr, scope, walk }: { expr: RustExpr; scope: RustScope; walk: RustWalk },
): void {
  if (expr === null || expr[0] === 'value') return;
  walk.detail.mentions.push({
    from: scope.symbol,
    module: scope.module,
    line: node.startPosition.row + 1,
    kind,
    expr,
  });
}

const nothing: RustVisitor = () => {};

const block: RustVisitor = (node, scope, walk) => visitAllRust(node.namedChildren, rustScopeIn(scope), walk);

const name: RustVisitor = (node, scope, walk) => {
  if (lookUpRust(scope, node.text) === undefined)
    mentionRust(node, 'uses', { expr: rustExprOf(node, scope), scope, walk });
};

const path: RustVisitor = (node, scope, walk) => {
  mentionRust(part(node, 'name') ?? node, 'uses', { expr: rustExprOf(node, scope), scope, walk });
};

const field: RustVisitor = (node, scope, walk) => {
  mentionRust(part(node, 'field') ?? node, 'uses', { expr: rustExprOf(node, scope), scope, walk });
  visitAllRust([part(node, 'value')], scope, walk);
};

const call: RustVisitor = (node, scope, walk) => {
  const called = part(node, 'function');
  const plain = called?.type === 'generic_function' ? part(called, 'function') : called;
  const given = part(node, 'arguments');
  if (called && called !== plain) visitAllRust([part(called, 'type_arguments')], scope, walk);
  if (plain?.type === 'field_expression') {
    const object = rustExprOf(part(plain, 'value'), scope);
    const method = part(plain, 'field');
    mentionRust(method ?? plain, 'calls', { expr: ['method', object, method?.text ?? ''], scope, walk });
    visitAllRust([part(plain, 'value')], scope, walk);
    for (const each of given?.namedChildren ?? []) if (each) argument(each, object, { scope, walk });
    return;
  }
  if (plain?.type === 'scoped_identifier')
    mentionRust(part(plain, 'name') ?? plain, 'calls', { expr: rustExprOf(plain, scope), scope, walk });
  else if (plain?.type === 'identifier') {
    if (lookUpRust(scope, plain.text) === undefined)
      mentionRust(plain, 'calls', { expr: pathExpr([plain.text], scope), scope, walk });
  } else if (plain) visitRust(plain, scope, walk);
  if (given) visitAllRust(given.namedChildren, scope, walk);
};

/** A closure that is given to a method of a list or an option gets what is inside of that. */
function argument(node: Node, object: RustExpr, { scope, walk }: { scope: RustScope; walk: RustWalk }): void {
  if (node.type === 'closure_expression') closure(node, { scope, walk, given: object && ['item', object] });
  else visitRust(node, scope, walk);
}

function closure(
  node: Node,
  { scope, walk, given }: { scope: RustScope; walk: RustWalk; given: RustExpr },
): void {
  const inner = rustScopeIn(scope);
  const all = part(node, 'parameters')?.namedChildren ?? [];
  for (const each of all) {
    const type = each?.type === 'parameter' ? part(each, 'type') : null;
    if (type) visitRust(type, scope, walk);
    bind(
      each?.type === 'parameter' ? part(each, 'pattern') : each,
      type ? ['of', rustTypeOf(type, scope)] : all.length === 1 ? given : null,
      inner,
    );
  }
  visitAllRust([part(node, 'body')], inner, walk);
}

const type: RustVisitor = (node, scope, walk) => {
  if (node.text === 'Self' || parameterNamed(scope, node.text) !== undefined) return;
  const segments = segmentsOf(node);
  mentionRust(node, 'references', { expr: pathExpr(segments, scope), scope, walk });
};

const declaration: RustVisitor = (node, scope, walk) => {
  const [pattern, typeNode, value] = [part(node, 'pattern'), part(node, 'type'), part(node, 'value')];
  visitAllRust([typeNode, value, part(node, 'alternative')], scope, walk);
  bind(pattern, typeNode ? ['of', rustTypeOf(typeNode, scope)] : rustExprOf(value, scope), scope);
};

const condition: RustVisitor = (node, scope, walk) => {
  visitAllRust([part(node, 'value')], scope, walk);
  bind(part(node, 'pattern'), rustExprOf(part(node, 'value'), scope), scope);
};

const loop: RustVisitor = (node, scope, walk) => {
  const inner = rustScopeIn(scope);
  const over = part(node, 'value');
  visitAllRust([over], scope, walk);
  const value = rustExprOf(over, scope);
  bind(part(node, 'pattern'), value && ['item', value], inner);
  visitAllRust([part(node, 'body')], inner, walk);
};

const match: RustVisitor = (node, scope, walk) => {
  const value = part(node, 'value');
  visitAllRust([value], scope, walk);
  const matched = rustExprOf(value, scope);
  for (const arm of part(node, 'body')?.namedChildren ?? []) {
    if (arm?.type !== 'match_arm') continue;
    const inner = rustScopeIn(scope);
    const pattern = part(arm, 'pattern');
    bind(pattern, matched, inner);
    patterns(pattern, inner, walk);
    visitAllRust([pattern && part(pattern, 'condition'), part(arm, 'value')], inner, walk);
  }
};

/** The variants and structs that a pattern names. */
function patterns(node: Node | null, scope: RustScope, walk: RustWalk): void {
  for (const each of node?.descendantsOfType(['scoped_identifier', 'scoped_type_identifier']) ?? [])
    if (each && each.parent?.type !== 'scoped_identifier')
      mentionRust(each, 'uses', { expr: pathExpr(segmentsOf(each), scope), scope, walk });
}

const struct: RustVisitor = (node, scope, walk) => {
  const named = part(node, 'name');
  const segments = named && segmentsOf(named);
  if (named && segments) mentionRust(named, 'uses', { expr: pathExpr(segments, scope), scope, walk });
  visitAllRust([part(node, 'body')], scope, walk);
};

const initializer: RustVisitor = (node, scope, walk) => visitAllRust([part(node, 'value')], scope, walk);

const WAYS: Record<string, RustVisitor> = {
  line_comment: nothing,
  block_comment: nothing,
  attribute_item: nothing,
  inner_attribute_item: nothing,
  visibility_modifier: nothing,
  lifetime: nothing,
  block,
  if_expression: block,
  while_expression: block,
  let_declaration: declaration,
  let_condition: condition,
  for_expression: loop,
  match_expression: match,
  closure_expression: (node, scope, walk) => closure(node, { scope, walk, given: null }),
  identifier: name,
  scoped_identifier: path,
  field_expression: field,
  call_expression: call,
  struct_expression: struct,
  field_initializer: initializer,
  type_identifier: type,
  scoped_type_identifier: type,
  macro_invocation: macro,
  use_declaration: use,
  extern_crate_declaration: use,
  mod_item: item,
  struct_item: item,
  union_item: item,
  enum_item: item,
  trait_item: item,
  impl_item: item,
  type_item: item,
  function_item: item,
  function_signature_item: item,
  const_item: item,
  static_item: item,
  macro_definition: item,
};
