import { number } from '../words/times.ts';

/** What can be done to memories: its name, what is said when it is done, and what follows for one and for several. */
const ACTIONS = {
  confirm: ['Confirm', 'Confirmed', '', ''],
  reject: ['Reject', 'Rejected', '. It won’t be learned again.', '. They won’t be learned again.'],
  pin: ['Pin', 'Pinned', '', ''],
  unpin: ['Unpin', 'Unpinned', '', ''],
  mute: ['Mute', 'Muted', ': kept, but not delivered to agents', ''],
  unmute: ['Unmute', 'Unmuted', '', ''],
  forget: [
    'Delete',
    'Deleted',
    '. It is erased from disk in 30 seconds.',
    '. They are erased from disk in 30 seconds.',
  ],
} as const;

export type MemoryActionName = keyof typeof ACTIONS;

/** What an action is called. */
export const nameOf = (action: MemoryActionName): string => ACTIONS[action][0];

/** Asks whether to do it to so many. */
export const askOf = (action: MemoryActionName, n: number): string =>
  `${nameOf(action)} ${n === 1 ? 'this memory' : `${number(n)} memories`}?`;

/** Says that it was done to so many. */
export function didOf(action: MemoryActionName, n: number): string {
  const [, did, one, several] = ACTIONS[action];
  return n === 1 ? did + one : `${number(n)} memories ${did.toLowerCase()}${several}`;
}
