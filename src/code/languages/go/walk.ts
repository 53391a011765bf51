import type { Node } from 'web-tree-sitter';
import { childNodes, part, parts } from '../../facts/fields.ts';
import type { SymbolList } from '../../graph/symbol-list.ts';
import { declaration, functionLiteral } from './declaration.ts';
import type { GoDetail, GoExpr, GoMention, GoType } from './detail.ts';
import { goExprOf, goTypeOf } from './expression.ts';
import { declareGo, type GoScope, goScopeIn } from './scope.ts';

/** One walk through a file, from its start to its end. */
export interface GoWalk {
  symbols: SymbolList;
  detail: GoDetail;
}

export type GoVisitor = (node: Node, scope: GoScope, walk: GoWalk) => void;

/** Takes down what a node says, and goes on into what it holds. */
export const visitGo: GoVisitor = (node, scope, walk) => {
  const way = WAYS[node.type];
  if (way) way(node, scope, walk);
  else visitAllGo(node.namedChildren, scope, walk);
};

export function visitAllGo(nodes: readonly (Node | null)[], scope: GoScope, walk: GoWalk): void {
  for (const node of nodes) if (node) visitGo(node, scope, walk);
}

/** Takes down that the code around a node has to do with something. */
export function mentionGo(
  node: Node,
  kind: GoMention['kind'],
  { expr, scope, walk }: { expr: GoExpr; scope: GoScope; walk: GoWalk },
): void {
  if (expr !== null && expr[0] !== 'value')
    walk.detail.mentions.push({ from: scope.symbol, line: node.startPosition.row + 1, kind, expr });
}

/** What names a type, as an expression. */
export function namedBy(type: GoType): GoExpr {
  if (type?.[0] === 'name' || type?.[0] === 'symbol') return type;
  return type?.[0] === 'from' ? ['get', ['name', type[1]], type[2]] : null;
}

const block: GoVisitor = (node, scope, walk) =>
  visitAllGo(node.namedChildren, goScopeIn(scope, scope.symbol), walk);

const nothing: GoVisitor = () => {};

const name: GoVisitor = (node, scope, walk) => {
  const expr = goExprOf(node, scope);
  if (expr?.[0] === 'name' || expr?.[0] === 'symbol') mentionGo(node, 'uses', { expr, scope, walk });
};

const selector: GoVisitor = (node, scope, walk) => {
  mentionGo(part(node, 'field') ?? node, 'uses', { expr: goExprOf(node, scope), scope, walk });
  within(part(node, 'operand'), scope, walk);
};

/** The left side of a dot counts only for what it calls. */
function within(node: Node | null, scope: GoScope, walk: GoWalk): void {
  if (node?.type === 'selector_expression') within(part(node, 'operand'), scope, walk);
  else if (node) visitGo(node, scope, walk);
}

const call: GoVisitor = (node, scope, walk) => {
  const called = part(node, 'function');
  if (called?.type === 'selector_expression') {
    mentionGo(part(called, 'field') ?? called, 'calls', { expr: goExprOf(called, scope), scope, walk });
    within(part(called, 'operand'), scope, walk);
  } else if (called?.type === 'identifier') {
    const expr = goExprOf(called, scope);
    if (expr?.[0] === 'name' || expr?.[0] === 'symbol') mentionGo(called, 'calls', { expr, scope, walk });
  } else if (called) visitGo(called, scope, walk);
  visitAllGo([part(node, 'arguments'), part(node, 'type_arguments')], scope, walk);
};

const type: GoVisitor = (node, scope, walk) =>
  mentionGo(node, 'references', { expr: namedBy(goTypeOf(node, scope)), scope, walk });

/** `F[int](x)` is read as a conversion. */
const conversion: GoVisitor = (node, scope, walk) => {
  const to = part(node, 'type');
  if (to?.type === 'generic_type')
    mentionGo(to, 'calls', { expr: namedBy(goTypeOf(to, scope)), scope, walk });
  visitAllGo(
    to?.type === 'generic_type' ? [part(to, 'type_arguments'), part(node, 'operand')] : node.namedChildren,
    scope,
    walk,
  );
};

/** `F[int](x)` where the index may be a value. */
const keyed: GoVisitor = (node, scope, walk) => {
  // The key of a struct's literal is the name of a field, and that of a map's may be anything.
  const key = part(node, 'key')?.firstNamedChild;
  if (key && key.type !== 'identifier') visitGo(key, scope, walk);
  visitAllGo([part(node, 'value')], scope, walk);
};

const short: GoVisitor = (node, scope, walk) => {
  const right = part(node, 'right');
  if (right) visitGo(right, scope, walk);
  declareAll(part(node, 'left')?.namedChildren ?? [], right, scope);
};

/** Gives names the values next to them, or the results of the one call. */
export function declareAll(names: readonly (Node | null)[], right: Node | null, scope: GoScope): void {
  const values = right?.type === 'expression_list' ? childNodes(right) : [right];
  const exprs = names.map((_, index): GoExpr => {
    if (values.length > 1 || names.length === 1) return goExprOf(values[index] ?? null, scope);
    const whole = goExprOf(values[0] ?? null, scope);
    return whole && ['part', whole, index];
  });
  names.forEach((each, index) => {
    if (each?.type === 'identifier') declareGo(scope, each.text, exprs[index]!);
  });
}

const loop: GoVisitor = (node, scope, walk) => {
  const inner = goScopeIn(scope, scope.symbol);
  for (const child of node.namedChildren) {
    if (child?.type !== 'range_clause') visitAllGo([child], inner, walk);
    else {
      const right = part(child, 'right');
      if (right) visitGo(right, inner, walk);
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
  visitAllGo([part(node, 'initializer'), value], inner, walk);
  for (const each of node.namedChildren) {
    if (each?.type !== 'type_case' && each?.type !== 'default_case') continue;
    const own = goScopeIn(inner, scope.symbol);
    const types = parts(each, 'type');
    if (alias)
      declareGo(own, alias, types.length === 1 ? ['of', goTypeOf(types[0]!, own)] : goExprOf(value, inner));
    visitAllGo(each.namedChildren, own, walk);
  }
};

const receive: GoVisitor = (node, scope, walk) => short(node, scope, walk);

const WAYS: Record<string, GoVisitor> = {
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
