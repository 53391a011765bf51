import type { Node } from 'web-tree-sitter';
import { part } from '../../facts/fields.ts';
import type { RustExpr } from './detail.ts';
import { pathExpr, segmentsOf } from './expression.ts';
import { declareRust, type RustScope } from './scope.ts';

/** Gives the names of a pattern the parts of what it is matched with. */
export function bind(pattern: Node | null, value: RustExpr, scope: RustScope): void {
  if (!pattern) return;
  switch (pattern.type) {
    case 'identifier':
      // `None` and constants look like names, and begin with a capital.
      if (!/^\p{Lu}/u.test(pattern.text)) declareRust(scope, pattern.text, value);
      break;
    case 'match_pattern':
    case 'mut_pattern':
    case 'ref_pattern':
    case 'reference_pattern':
      bind(pattern.namedChildren.find((each) => each?.type !== 'mutable_specifier') ?? null, value, scope);
      break;
    case 'tuple_pattern':
      held(pattern).forEach((each, index) => {
        bind(each, value && ['part', value, index], scope);
      });
      break;
    case 'slice_pattern':
      for (const each of pattern.namedChildren) bind(each, value && ['item', value], scope);
      break;
    case 'or_pattern':
    case 'captured_pattern':
      for (const each of pattern.namedChildren) bind(each, value, scope);
      break;
    case 'tuple_struct_pattern':
      tupleStruct(pattern, value, scope);
      break;
    case 'struct_pattern':
      struct(pattern, scope);
      break;
  }
}

/** What a pattern holds, with the places that nothing is bound to. */
const held = (pattern: Node): Node[] =>
  pattern.children.filter(
    (each) => each?.type === '_' || (each?.isNamed && !each.type.endsWith('comment')),
  ) as Node[];

function tupleStruct(pattern: Node, value: RustExpr, scope: RustScope): void {
  const [type, ...rest] = held(pattern);
  const segments = type ? segmentsOf(type) : [];
  const last = segments.at(-1);
  const taken = last === 'Some' || last === 'Ok' || last === 'Ready';
  const path = pathExpr(segments, scope);
  rest.forEach((each, index) => {
    const field: RustExpr = path?.[0] === 'path' && last !== 'Err' ? ['field', path[1], String(index)] : null;
    bind(each, taken ? value && ['inner', value] : field, scope);
  });
}

function struct(pattern: Node, scope: RustScope): void {
  const type = part(pattern, 'type');
  const path = type && pathExpr(segmentsOf(type), scope);
  for (const each of pattern.namedChildren) {
    const name = each?.type === 'field_pattern' && part(each, 'name');
    if (!name) continue;
    const value: RustExpr = path?.[0] === 'path' ? ['field', path[1], name.text] : null;
    const inner = part(each, 'pattern');
    if (inner) bind(inner, value, scope);
    else declareRust(scope, name.text, value);
  }
}
