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

export const lineNumberAt = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length;

export const eolOf = (text: string): string => (/\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n');
