import type { Node } from 'web-tree-sitter';
import { childNodes, part } from '../../facts/fields.ts';
import type { RustType } from './detail.ts';
import { parameterNamed, type RustScope } from './scope.ts';

export function rustTypeOf(node: Node | null, scope: RustScope): RustType {
  if (!node) return null;
  switch (node.type) {
    case 'type_identifier':
    case 'identifier':
      if (node.text === 'Self') return scope.self;
      return parameterNamed(scope, node.text) === undefined
        ? ['path', [node.text], []]
        : parameterNamed(scope, node.text)!;
    case 'scoped_type_identifier':
    case 'scoped_identifier':
      return scoped(node, scope);
    case 'generic_type':
    case 'generic_type_with_turbofish': {
      const base = rustTypeOf(part(node, 'type'), scope);
      return base?.[0] === 'path'
        ? ['path', base[1], argumentsOf(part(node, 'type_arguments'), scope)]
        : base;
    }
    case 'reference_type':
    case 'pointer_type':
      return rustTypeOf(part(node, 'type'), scope);
    case 'dynamic_type':
    case 'abstract_type':
      return boundBy(part(node, 'trait'), scope);
    case 'bounded_type':
    case 'bracketed_type':
    case 'parenthesized_type':
      return rustTypeOf(node.firstNamedChild, scope);
    case 'qualified_type':
      return rustTypeOf(part(node, 'type'), scope);
    case 'array_type':
    case 'slice_type':
      return ['list', rustTypeOf(part(node, 'element') ?? node.firstNamedChild, scope)];
    case 'tuple_type':
      return ['tuple', childNodes(node).map((each) => rustTypeOf(each, scope))];
    case 'function_type':
      return ['fn', rustTypeOf(part(node, 'return_type'), scope)];
    case 'primitive_type':
      return ['path', [node.text], []];
    default:
      return null;
  }
}

/** `impl Trait`, `dyn Trait` and `T: Trait`: an iterator is a list of its items, a function what it gives. */
function boundBy(node: Node | null, scope: RustScope): RustType {
  if (node?.type === 'function_type') return ['fn', rustTypeOf(part(node, 'return_type'), scope)];
  const name = node?.type === 'generic_type' ? part(node, 'type')?.text : node?.text;
  const binding = node?.descendantsOfType('type_binding')[0];
  if (binding && name && /(?:Iterator|Stream)$/.test(name))
    return ['list', rustTypeOf(part(binding, 'type'), scope)];
  if (binding && name === 'Future') return rustTypeOf(part(binding, 'type'), scope);
  return node && !MARKERS.has(node.text) && node.type !== 'lifetime' && node.type !== 'removed_trait_bound'
    ? rustTypeOf(node, scope)
    : null;
}

/** Type parameters count as what they are bound by. */
export function rustTypeParameters(node: Node, scope: RustScope): void {
  for (const each of part(node, 'type_parameters')?.namedChildren ?? []) {
    const name = each && (part(each, 'name') ?? (each.type === 'type_identifier' ? each : null));
    if (name) scope.types.set(name.text, bounds(part(each, 'bounds'), scope));
  }
  const where = node.namedChildren.find((each) => each?.type === 'where_clause');
  for (const each of where?.namedChildren ?? []) {
    const left = each && part(each, 'left')?.text;
    if (left && scope.types.get(left) === null) scope.types.set(left, bounds(part(each, 'bounds'), scope));
  }
}

function bounds(node: Node | null, scope: RustScope): RustType {
  for (const each of node?.namedChildren ?? []) {
    const type = boundBy(each, scope);
    if (type) return type;
  }
  return null;
}

function scoped(node: Node, scope: RustScope): RustType {
  const [path, name] = [part(node, 'path'), part(node, 'name')?.text ?? ''];
  if (!path) return ['path', ['', name], []];
  if (path.text === 'Self') return scope.self?.[0] === 'path' ? ['path', [...scope.self[1], name], []] : null;
  if (parameterNamed(scope, path.text) !== undefined) return null;
  const before =
    path.type === 'crate' || path.type === 'self' || path.type === 'super'
      ? [path.type]
      : rustTypeOf(path, scope);
  if (before?.[0] === 'path' && Array.isArray(before[1])) return ['path', [...before[1], name], []];
  return Array.isArray(before) && typeof before[0] === 'string' && before.length === 1
    ? ['path', [before[0], name], []]
    : null;
}

const argumentsOf = (node: Node | null, scope: RustScope): RustType[] =>
  childNodes(node)
    .filter((each) => each.type !== 'lifetime')
    .map((each) => rustTypeOf(each, scope));

const MARKERS = new Set([
  'Send',
  'Sync',
  'Sized',
  '?Sized',
  'Clone',
  'Copy',
  'Debug',
  'Unpin',
  'Default',
  'Eq',
  'PartialEq',
  'Hash',
  'Ord',
  'PartialOrd',
  "'static",
]);
