import type { WireError } from '@sqrl/squirrel/protocol/wire.ts';

type Told = Pick<WireError, 'message' | 'hint'>;

/** What is said where the daemon says nothing, or nothing that helps. */
const TOLD: Partial<Record<CallError['code'], Told>> = {
  gone: {
    message: 'The daemon does not respond.',
    hint: 'Try again, or run `sqrl ui` to start the daemon and open the panel again.',
  },
  unauthorised: { message: 'Session expired.', hint: 'Open it again with `sqrl ui`.' },
};

export class CallError extends Error {
  readonly hint: string;
  readonly code: WireError['code'] | 'gone';

  constructor({ code, ...said }: Told & { code: CallError['code'] }) {
    const { message, hint } = TOLD[code] ?? said;
    super(message);
    this.hint = hint;
    this.code = code;
  }
}

export const gone = (): CallError => new CallError({ message: '', hint: '', code: 'gone' });
