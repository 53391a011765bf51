import { DEEPEST, type Syntax } from '../syntax.ts';

/**
 * What oxc parsed, as it lies in the memory that it shares with us: structs of the parser's own language, one after
 * the other, with places of other structs in them. Its package makes objects of all of that, names and types
 * included; of those we need but a part, and that part in another shape.
 */
export interface Memory {
  bytes: Uint8Array;
  words: Int32Array;
  source: string;
  javascript: boolean;
}

/** Where there is nothing: what was parsed must not be held on to. */
export const NOWHERE: Memory = {
  bytes: new Uint8Array(),
  words: new Int32Array(),
  source: '',
  javascript: false,
};

let { bytes, words } = NOWHERE;
/** The text that was parsed. */
export let source = '';
/** Whether it is JavaScript: what the grammars of the two languages call differently. */
export let javascript = false;

/** Has everything be read from here. Not handed from call to call: there are as many calls as there are nodes. */
export function lookAt(memory: Memory): void {
  ({ bytes, words, source, javascript } = memory);
  depth = 0;
}

let depth = 0;

/** Steps into something that may hold the like of itself again. */
export function stepIn(): void {
  if (++depth > DEEPEST) throw new RangeError('The code is nested too deep.');
}

export function stepOut(): void {
  depth--;
}

export type Field = string | null;

/** Where a struct's text begins and ends: that stands first in every one. */
export const start = (at: number): number => words[at >> 2]!;
export const end = (at: number): number => words[(at >> 2) + 1]!;

/** The struct that a place leads to. */
export const target = (at: number): number => words[at >> 2]!;

/** Whether a place leads nowhere. */
export const leadsNowhere = (at: number): boolean => words[at >> 2] === 0 && words[(at >> 2) + 1] === 0;

/** Which of several things lies here, by its number; 255 where none does. */
export const tag = (at: number): number => bytes[at]!;
export const NOTHING = 255;

export const flag = (at: number): boolean => bytes[at] === 1;

/** Whether there is no name in an identifier. */
export const isNameless = (at: number): boolean => leadsNowhere(at + 16);

/** How many there are in a list. */
export const count = (at: number): number => words[(at >> 2) + 2]!;

/** What a list's elements are read to. */
export function each(
  at: number,
  size: number,
  read: (at: number, field: Field) => Syntax,
  kids: Syntax[] = [],
): Syntax[] {
  const first = target(at);
  const last = first + size * count(at);
  for (let element = first; element < last; element += size) kids.push(read(element, null));
  return kids;
}

export const NONE: never[] = [];

/** The node of a struct. Of the same shape as those of the grammars, so that readers stay quick. */
export const node = (
  type: string,
  field: Field,
  at: number,
  kids: Syntax[] = NONE,
  said: readonly string[] = NONE,
): Syntax => ({ type, field, start: words[at >> 2]!, end: words[(at >> 2) + 1]!, kids, words: said });

export const leaf = (type: string, field: Field, from: number, to: number): Syntax => ({
  type,
  field,
  start: from,
  end: to,
  kids: NONE,
  words: NONE,
});

/** Where the text begins that comes next: space and comments are none. */
export function textFrom(from: number): number {
  let at = from;
  for (;;) {
    while (source.charCodeAt(at) <= BLANK) at++;
    if (source.charCodeAt(at) !== SLASH) return at;
    const second = source.charCodeAt(at + 1);
    if (second === SLASH) at = past('\n', at);
    else if (second === STAR) at = past('*/', at + 2);
    else return at;
  }
}

const [BLANK, STAR, SLASH] = [32, 42, 47] as const;

function past(mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found === -1 ? source.length : found + mark.length;
}

/** Where a bracket opens before an offset. */
export function openingBefore(bracket: string, offset: number): number {
  let at = offset - 1;
  while (source.charCodeAt(at) <= BLANK) at--;
  return source[at] === bracket ? at : Math.max(0, source.lastIndexOf(bracket, at));
}

/** Where a bracket closes behind an offset. */
export function closingAfter(bracket: string, offset: number): number {
  const found = source.indexOf(bracket, textFrom(offset));
  return found === -1 ? offset : found + 1;
}
