/** Something about a file that keeps us from changing it. */
export interface EditObstacle {
  /** From 1. */
  line: number;
  because: string;
}

/** Thrown where a text is broken, or holds something else where ours would go. */
export class CannotEdit extends Error {
  readonly line: number;
  constructor({ line, because }: EditObstacle) {
    super(because);
    this.line = line;
  }
}

/** The line an offset lies on, from 1. */
export const lineNumberAt = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length;

/** The line end a text uses. */
export const eolOf = (text: string): string => (/\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n');
