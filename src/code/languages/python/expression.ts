import type { Node } from 'web-tree-sitter';
import { inside, part, parts } from '../../facts/fields.ts';
import { annotationOf } from './annotation.ts';
import type { Expr } from './detail.ts';
import { anyOf, lookUp, type Scope, scopeIn, shallow } from './scope.ts';

/** What is known of an expression where it stands. */
export function exprOf(node: Node | null, scope: Scope, depth = 0): Expr {
  // A chain of a thousand calls is looked at from each of them.
  if (!node || depth > DEEPEST) return null;
  switch (node.type) {
    case 'identifier':
      return lookUp(scope, node.text);
    case 'attribute':
      return shallow([
        'get',
        exprOf(part(node, 'object'), scope, depth + 1),
        part(node, 'attribute')?.text ?? '',
      ]);
    case 'call':
      return callOf(node, scope, depth);
    case 'subscript':
      return shallow([
        'index',
        exprOf(part(node, 'value'), scope, depth + 1),
        parts(node, 'subscript').map((each) => exprOf(each, scope, depth + 1)),
      ]);
    case 'await':
    case 'parenthesized_expression':
      return exprOf(inside(node)[0] ?? null, scope, depth + 1);
    case 'named_expression':
      return exprOf(part(node, 'value'), scope);
    case 'assignment':
      return exprOf(part(node, 'right'), scope);
    case 'boolean_operator':
      return anyOf([exprOf(part(node, 'left'), scope), exprOf(part(node, 'right'), scope)]);
    case 'conditional_expression':
      return anyOf([inside(node)[0], inside(node)[2]].map((each) => exprOf(each ?? null, scope)));
    case 'binary_operator':
      return binaryOf(node, scope);
    case 'expression_list':
    case 'tuple':
      return ['tuple', inside(node).map((each) => exprOf(each, scope))];
    case 'list':
    case 'set':
      return ['list', shallow(exprOf(inside(node)[0] ?? null, scope))];
    case 'list_comprehension':
    case 'set_comprehension':
    case 'generator_expression':
      return ['list', shallow(exprOf(part(node, 'body'), comprehended(node, scope)))];
    case 'none':
    case 'lambda':
      return null;
    default:
      return VALUES.has(node.type) ? ['value'] : null;
  }
}

/** The type that an annotation names. */
export const typeOf = (node: Node, scope: Scope): Expr =>
  annotationOf(node.text, (name) => lookUp(scope, name));

/** A scope in which the names of a comprehension's `for` are known. */
export function comprehended(node: Node, scope: Scope): Scope {
  const inner = scopeIn(scope, { ...scope, kind: 'function' });
  for (const clause of node.namedChildren)
    if (clause?.type === 'for_in_clause')
      assign(part(clause, 'left'), ['each', exprOf(part(clause, 'right'), inner)], inner.names);
  return inner;
}

/** Gives the names of a pattern the parts of a value. */
export function assign(pattern: Node | null, value: Expr, names: Map<string, Expr>): void {
  if (pattern?.type === 'identifier') names.set(pattern.text, shallow(value));
  if (pattern && AROUND.has(pattern.type)) assign(pattern.firstNamedChild, value, names);
  if (!pattern || !PATTERNS.has(pattern.type)) return;
  inside(pattern).forEach((each, index) => {
    assign(each, partOf(value, index), names);
  });
}

const partOf = (value: Expr, index: number): Expr =>
  value?.[0] === 'tuple' ? (value[1][index] ?? null) : value && ['part', value, index];

function callOf(node: Node, scope: Scope, depth: number): Expr {
  const called = part(node, 'function');
  const name = called?.type === 'attribute' ? part(called, 'attribute')?.text : called?.text;
  if (name === 'super' && scope.owner !== -1) return ['super', scope.owner];
  const given = inside(part(node, 'arguments'));
  if (name === 'TypeVar') return boundOf(given, scope);
  const kept = ARGUMENTS_MATTER.has(name ?? '') ? given.slice(0, 2) : [];
  return shallow(['call', exprOf(called, scope, depth + 1), kept.map((each) => argumentOf(each, scope))]);
}

// The type that is cast to may be quoted.
const argumentOf = (node: Node | null, scope: Scope): Expr =>
  node?.type === 'string' ? typeOf(node, scope) : exprOf(node, scope);

/** A type variable stands for its bound. */
function boundOf(given: readonly (Node | null)[], scope: Scope): Expr {
  const bound = given.find(
    (each) => each?.type === 'keyword_argument' && part(each, 'name')?.text === 'bound',
  );
  const type = bound && part(bound, 'value');
  return type ? typeOf(type, scope) : ['value'];
}

function binaryOf(node: Node, scope: Scope): Expr {
  const [left, right] = [exprOf(part(node, 'left'), scope), exprOf(part(node, 'right'), scope)];
  // `A | B` may be a type; `text % values` and the like give what the left side is.
  if (node.children.some((child) => child?.type === '|')) return anyOf([left, right]);
  return left?.[0] === 'value' ? left : null;
}

/** Functions whose result is of the type of an argument, or made of it. */
const ARGUMENTS_MATTER = new Set(
  'cast copy deepcopy next anext iter aiter sorted reversed list tuple set frozenset filter enumerate zip dict type partial'.split(
    ' ',
  ),
);

const PATTERNS = new Set(['pattern_list', 'tuple_pattern', 'list_pattern', 'tuple', 'list']);

const AROUND = new Set(['as_pattern_target', 'parenthesized_expression']);

const VALUES = new Set(
  'string concatenated_string integer float true false dictionary dictionary_comprehension comparison_operator not_operator unary_operator ellipsis'.split(
    ' ',
  ),
);

const DEEPEST = 16;
