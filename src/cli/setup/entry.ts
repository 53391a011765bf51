/** One thing of ours in a file of a client's. */
export interface Entry {
  /** Where it stands; of an item the list's place. */
  at: readonly string[];
  value: unknown;
  /** It is one item of a list, beside those of others. */
  item?: boolean;
  /** Whether what stands there is ours, perhaps of an older version. */
  ours(value: unknown): boolean;
}

/** What was put into a text, so that it can be taken out again to the byte. */
export interface Piece {
  /** The object, list or table it was put into. */
  at: readonly string[];
  text: string;
  /** How far behind the beginning of the text its first property or item begins. */
  lead: number;
  /** The name of that first property; an item has none. */
  first?: string;
  /** A comma was put behind what stands before it. */
  comma?: boolean;
  /** Objects and lists that were not there before. */
  made: (readonly string[])[];
}

/** A text with our entries in it, and what was put in. */
export interface Edited {
  text: string;
  pieces: Piece[];
}

/** Something about a file that keeps us from changing it. */
export interface Trouble {
  /** From 1. */
  line: number;
  because: string;
}

/** Thrown where a text is broken, or holds something else where ours would go. */
export class CannotEdit extends Error {
  readonly line: number;
  constructor({ line, because }: Trouble) {
    super(because);
    this.line = line;
  }
}

/** The line an offset lies on, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The line end a text uses. */
export const eolOf = (text: string): string => (/\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n');
