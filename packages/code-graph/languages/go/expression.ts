import type { Node } from 'web-tree-sitter';
import { childNodes, part, parts } from '../../facts/fields.ts';
import type { GoExpr, GoType } from './detail.ts';
import { declareGo, type GoScope, lookUpGo, typeNamed } from './scope.ts';

export function goExprOf(node: Node | null, scope: GoScope, depth = 0): GoExpr {
  // A chain of a thousand calls is looked at from each of them.
  if (!node || depth > MAX_DEPTH) return null;
  switch (node.type) {
    case 'identifier':
      return lookUpGo(scope, node.text);
    case 'selector_expression':
      return ['get', goExprOf(part(node, 'operand'), scope, depth + 1), part(node, 'field')?.text ?? ''];
    case 'call_expression':
      return callOf(node, scope, depth);
    case 'index_expression':
      return ['item', goExprOf(part(node, 'operand'), scope, depth + 1)];
    case 'slice_expression':
      return goExprOf(part(node, 'operand'), scope, depth + 1);
    case 'parenthesized_expression':
      return goExprOf(node.firstNamedChild, scope, depth + 1);
    case 'unary_expression': {
      const operand = goExprOf(part(node, 'operand'), scope, depth + 1);
      const sign = part(node, 'operator')?.type ?? node.firstChild?.type;
      if (sign === '<-') return ['item', operand];
      return sign === '&' || sign === '*' ? operand : ['value'];
    }
    case 'composite_literal':
    case 'type_assertion_expression':
    case 'type_conversion_expression':
      return madeOf(part(node, 'type'), scope);
    case 'func_literal':
      return ['of', ['func', resultsOf(part(node, 'result'), scope)]];
    case 'nil':
      return null;
    default:
      return VALUES.has(node.type) ? ['value'] : null;
  }
}

export function goTypeOf(node: Node | null, scope: GoScope): GoType {
  if (!node) return null;
  switch (node.type) {
    case 'type_identifier':
    case 'identifier':
      return typeNamed(scope, node.text);
    case 'qualified_type':
      return ['from', part(node, 'package')?.text ?? '', part(node, 'name')?.text ?? ''];
    case 'generic_type':
      return goTypeOf(part(node, 'type'), scope);
    case 'pointer_type':
    case 'parenthesized_type':
    case 'type_elem':
    case 'negated_type':
      return goTypeOf(node.firstNamedChild, scope);
    case 'slice_type':
    case 'array_type':
    case 'implicit_length_array_type':
      return ['list', goTypeOf(part(node, 'element'), scope)];
    case 'channel_type':
      return ['list', goTypeOf(part(node, 'value'), scope)];
    case 'map_type':
      return ['map', goTypeOf(part(node, 'key'), scope), goTypeOf(part(node, 'value'), scope)];
    case 'function_type':
      return ['func', resultsOf(part(node, 'result'), scope)];
    case 'struct_type':
      return ['struct', Object.fromEntries(fieldsOf(node, scope))];
    default:
      return null;
  }
}

export function resultsOf(node: Node | null, scope: GoScope): GoType[] {
  if (!node) return [];
  if (node.type !== 'parameter_list') return [goTypeOf(node, scope)];
  return childNodes(node).flatMap((each) => {
    const names = parts(each, 'name').length;
    return Array.from({ length: Math.max(1, names) }, () => goTypeOf(part(each, 'type'), scope));
  });
}

function fieldsOf(node: Node, scope: GoScope): [string, GoType][] {
  return childNodes(node.firstNamedChild).flatMap((field) =>
    parts(field, 'name').map((name): [string, GoType] => [name.text, goTypeOf(part(field, 'type'), scope)]),
  );
}

function callOf(node: Node, scope: GoScope, depth: number): GoExpr {
  const called = part(node, 'function');
  const [first] = childNodes(part(node, 'arguments'));
  if (called?.type === 'identifier' && first && lookUpGo(scope, called.text)?.[0] === 'name') {
    if (called.text === 'new' || called.text === 'make')
      return ['of', goTypeOf(first, scope) ?? typeInExpression(first)];
    if (called.text === 'append') return goExprOf(first, scope);
  }
  // `[]T(x)` and `(*T)(x)`.
  if (called && TYPES.has(called.type)) return ['of', goTypeOf(called, scope)];
  return ['call', goExprOf(called, scope, depth + 1), null];
}

/** A type in the place of an argument is read as an expression where it may be one. */
function typeInExpression(node: Node): GoType {
  if (node.type !== 'selector_expression') return null;
  return ['from', part(node, 'operand')?.text ?? '', part(node, 'field')?.text ?? ''];
}

/** `F[int](3)` is read as a conversion, and may be a call all the same. */
function madeOf(type: Node | null, scope: GoScope): GoExpr {
  if (type?.type !== 'generic_type') return ['of', goTypeOf(type, scope)];
  const named = goTypeOf(type, scope);
  if (named?.[0] === 'name' || named?.[0] === 'symbol') return ['call', named, null];
  return named?.[0] === 'from' ? ['call', ['get', ['name', named[1]], named[2]], null] : ['of', named];
}

const TYPES = new Set([
  'slice_type',
  'array_type',
  'map_type',
  'function_type',
  'channel_type',
  'pointer_type',
  'generic_type',
  'qualified_type',
  'interface_type',
]);

const VALUES = new Set(
  'interpreted_string_literal raw_string_literal rune_literal int_literal float_literal imaginary_literal true false binary_expression iota'.split(
    ' ',
  ),
);

const MAX_DEPTH = 30;

/** What names a type, as an expression. */
export function namedBy(type: GoType): GoExpr {
  if (type?.[0] === 'name' || type?.[0] === 'symbol') return type;
  return type?.[0] === 'from' ? ['get', ['name', type[1]], type[2]] : null;
}

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
