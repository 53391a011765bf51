import type { Node } from 'web-tree-sitter';
import { childNodes, part } from '../../facts/fields.ts';
import type { RustExpr } from './detail.ts';
import { lookUpRust, parameterNamed, type RustScope } from './scope.ts';
import { rustTypeOf } from './type.ts';

export function rustExprOf(node: Node | null, scope: RustScope, depth = 0): RustExpr {
  // A chain of a thousand calls is looked at from each of them.
  if (!node || depth > MAX_DEPTH) return null;
  switch (node.type) {
    case 'self':
      return lookUpRust(scope, 'self') ?? null;
    case 'identifier':
      return lookUpRust(scope, node.text) === undefined
        ? pathExpr([node.text], scope)
        : lookUpRust(scope, node.text)!;
    case 'scoped_identifier':
      return pathExpr(segmentsOf(node), scope);
    case 'generic_function':
      return rustExprOf(part(node, 'function'), scope);
    case 'field_expression':
      return ['get', rustExprOf(part(node, 'value'), scope, depth + 1), part(node, 'field')?.text ?? ''];
    case 'call_expression':
      return callOf(node, scope, depth);
    case 'try_expression':
      return ['inner', rustExprOf(node.firstNamedChild, scope, depth + 1)];
    case 'await_expression':
      return ['await', rustExprOf(node.firstNamedChild, scope, depth + 1)];
    case 'parenthesized_expression':
    case 'unary_expression':
      return rustExprOf(node.firstNamedChild, scope, depth + 1);
    case 'reference_expression':
      return rustExprOf(part(node, 'value'), scope, depth + 1);
    case 'index_expression':
      return ['item', rustExprOf(node.firstNamedChild, scope, depth + 1)];
    case 'struct_expression':
    case 'type_cast_expression':
      return ['of', rustTypeOf(part(node, 'name') ?? part(node, 'type'), scope)];
    case 'if_expression':
    case 'block':
    case 'unsafe_block':
      return rustExprOf(lastOf(node), scope, depth + 1);
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
export function pathExpr(segments: string[], scope: RustScope): RustExpr {
  const [first, ...rest] = segments;
  const bound = rest.length > 0 ? parameterNamed(scope, first!) : undefined;
  if (first !== 'Self' && bound === undefined) return ['path', segments];
  const type = first === 'Self' ? scope.self : bound;
  return type?.[0] === 'path' ? ['path', [...type[1], ...rest]] : null;
}

function callOf(node: Node, scope: RustScope, depth: number): RustExpr {
  const called = part(node, 'function');
  const plain = called?.type === 'generic_function' ? part(called, 'function') : called;
  if (plain?.type === 'field_expression')
    return [
      'call',
      ['method', rustExprOf(part(plain, 'value'), scope, depth + 1), part(plain, 'field')?.text ?? ''],
    ];
  const [first] = childNodes(part(node, 'arguments'));
  // These hold what they are given.
  if (plain && WRAPPERS.has(plain.text) && first) return rustExprOf(first, scope);
  return ['call', rustExprOf(plain ?? null, scope, depth + 1)];
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
const MAX_DEPTH = 60;
