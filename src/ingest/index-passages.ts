import { passagesOf } from '../base/text/passages.ts';
import { partsOf } from '../store/memory/words.ts';
import { addPassage, lastOrdinal, messagesWithoutPassages } from '../store/passages/passages.ts';
import type { Store } from '../store/store.ts';

/** Makes what was said in a session searchable, as far as it is not yet. */
export function indexPassages(store: Store, session: number): void {
  const conversations = Map.groupBy(messagesWithoutPassages(store, session), ({ agent }) => agent);
  for (const [agent, messages] of conversations) {
    let ordinal = lastOrdinal(store, session, agent);
    for (const { event, at, text } of messages) {
      ordinal++;
      for (const passage of passagesOf(text))
        addPassage(store, {
          event,
          ordinal,
          text: passage,
          words: [...partsOf(passage), dateOf(at)].join(' '),
        });
    }
  }
}

/** A question may name the day or the month in which something was said: "8 May 2026". */
const dateOf = (at: number): string =>
  new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
