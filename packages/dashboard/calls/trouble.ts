import type { WireError } from '@sqrl/squirrel/protocol/wire.ts';

/** Why a call has no answer: what the daemon said, or that it could not be reached. */
export class CallError extends Error {
  readonly hint: string;
  readonly code: WireError['code'] | 'gone';

  constructor({ message, hint, code }: { message: string; hint: string; code: CallError['code'] }) {
    super(message);
    this.hint = hint;
    this.code = code;
  }
}

/** The daemon does not answer at all. */
export const gone = (): CallError => new CallError({ message: '', hint: '', code: 'gone' });
