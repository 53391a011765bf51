import type { CallError } from '../calls/trouble.ts';

/** A trouble as a person reads it. */
export function toldTrouble({ message, hint, code }: Pick<CallError, 'message' | 'hint' | 'code'>): {
  message: string;
  hint: string;
} {
  if (code === 'gone')
    return {
      message: 'The daemon does not respond.',
      hint: 'Try again, or run `sqrl ui` to start the daemon and open the panel again.',
    };
  if (code === 'unauthorised') return { message: 'Session expired.', hint: 'Open it again with `sqrl ui`.' };
  return { message, hint };
}
