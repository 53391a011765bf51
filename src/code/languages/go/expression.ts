import type { Node } from 'web-tree-sitter';
import { inside, part, parts } from '../../facts/fields.ts';
import type { Expr, Type } from './detail.ts';
import { lookUp, type Scope, typeNamed } from './scope.ts';

/** What is known of an expression where it stands. */
export function exprOf(node: Node | null, scope: Scope, depth = 0): Expr {
  // A chain of a thousand calls is looked at from each of them.
  if (!node || depth > DEEPEST) return null;
  switch (node.type) {
    case 'identifier':
      return lookUp(scope, node.text);
    case 'selector_expression':
      return ['get', exprOf(part(node, 'operand'), scope, depth + 1), part(node, 'field')?.text ?? ''];
    case 'call_expression':
      return callOf(node, scope, depth);
    case 'index_expression':
      return ['item', exprOf(part(node, 'operand'), scope, depth + 1)];
    case 'slice_expression':
      return exprOf(part(node, 'operand'), scope, depth + 1);
    case 'parenthesized_expression':
      return exprOf(node.firstNamedChild, scope, depth + 1);
    case 'unary_expression': {
      const operand = exprOf(part(node, 'operand'), scope, depth + 1);
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

/** A type as it is written. */
export function typeOf(node: Node | null, scope: Scope): Type {
  if (!node) return null;
  switch (node.type) {
    case 'type_identifier':
    case 'identifier':
      return typeNamed(scope, node.text);
    case 'qualified_type':
      return ['from', part(node, 'package')?.text ?? '', part(node, 'name')?.text ?? ''];
    case 'generic_type':
      return typeOf(part(node, 'type'), scope);
    case 'pointer_type':
    case 'parenthesized_type':
    case 'type_elem':
    case 'negated_type':
      return typeOf(node.firstNamedChild, scope);
    case 'slice_type':
    case 'array_type':
    case 'implicit_length_array_type':
      return ['list', typeOf(part(node, 'element'), scope)];
    case 'channel_type':
      return ['list', typeOf(part(node, 'value'), scope)];
    case 'map_type':
      return ['map', typeOf(part(node, 'key'), scope), typeOf(part(node, 'value'), scope)];
    case 'function_type':
      return ['func', resultsOf(part(node, 'result'), scope)];
    case 'struct_type':
      return ['struct', Object.fromEntries(fieldsOf(node, scope))];
    default:
      return null;
  }
}

/** The types that a function gives. */
export function resultsOf(node: Node | null, scope: Scope): Type[] {
  if (!node) return [];
  if (node.type !== 'parameter_list') return [typeOf(node, scope)];
  return inside(node).flatMap((each) => {
    const names = parts(each, 'name').length;
    return Array.from({ length: Math.max(1, names) }, () => typeOf(part(each, 'type'), scope));
  });
}

function fieldsOf(node: Node, scope: Scope): [string, Type][] {
  return inside(node.firstNamedChild).flatMap((field) =>
    parts(field, 'name').map((name): [string, Type] => [name.text, typeOf(part(field, 'type'), scope)]),
  );
}

function callOf(node: Node, scope: Scope, depth: number): Expr {
  const called = part(node, 'function');
  const [first] = inside(part(node, 'arguments'));
  if (called?.type === 'identifier' && first && lookUp(scope, called.text)?.[0] === 'name') {
    if (called.text === 'new' || called.text === 'make')
      return ['of', typeOf(first, scope) ?? typeInExpression(first)];
    if (called.text === 'append') return exprOf(first, scope);
  }
  // `[]T(x)` and `(*T)(x)`.
  if (called && TYPES.has(called.type)) return ['of', typeOf(called, scope)];
  return ['call', exprOf(called, scope, depth + 1), null];
}

/** A type in the place of an argument is read as an expression where it may be one. */
function typeInExpression(node: Node): Type {
  if (node.type !== 'selector_expression') return null;
  return ['from', part(node, 'operand')?.text ?? '', part(node, 'field')?.text ?? ''];
}

/** `F[int](3)` is read as a conversion, and may be a call all the same. */
function madeOf(type: Node | null, scope: Scope): Expr {
  if (type?.type !== 'generic_type') return ['of', typeOf(type, scope)];
  const named = typeOf(type, scope);
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

const DEEPEST = 30;
