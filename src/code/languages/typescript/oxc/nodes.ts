import type { Syntax } from '../syntax.ts';

/** A node of the ESTree that oxc-parser returns. Which properties it has depends on its type. */
export interface EsNode {
  type: string;
  start: number;
  end: number;
  // biome-ignore lint/suspicious/noExplicitAny: foreign data, more than a hundred types of nodes
  [property: string]: any;
}

export type Field = string | null;

/** The text being converted, and whether it is JavaScript, whose grammar names some nodes differently. */
export let source = '';
export let isJavaScript = false;

export function setSource(text: string, javascript: boolean): void {
  source = text;
  isJavaScript = javascript;
}

export const NONE: never[] = [];

interface Span {
  start: number;
  end: number;
}

/** Makes every syntax node, so that all of them have the same hidden class, which keeps the readers fast. */
export const syntax = (
  type: string,
  field: Field,
  { start, end }: Span,
  kids: Syntax[] = NONE,
  words: readonly string[] = NONE,
): Syntax => ({ type, field, start, end, kids, words });

/** A node that spans its children. */
export const around = (type: string, field: Field, kids: Syntax[]): Syntax =>
  syntax(type, field, { start: kids[0]!.start, end: kids.at(-1)!.end }, kids);

/** An expression in brackets that have no node in ESTree. */
export function bracketed(type: string, field: Field, [open, close]: string, inner: Syntax): Syntax {
  let start = inner.start - 1;
  while (source.charCodeAt(start) <= SPACE) start--;
  if (source[start] !== open) start = Math.max(0, source.lastIndexOf(open!, start));
  return syntax(type, field, { start, end: after(close!, tokenFrom(inner.end)) }, [inner]);
}

const SPACE = 32;

/** The offset of the first token at or after `from`: skips white space and comments. */
export function tokenFrom(from: number): number {
  let at = from;
  for (;;) {
    while (source.charCodeAt(at) <= SPACE) at++;
    if (source.startsWith('//', at)) at = after('\n', at);
    else if (source.startsWith('/*', at)) at = after('*/', at + 2);
    else return at;
  }
}

function after(mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found === -1 ? source.length : found + mark.length;
}
