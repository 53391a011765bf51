/**
 * What kind of trouble it is; the doors turn it into an exit code or a status. `unconfirmed`: it is done only when the
 * person has agreed to a danger that the message names.
 */
export type ProblemCode =
  | 'usage'
  | 'invalid'
  | 'not_found'
  | 'forbidden'
  | 'store'
  /** Another process writes to the store: the same call works in a moment. */
  | 'busy'
  | 'provider'
  | 'cancelled'
  | 'unconfirmed';

/** A situation of the person's, not a mistake of ours: what happened, and what to try. */
export class Problem extends Error {
  readonly hint: string;
  readonly code: ProblemCode;

  constructor(message: string, hint = '', code: ProblemCode = 'invalid', cause?: unknown) {
    super(message, { cause });
    this.name = 'Problem';
    this.hint = hint;
    this.code = code;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
