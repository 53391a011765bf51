import type { Node } from 'web-tree-sitter';
import { inside, part, parts } from '../../facts/fields.ts';
import type { SymbolList } from '../../graph/symbol-list.ts';
import { declaration, functionLiteral } from './declaration.ts';
import type { Expr, GoDetail, GoMention, Type } from './detail.ts';
import { exprOf, typeOf } from './expression.ts';
import { declare, type Scope, scopeIn } from './scope.ts';

/** One walk through a file, from its start to its end. */
export interface Walk {
  symbols: SymbolList;
  detail: GoDetail;
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
  kind: GoMention['kind'],
  { expr, scope, walk }: { expr: Expr; scope: Scope; walk: Walk },
): void {
  if (expr !== null && expr[0] !== 'value')
    walk.detail.mentions.push({ from: scope.symbol, line: node.startPosition.row + 1, kind, expr });
}

/** What names a type, as an expression. */
export function namedBy(type: Type): Expr {
  if (type?.[0] === 'name' || type?.[0] === 'symbol') return type;
  return type?.[0] === 'from' ? ['get', ['name', type[1]], type[2]] : null;
}

const block: Way = (node, scope, walk) => visitAll(node.namedChildren, scopeIn(scope, scope.symbol), walk);

const nothing: Way = () => {};

const name: Way = (node, scope, walk) => {
  const expr = exprOf(node, scope);
  if (expr?.[0] === 'name' || expr?.[0] === 'symbol') mention(node, 'uses', { expr, scope, walk });
};

const selector: Way = (node, scope, walk) => {
  mention(part(node, 'field') ?? node, 'uses', { expr: exprOf(node, scope), scope, walk });
  within(part(node, 'operand'), scope, walk);
};

/** The left side of a dot counts only for what it calls. */
function within(node: Node | null, scope: Scope, walk: Walk): void {
  if (node?.type === 'selector_expression') within(part(node, 'operand'), scope, walk);
  else if (node) visit(node, scope, walk);
}

const call: Way = (node, scope, walk) => {
  const called = part(node, 'function');
  if (called?.type === 'selector_expression') {
    mention(part(called, 'field') ?? called, 'calls', { expr: exprOf(called, scope), scope, walk });
    within(part(called, 'operand'), scope, walk);
  } else if (called?.type === 'identifier') {
    const expr = exprOf(called, scope);
    if (expr?.[0] === 'name' || expr?.[0] === 'symbol') mention(called, 'calls', { expr, scope, walk });
  } else if (called) visit(called, scope, walk);
  visitAll([part(node, 'arguments'), part(node, 'type_arguments')], scope, walk);
};

const type: Way = (node, scope, walk) =>
  mention(node, 'references', { expr: namedBy(typeOf(node, scope)), scope, walk });

/** `F[int](x)` is read as a conversion. */
const conversion: Way = (node, scope, walk) => {
  const to = part(node, 'type');
  if (to?.type === 'generic_type') mention(to, 'calls', { expr: namedBy(typeOf(to, scope)), scope, walk });
  visitAll(
    to?.type === 'generic_type' ? [part(to, 'type_arguments'), part(node, 'operand')] : node.namedChildren,
    scope,
    walk,
  );
};

/** `F[int](x)` where the index may be a value. */
const keyed: Way = (node, scope, walk) => {
  // The key of a struct's literal is the name of a field, and that of a map's may be anything.
  const key = part(node, 'key')?.firstNamedChild;
  if (key && key.type !== 'identifier') visit(key, scope, walk);
  visitAll([part(node, 'value')], scope, walk);
};

const short: Way = (node, scope, walk) => {
  const right = part(node, 'right');
  if (right) visit(right, scope, walk);
  declareAll(part(node, 'left')?.namedChildren ?? [], right, scope);
};

/** Gives names the values beside them, or the results of the one call. */
export function declareAll(names: readonly (Node | null)[], right: Node | null, scope: Scope): void {
  const values = right?.type === 'expression_list' ? inside(right) : [right];
  const exprs = names.map((_, index): Expr => {
    if (values.length > 1 || names.length === 1) return exprOf(values[index] ?? null, scope);
    const whole = exprOf(values[0] ?? null, scope);
    return whole && ['part', whole, index];
  });
  names.forEach((each, index) => {
    if (each?.type === 'identifier') declare(scope, each.text, exprs[index]!);
  });
}

const loop: Way = (node, scope, walk) => {
  const inner = scopeIn(scope, scope.symbol);
  for (const child of node.namedChildren) {
    if (child?.type !== 'range_clause') visitAll([child], inner, walk);
    else {
      const right = part(child, 'right');
      if (right) visit(right, inner, walk);
      const over = exprOf(right, inner);
      const [key, value] = part(child, 'left')?.namedChildren ?? [];
      if (key?.type === 'identifier') declare(inner, key.text, ['key', over]);
      if (value?.type === 'identifier') declare(inner, value.text, ['item', over]);
    }
  }
};

const typeSwitch: Way = (node, scope, walk) => {
  const inner = scopeIn(scope, scope.symbol);
  const alias = part(node, 'alias')?.firstNamedChild?.text;
  const value = part(node, 'value');
  visitAll([part(node, 'initializer'), value], inner, walk);
  for (const each of node.namedChildren) {
    if (each?.type !== 'type_case' && each?.type !== 'default_case') continue;
    const own = scopeIn(inner, scope.symbol);
    const types = parts(each, 'type');
    if (alias)
      declare(own, alias, types.length === 1 ? ['of', typeOf(types[0]!, own)] : exprOf(value, inner));
    visitAll(each.namedChildren, own, walk);
  }
};

const receive: Way = (node, scope, walk) => short(node, scope, walk);

const WAYS: Record<string, Way> = {
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
