import type { Store } from '@sqrl/base/sqlite/query.ts';
import { passagesOf } from '@sqrl/base/text/passages.ts';
import { sessionOfEvent } from '../store/events/changes.ts';
import { partsOf } from '../store/memory/words.ts';
import {
  addPassage,
  messagesWithoutPassages,
  numberMessages,
  removePassages,
  type UncutMessage,
} from '../store/passages/passages.ts';

export function indexPassages(store: Store, session: number): void {
  for (const message of messagesWithoutPassages(store, session)) cutMessage(store, message);
  numberMessages(store, session);
}

export function recutPassages(store: Store, event: number): void {
  removePassages(store, event);
  indexPassages(store, sessionOfEvent(store, event));
}

function cutMessage(store: Store, { event, at, text }: UncutMessage): void {
  for (const passage of passagesOf(text))
    addPassage(store, { event, text: passage, words: [...partsOf(passage), dateOf(at)].join(' ') });
}

/** A question may name the day or the month in which something was said: "8 May 2026". */
const dateOf = (at: number): string => DAY.format(at);

/** Kept: to make one takes longer than all else that is done for a passage. */
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
