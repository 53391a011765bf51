import type { Node } from 'web-tree-sitter';
import { part, parts } from '../../facts/fields.ts';
import { SyntaxWalk, type Visitor } from '../../facts/syntax-walk.ts';
import { declaration, functionLiteral } from './declaration.ts';
import type { GoDetail } from './detail.ts';
import { declareAll, goExprOf, goTypeOf, namedBy } from './expression.ts';
import { declareGo, type GoScope, goScopeIn } from './scope.ts';

export type GoVisitor = Visitor<GoScope, GoWalk>;

const block: GoVisitor = (node, scope, walk) =>
  walk.visitAll(node.namedChildren, goScopeIn(scope, scope.symbol));

const nothing: GoVisitor = () => {};

const name: GoVisitor = (node, scope, walk) => {
  const expr = goExprOf(node, scope);
  if (expr?.[0] === 'name' || expr?.[0] === 'symbol') walk.mention(node, 'uses', expr, scope);
};

const selector: GoVisitor = (node, scope, walk) => {
  walk.mention(part(node, 'field') ?? node, 'uses', goExprOf(node, scope), scope);
  within(part(node, 'operand'), scope, walk);
};

/** The left side of a dot counts only for what it calls. */
function within(node: Node | null, scope: GoScope, walk: GoWalk): void {
  if (node?.type === 'selector_expression') within(part(node, 'operand'), scope, walk);
  else if (node) walk.visit(node, scope);
}

const call: GoVisitor = (node, scope, walk) => {
  const called = part(node, 'function');
  if (called?.type === 'selector_expression') {
    walk.mention(part(called, 'field') ?? called, 'calls', goExprOf(called, scope), scope);
    within(part(called, 'operand'), scope, walk);
  } else if (called?.type === 'identifier') {
    const expr = goExprOf(called, scope);
    if (expr?.[0] === 'name' || expr?.[0] === 'symbol') walk.mention(called, 'calls', expr, scope);
  } else if (called) walk.visit(called, scope);
  walk.visitAll([part(node, 'arguments'), part(node, 'type_arguments')], scope);
};

const type: GoVisitor = (node, scope, walk) =>
  walk.mention(node, 'references', namedBy(goTypeOf(node, scope)), scope);

/** `F[int](x)` is read as a conversion. */
const conversion: GoVisitor = (node, scope, walk) => {
  const to = part(node, 'type');
  if (to?.type === 'generic_type') walk.mention(to, 'calls', namedBy(goTypeOf(to, scope)), scope);
  walk.visitAll(
    to?.type === 'generic_type' ? [part(to, 'type_arguments'), part(node, 'operand')] : node.namedChildren,
    scope,
  );
};

/** `F[int](x)` where the index may be a value. */
const keyed: GoVisitor = (node, scope, walk) => {
  // The key of a struct's literal is the name of a field, and that of a map's may be anything.
  const key = part(node, 'key')?.firstNamedChild;
  if (key && key.type !== 'identifier') walk.visit(key, scope);
  walk.visitAll([part(node, 'value')], scope);
};

const short: GoVisitor = (node, scope, walk) => {
  const right = part(node, 'right');
  if (right) walk.visit(right, scope);
  declareAll(part(node, 'left')?.namedChildren ?? [], right, scope);
};

const loop: GoVisitor = (node, scope, walk) => {
  const inner = goScopeIn(scope, scope.symbol);
  for (const child of node.namedChildren) {
    if (child?.type !== 'range_clause') walk.visitAll([child], inner);
    else {
      const right = part(child, 'right');
      if (right) walk.visit(right, inner);
      const over = goExprOf(right, inner);
      const [key, value] = part(child, 'left')?.namedChildren ?? [];
      if (key?.type === 'identifier') declareGo(inner, key.text, ['key', over]);
      if (value?.type === 'identifier') declareGo(inner, value.text, ['item', over]);
    }
  }
};

const typeSwitch: GoVisitor = (node, scope, walk) => {
  const inner = goScopeIn(scope, scope.symbol);
  const alias = part(node, 'alias')?.firstNamedChild?.text;
  const value = part(node, 'value');
  walk.visitAll([part(node, 'initializer'), value], inner);
  for (const each of node.namedChildren) {
    if (each?.type !== 'type_case' && each?.type !== 'default_case') continue;
    const own = goScopeIn(inner, scope.symbol);
    const types = parts(each, 'type');
    if (alias)
      declareGo(own, alias, types.length === 1 ? ['of', goTypeOf(types[0]!, own)] : goExprOf(value, inner));
    walk.visitAll(each.namedChildren, own);
  }
};

const receive: GoVisitor = (node, scope, walk) => short(node, scope, walk);

export class GoWalk extends SyntaxWalk<GoScope, GoDetail> {
  protected readonly visitors = VISITORS;
}

const VISITORS: Record<string, GoVisitor> = {
  comment: nothing,
  package_clause: nothing,
  import_declaration: nothing,
  label_name: nothing,
  block,
  if_statement: block,
  expression_switch_statement: block,
  expression_case: block,
  default_case: block,
  communication_case: block,
  for_statement: loop,
  type_switch_statement: typeSwitch,
  short_var_declaration: short,
  receive_statement: receive,
  identifier: name,
  selector_expression: selector,
  call_expression: call,
  type_conversion_expression: conversion,
  keyed_element: keyed,
  type_identifier: type,
  qualified_type: type,
  func_literal: functionLiteral,
  function_declaration: declaration,
  method_declaration: declaration,
  type_spec: declaration,
  type_alias: declaration,
  var_spec: declaration,
  const_spec: declaration,
};
