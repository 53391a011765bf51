import type { Node } from 'web-tree-sitter';
import { part } from '../../facts/fields.ts';
import type { SymbolList } from '../../graph/symbol-list.ts';
import { item } from './declaration.ts';
import type { Expr, RustDetail, RustMention } from './detail.ts';
import { exprOf, pathExpr, segmentsOf } from './expression.ts';
import { macro } from './macro.ts';
import { bind } from './pattern.ts';
import { lookUp, parameterNamed, type Scope, scopeIn } from './scope.ts';
import { typeOf } from './type.ts';
import { use } from './use.ts';

/** One walk through a file, from its start to its end. */
export interface Walk {
  symbols: SymbolList;
  detail: RustDetail;
}

export type Way = (node: Node, scope: Scope, walk: Walk) => void;

/** Takes down what a node says, and goes on into what it holds. */
export const visit: Way = (node, scope, walk) => {
  const way = WAYS[node.type];
  if (way) way(node, scope, walk);
  else visitAll(node.namedChildren, scope, walk);
};

export function visitAll(nodes: readonly (Node | null)[], scope: Scope, walk: Walk): void {
  for (const node of nodes) if (node) visit(node, scope, walk);
}

/** Takes down that the code around a node has to do with something. */
export function mention(
  node: Node,
  kind: RustMention['kind'],
  { expr, scope, walk }: { expr: Expr; scope: Scope; walk: Walk },
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

const nothing: Way = () => {};

const block: Way = (node, scope, walk) => visitAll(node.namedChildren, scopeIn(scope), walk);

const name: Way = (node, scope, walk) => {
  if (lookUp(scope, node.text) === undefined)
    mention(node, 'uses', { expr: exprOf(node, scope), scope, walk });
};

const path: Way = (node, scope, walk) => {
  mention(part(node, 'name') ?? node, 'uses', { expr: exprOf(node, scope), scope, walk });
};

const field: Way = (node, scope, walk) => {
  mention(part(node, 'field') ?? node, 'uses', { expr: exprOf(node, scope), scope, walk });
  visitAll([part(node, 'value')], scope, walk);
};

const call: Way = (node, scope, walk) => {
  const called = part(node, 'function');
  const plain = called?.type === 'generic_function' ? part(called, 'function') : called;
  const given = part(node, 'arguments');
  if (called && called !== plain) visitAll([part(called, 'type_arguments')], scope, walk);
  if (plain?.type === 'field_expression') {
    const object = exprOf(part(plain, 'value'), scope);
    const method = part(plain, 'field');
    mention(method ?? plain, 'calls', { expr: ['method', object, method?.text ?? ''], scope, walk });
    visitAll([part(plain, 'value')], scope, walk);
    for (const each of given?.namedChildren ?? []) if (each) argument(each, object, { scope, walk });
    return;
  }
  if (plain?.type === 'scoped_identifier')
    mention(part(plain, 'name') ?? plain, 'calls', { expr: exprOf(plain, scope), scope, walk });
  else if (plain?.type === 'identifier') {
    if (lookUp(scope, plain.text) === undefined)
      mention(plain, 'calls', { expr: pathExpr([plain.text], scope), scope, walk });
  } else if (plain) visit(plain, scope, walk);
  if (given) visitAll(given.namedChildren, scope, walk);
};

/** A closure that is given to a method of a list or an option gets what is inside of that. */
function argument(node: Node, object: Expr, { scope, walk }: { scope: Scope; walk: Walk }): void {
  if (node.type === 'closure_expression') closure(node, { scope, walk, given: object && ['item', object] });
  else visit(node, scope, walk);
}

function closure(node: Node, { scope, walk, given }: { scope: Scope; walk: Walk; given: Expr }): void {
  const inner = scopeIn(scope);
  const all = part(node, 'parameters')?.namedChildren ?? [];
  for (const each of all) {
    const type = each?.type === 'parameter' ? part(each, 'type') : null;
    if (type) visit(type, scope, walk);
    bind(
      each?.type === 'parameter' ? part(each, 'pattern') : each,
      type ? ['of', typeOf(type, scope)] : all.length === 1 ? given : null,
      inner,
    );
  }
  visitAll([part(node, 'body')], inner, walk);
}

const type: Way = (node, scope, walk) => {
  if (node.text === 'Self' || parameterNamed(scope, node.text) !== undefined) return;
  const segments = segmentsOf(node);
  mention(node, 'references', { expr: pathExpr(segments, scope), scope, walk });
};

const declaration: Way = (node, scope, walk) => {
  const [pattern, typeNode, value] = [part(node, 'pattern'), part(node, 'type'), part(node, 'value')];
  visitAll([typeNode, value, part(node, 'alternative')], scope, walk);
  bind(pattern, typeNode ? ['of', typeOf(typeNode, scope)] : exprOf(value, scope), scope);
};

const condition: Way = (node, scope, walk) => {
  visitAll([part(node, 'value')], scope, walk);
  bind(part(node, 'pattern'), exprOf(part(node, 'value'), scope), scope);
};

const loop: Way = (node, scope, walk) => {
  const inner = scopeIn(scope);
  const over = part(node, 'value');
  visitAll([over], scope, walk);
  const value = exprOf(over, scope);
  bind(part(node, 'pattern'), value && ['item', value], inner);
  visitAll([part(node, 'body')], inner, walk);
};

const match: Way = (node, scope, walk) => {
  const value = part(node, 'value');
  visitAll([value], scope, walk);
  const matched = exprOf(value, scope);
  for (const arm of part(node, 'body')?.namedChildren ?? []) {
    if (arm?.type !== 'match_arm') continue;
    const inner = scopeIn(scope);
    const pattern = part(arm, 'pattern');
    bind(pattern, matched, inner);
    patterns(pattern, inner, walk);
    visitAll([pattern && part(pattern, 'condition'), part(arm, 'value')], inner, walk);
  }
};

/** The variants and structs that a pattern names. */
function patterns(node: Node | null, scope: Scope, walk: Walk): void {
  for (const each of node?.descendantsOfType(['scoped_identifier', 'scoped_type_identifier']) ?? [])
    if (each && each.parent?.type !== 'scoped_identifier')
      mention(each, 'uses', { expr: pathExpr(segmentsOf(each), scope), scope, walk });
}

const struct: Way = (node, scope, walk) => {
  const named = part(node, 'name');
  const segments = named && segmentsOf(named);
  if (named && segments) mention(named, 'uses', { expr: pathExpr(segments, scope), scope, walk });
  visitAll([part(node, 'body')], scope, walk);
};

const initializer: Way = (node, scope, walk) => visitAll([part(node, 'value')], scope, walk);

const WAYS: Record<string, Way> = {
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
