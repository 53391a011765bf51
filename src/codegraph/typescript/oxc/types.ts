import type { Syntax } from '../syntax.ts';
import { each, end, type Field, leadsNowhere, node, start, tag, target } from './memory.ts';

/** Types are read from their text: where one begins and ends is all that is needed. */
export const typeLeaf = (at: number, field: Field): Syntax => {
  const type = target(at + 8);
  return node('type', field, type, end(type) - start(type) > LONG ? partsOf(tag(at), type) : undefined);
};

/** What is longer than this is cut into chunks at its parts. */
export const LONG = 4_000;

const MEMBERS = new Set([28]);
const LISTS = new Set([21, 27, 33]);

/** The members of an object type, the types of a union. */
function partsOf(which: number, at: number): Syntax[] | undefined {
  return MEMBERS.has(which) || LISTS.has(which) ? each(at + 16, 16, readPart) : undefined;
}

export const readPart = (at: number, field: Field): Syntax => typeLeaf(at, field);

/** `: Type` where it is written. */
export function pushAnnotation(kids: Syntax[], at: number, field: string): void {
  if (!leadsNowhere(at)) kids.push(node('type_annotation', field, target(at)));
}

/** `<T>` where it is written. */
export function pushTypeParameters(kids: Syntax[], at: number): void {
  if (!leadsNowhere(at)) kids.push(node('type_parameters', 'type_parameters', target(at)));
}
