import type { Node } from 'web-tree-sitter';
import { part } from '../../facts/fields.ts';
import { SyntaxWalk, type Visitor } from '../../facts/syntax-walk.ts';
import { item } from './declaration.ts';
import type { RustDetail, RustExpr } from './detail.ts';
import { pathExpr, rustExprOf, segmentsOf } from './expression.ts';
import { macro, macroDefinition } from './macro.ts';
import type { MakingMacro } from './made-items.ts';
import { bind } from './pattern.ts';
import { lookUpRust, parameterNamed, type RustScope, rustScopeIn } from './scope.ts';
import { rustTypeOf } from './type.ts';
import { use } from './use.ts';

export type RustVisitor = Visitor<RustScope, RustWalk>;

const nothing: RustVisitor = () => {};

const block: RustVisitor = (node, scope, walk) => walk.visitAll(node.namedChildren, rustScopeIn(scope));

const name: RustVisitor = (node, scope, walk) => {
  if (lookUpRust(scope, node.text) === undefined) walk.mention(node, 'uses', rustExprOf(node, scope), scope);
};

const path: RustVisitor = (node, scope, walk) => {
  walk.mention(part(node, 'name') ?? node, 'uses', rustExprOf(node, scope), scope);
};

const field: RustVisitor = (node, scope, walk) => {
  walk.mention(part(node, 'field') ?? node, 'uses', rustExprOf(node, scope), scope);
  walk.visitAll([part(node, 'value')], scope);
};

const call: RustVisitor = (node, scope, walk) => {
  const called = part(node, 'function');
  const plain = called?.type === 'generic_function' ? part(called, 'function') : called;
  const given = part(node, 'arguments');
  if (called && called !== plain) walk.visitAll([part(called, 'type_arguments')], scope);
  if (plain?.type === 'field_expression') {
    const object = rustExprOf(part(plain, 'value'), scope);
    const method = part(plain, 'field');
    walk.mention(method ?? plain, 'calls', ['method', object, method?.text ?? ''], scope);
    walk.visitAll([part(plain, 'value')], scope);
    for (const each of given?.namedChildren ?? []) if (each) argument(each, object, { scope, walk });
    return;
  }
  if (plain?.type === 'scoped_identifier')
    walk.mention(part(plain, 'name') ?? plain, 'calls', rustExprOf(plain, scope), scope);
  else if (plain?.type === 'identifier') {
    if (lookUpRust(scope, plain.text) === undefined)
      walk.mention(plain, 'calls', pathExpr([plain.text], scope), scope);
  } else if (plain) walk.visit(plain, scope);
  if (given) walk.visitAll(given.namedChildren, scope);
};

/** A closure that is given to a method of a list or an option gets what is inside of that. */
function argument(node: Node, object: RustExpr, { scope, walk }: { scope: RustScope; walk: RustWalk }): void {
  if (node.type === 'closure_expression') closure(node, { scope, walk, given: object && ['item', object] });
  else walk.visit(node, scope);
}

function closure(
  node: Node,
  { scope, walk, given }: { scope: RustScope; walk: RustWalk; given: RustExpr },
): void {
  const inner = rustScopeIn(scope);
  const all = part(node, 'parameters')?.namedChildren ?? [];
  for (const each of all) {
    const type = each?.type === 'parameter' ? part(each, 'type') : null;
    if (type) walk.visit(type, scope);
    bind(
      each?.type === 'parameter' ? part(each, 'pattern') : each,
      type ? ['of', rustTypeOf(type, scope)] : all.length === 1 ? given : null,
      inner,
    );
  }
  walk.visitAll([part(node, 'body')], inner);
}

const type: RustVisitor = (node, scope, walk) => {
  if (node.text === 'Self' || parameterNamed(scope, node.text) !== undefined) return;
  const segments = segmentsOf(node);
  walk.mention(node, 'references', pathExpr(segments, scope), scope);
};

const declaration: RustVisitor = (node, scope, walk) => {
  const [pattern, typeNode, value] = [part(node, 'pattern'), part(node, 'type'), part(node, 'value')];
  walk.visitAll([typeNode, value, part(node, 'alternative')], scope);
  bind(pattern, typeNode ? ['of', rustTypeOf(typeNode, scope)] : rustExprOf(value, scope), scope);
};

const condition: RustVisitor = (node, scope, walk) => {
  walk.visitAll([part(node, 'value')], scope);
  bind(part(node, 'pattern'), rustExprOf(part(node, 'value'), scope), scope);
};

const loop: RustVisitor = (node, scope, walk) => {
  const inner = rustScopeIn(scope);
  const over = part(node, 'value');
  walk.visitAll([over], scope);
  const value = rustExprOf(over, scope);
  bind(part(node, 'pattern'), value && ['item', value], inner);
  walk.visitAll([part(node, 'body')], inner);
};

const match: RustVisitor = (node, scope, walk) => {
  const value = part(node, 'value');
  walk.visitAll([value], scope);
  const matched = rustExprOf(value, scope);
  for (const arm of part(node, 'body')?.namedChildren ?? []) {
    if (arm?.type !== 'match_arm') continue;
    const inner = rustScopeIn(scope);
    const pattern = part(arm, 'pattern');
    bind(pattern, matched, inner);
    patterns(pattern, inner, walk);
    walk.visitAll([pattern && part(pattern, 'condition'), part(arm, 'value')], inner);
  }
};

/** The variants and structs that a pattern names. */
function patterns(node: Node | null, scope: RustScope, walk: RustWalk): void {
  for (const each of node?.descendantsOfType(['scoped_identifier', 'scoped_type_identifier']) ?? [])
    if (each && each.parent?.type !== 'scoped_identifier')
      walk.mention(each, 'uses', pathExpr(segmentsOf(each), scope), scope);
}

const struct: RustVisitor = (node, scope, walk) => {
  const named = part(node, 'name');
  const segments = named && segmentsOf(named);
  if (named && segments) walk.mention(named, 'uses', pathExpr(segments, scope), scope);
  walk.visitAll([part(node, 'body')], scope);
};

const initializer: RustVisitor = (node, scope, walk) => walk.visitAll([part(node, 'value')], scope);

export class RustWalk extends SyntaxWalk<RustScope, RustDetail> {
  protected readonly visitors = VISITORS;
  /** The macros of the file so far that make functions or types, by name. */
  readonly macros = new Map<string, MakingMacro>();

  protected override placeOf({ symbol, module }: RustScope) {
    return { from: symbol, module };
  }
}

const VISITORS: Record<string, RustVisitor> = {
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
  macro_definition: macroDefinition,
};
