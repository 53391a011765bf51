import { passagesOf } from '../base/text/passages.ts';
import { partsOf } from '../store/memory/words.ts';
import {
  addPassage,
  messagesWithoutPassages,
  numberMessages,
  type UncutMessage,
} from '../store/passages/passages.ts';
import type { Store } from '../store/store.ts';

/** Makes what was said in a session searchable, as far as it is not yet. */
export function indexPassages(store: Store, session: number): void {
  for (const message of messagesWithoutPassages(store, session)) cutMessage(store, message);
  numberMessages(store, session);
}

/** Adds the passages of a message. */
export function cutMessage(store: Store, { event, text }: UncutMessage): void {
  for (const passage of passagesOf(text))
    addPassage(store, { event, text: passage, words: partsOf(passage).join(' ') });
}
