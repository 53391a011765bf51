import type { Node } from 'web-tree-sitter';
import { childNodes, part, parts } from '../../facts/fields.ts';
import { annotationOf } from './annotation.ts';
import type { PythonExpr } from './detail.ts';
import { lookUpPython, type PythonScope, pythonAnyOf, pythonScopeIn, shallow } from './scope.ts';

export function pythonExprOf(node: Node | null, scope: PythonScope, depth = 0): PythonExpr {
  // A chain of a thousand calls is looked at from each of them.
  if (!node || depth > MAX_DEPTH) return null;
  switch (node.type) {
    case 'identifier':
      return lookUpPython(scope, node.text);
    case 'attribute':
      return shallow([
        'get',
        pythonExprOf(part(node, 'object'), scope, depth + 1),
        part(node, 'attribute')?.text ?? '',
      ]);
    case 'call':
      return callOf(node, scope, depth);
    case 'subscript':
      return shallow([
        'index',
        pythonExprOf(part(node, 'value'), scope, depth + 1),
        parts(node, 'subscript').map((each) => pythonExprOf(each, scope, depth + 1)),
      ]);
    case 'await':
    case 'parenthesized_expression':
      return pythonExprOf(childNodes(node)[0] ?? null, scope, depth + 1);
    case 'named_expression':
      return pythonExprOf(part(node, 'value'), scope);
    case 'assignment':
      return pythonExprOf(part(node, 'right'), scope);
    case 'boolean_operator':
      return pythonAnyOf([pythonExprOf(part(node, 'left'), scope), pythonExprOf(part(node, 'right'), scope)]);
    case 'conditional_expression':
      return pythonAnyOf(
        [childNodes(node)[0], childNodes(node)[2]].map((each) => pythonExprOf(each ?? null, scope)),
      );
    case 'binary_operator':
      return binaryOf(node, scope);
    case 'expression_list':
    case 'tuple':
      return ['tuple', childNodes(node).map((each) => pythonExprOf(each, scope))];
    case 'list':
    case 'set':
      return ['list', shallow(pythonExprOf(childNodes(node)[0] ?? null, scope))];
    case 'list_comprehension':
    case 'set_comprehension':
    case 'generator_expression':
      return ['list', shallow(pythonExprOf(part(node, 'body'), comprehended(node, scope)))];
    case 'none':
    case 'lambda':
      return null;
    default:
      return VALUES.has(node.type) ? ['value'] : null;
  }
}

export const pythonTypeOf = (node: Node, scope: PythonScope): PythonExpr =>
  annotationOf(node.text, (name) => lookUpPython(scope, name));

/** A scope in which the names of a comprehension's `for` are known. */
export function comprehended(node: Node, scope: PythonScope): PythonScope {
  const inner = pythonScopeIn(scope, { ...scope, kind: 'function' });
  for (const clause of node.namedChildren)
    if (clause?.type === 'for_in_clause')
      assign(part(clause, 'left'), ['each', pythonExprOf(part(clause, 'right'), inner)], inner.names);
  return inner;
}

/** Gives the names of a pattern the parts of a value. */
export function assign(pattern: Node | null, value: PythonExpr, names: Map<string, PythonExpr>): void {
  if (pattern?.type === 'identifier') names.set(pattern.text, shallow(value));
  if (pattern && AROUND.has(pattern.type)) assign(pattern.firstNamedChild, value, names);
  if (!pattern || !PATTERNS.has(pattern.type)) return;
  childNodes(pattern).forEach((each, index) => {
    assign(each, partOf(value, index), names);
  });
}

const partOf = (value: PythonExpr, index: number): PythonExpr =>
  value?.[0] === 'tuple' ? (value[1][index] ?? null) : value && ['part', value, index];

function callOf(node: Node, scope: PythonScope, depth: number): PythonExpr {
  const called = part(node, 'function');
  const name = called?.type === 'attribute' ? part(called, 'attribute')?.text : called?.text;
  if (name === 'super' && scope.owner !== -1) return ['super', scope.owner];
  const given = childNodes(part(node, 'arguments'));
  const kept = ARGUMENTS_MATTER.has(name ?? '') ? given.slice(0, 2) : [];
  return shallow([
    'call',
    pythonExprOf(called, scope, depth + 1),
    kept.map((each) => argumentOf(each, scope)),
  ]);
}

// The type that is cast to may be quoted.
const argumentOf = (node: Node | null, scope: PythonScope): PythonExpr =>
  node?.type === 'string' ? pythonTypeOf(node, scope) : pythonExprOf(node, scope);

function binaryOf(node: Node, scope: PythonScope): PythonExpr {
  const [left, right] = [pythonExprOf(part(node, 'left'), scope), pythonExprOf(part(node, 'right'), scope)];
  // `A | B` may be a type; `text % values` and the like give what the left side is.
  if (node.children.some((child) => child?.type === '|')) return pythonAnyOf([left, right]);
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

const MAX_DEPTH = 16;
