import type { Node } from 'web-tree-sitter';
import { inside, part } from '../../facts/fields.ts';
import type { Expr } from './detail.ts';
import { lookUp, parameterNamed, type Scope } from './scope.ts';
import { typeOf } from './type.ts';

/** What is known of an expression where it stands. */
export function exprOf(node: Node | null, scope: Scope, depth = 0): Expr {
  // A chain of a thousand calls is looked at from each of them.
  if (!node || depth > DEEPEST) return null;
  switch (node.type) {
    case 'self':
      return lookUp(scope, 'self') ?? null;
    case 'identifier':
      return lookUp(scope, node.text) === undefined
        ? pathExpr([node.text], scope)
        : lookUp(scope, node.text)!;
    case 'scoped_identifier':
      return pathExpr(segmentsOf(node), scope);
    case 'generic_function':
      return exprOf(part(node, 'function'), scope);
    case 'field_expression':
      return ['get', exprOf(part(node, 'value'), scope, depth + 1), part(node, 'field')?.text ?? ''];
    case 'call_expression':
      return callOf(node, scope, depth);
    case 'try_expression':
      return ['inner', exprOf(node.firstNamedChild, scope, depth + 1)];
    case 'await_expression':
    case 'parenthesized_expression':
    case 'unary_expression':
      return exprOf(node.firstNamedChild, scope, depth + 1);
    case 'reference_expression':
      return exprOf(part(node, 'value'), scope, depth + 1);
    case 'index_expression':
      return ['item', exprOf(node.firstNamedChild, scope, depth + 1)];
    case 'struct_expression':
    case 'type_cast_expression':
      return ['of', typeOf(part(node, 'name') ?? part(node, 'type'), scope)];
    case 'if_expression':
    case 'block':
    case 'unsafe_block':
      return exprOf(lastOf(node), scope, depth + 1);
    case 'match_expression':
      return null;
    default:
      return VALUES.has(node.type) ? ['value'] : null;
  }
}

/** The names of a path: `a::B::<C>::d` is a, B, d. */
export function segmentsOf(node: Node): string[] {
  if (node.type === 'generic_type' || node.type === 'generic_function')
    return segmentsOf(part(node, 'type') ?? part(node, 'function') ?? node.firstNamedChild!);
  if (node.type === 'bracketed_type') {
    const inner = node.firstNamedChild;
    return inner ? segmentsOf(part(inner, 'type') ?? inner) : [];
  }
  if (
    node.type !== 'scoped_identifier' &&
    node.type !== 'scoped_type_identifier' &&
    node.type !== 'scoped_use_list'
  )
    return [node.text];
  const path = part(node, 'path');
  const name = part(node, 'name')?.text;
  return [...(path ? segmentsOf(path) : ['']), ...(name ? [name] : [])];
}

/** A path in which `Self` and type parameters are what they stand for. */
export function pathExpr(segments: string[], scope: Scope): Expr {
  const [first, ...rest] = segments;
  const bound = rest.length > 0 ? parameterNamed(scope, first!) : undefined;
  if (first !== 'Self' && bound === undefined) return ['path', segments];
  const type = first === 'Self' ? scope.self : bound;
  return type?.[0] === 'path' ? ['path', [...type[1], ...rest]] : null;
}

function callOf(node: Node, scope: Scope, depth: number): Expr {
  const called = part(node, 'function');
  const plain = called?.type === 'generic_function' ? part(called, 'function') : called;
  if (plain?.type === 'field_expression')
    return [
      'call',
      ['method', exprOf(part(plain, 'value'), scope, depth + 1), part(plain, 'field')?.text ?? ''],
    ];
  const [first] = inside(part(node, 'arguments'));
  // These hold what they are given.
  if (plain && WRAPPERS.has(plain.text) && first) return exprOf(first, scope);
  return ['call', exprOf(plain ?? null, scope, depth + 1)];
}

/** The value of a block is that of its last expression. */
const lastOf = (node: Node): Node | null => {
  const block =
    node.type === 'if_expression'
      ? part(node, 'consequence')
      : node.type === 'unsafe_block'
        ? node.firstNamedChild
        : node;
  const last = block?.lastNamedChild ?? null;
  return last?.type === 'expression_statement' && !last.text.endsWith(';') ? last.firstNamedChild : last;
};

const WRAPPERS = new Set([
  'Some',
  'Ok',
  'Box::new',
  'Arc::new',
  'Rc::new',
  'Cow::Borrowed',
  'Pin::new',
  'Box::pin',
]);

const VALUES = new Set(
  'string_literal raw_string_literal char_literal boolean_literal integer_literal float_literal binary_expression range_expression'.split(
    ' ',
  ),
);

// Builders are long: each call of one is two steps.
const DEEPEST = 60;
