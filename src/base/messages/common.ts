import type { MessageText } from './text.ts';

/** Joins, and words that are not the product’s own. */
export const COMMON_MESSAGES = {
  /** The words of a person or a client, and sentences that older versions stored. */
  verbatim: '{text}',
  'join.sentences': '{first}; {then}',
  'join.list': '{first}, {then}',
} as const satisfies Record<string, MessageText>;
