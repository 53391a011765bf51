import { countWords, replaceSentencesWith } from '../../base/text/phrases.ts';
import { recutPassages } from '../../ingest/index-passages.ts';
import type { Evidence, Memory } from '../../model/memory.ts';
import { dropSummaries } from '../../store/drafts/model-questions.ts';
import { FORGOTTEN } from '../../store/events/event-rows.ts';
import { eventsOfPassages, eventTexts, setForgottenText } from '../../store/events/forgotten.ts';
import { passagesByPhrase } from '../../store/passages/passage-words.ts';
import type { Store } from '../../store/store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { projectFilesOf, settleStoredSession } from './settle.ts';

/** Fewer words than these are said in many messages that have nothing to do with a memory. */
const MIN_WORDS = 3;

/**
 * Forgets the sentences that a memory was learned from: they leave the messages, what can be searched of those, and what
 * was derived from them. Says which stores it changed.
 */
export function forgetSaid(
  engine: Engine,
  { text }: Pick<Memory, 'text'>,
  evidence: readonly Evidence[],
): Store[] {
  return engine.indexedStores.flatMap(({ store, passages }) => {
    const sessions = store.transaction(() => removeSentences(store, text, evidence));
    const files = projectFilesOf(store, engine.project?.root);
    for (const session of sessions) {
      settleStoredSession(store, session, { files });
      dropSummaries(store, session);
    }
    if (sessions.size > 0) passages.drop();
    return sessions.size > 0 ? [store] : [];
  });
}

/** Gives the sessions that lost something. */
function removeSentences(store: Store, text: string, evidence: readonly Evidence[]): Set<number> {
  const sessions = new Set<number>();
  const quotes = new Set([text, ...evidence.flatMap(({ quote }) => quote ?? [])]);
  const proofs = eventTexts(
    store,
    evidence.flatMap(({ events }) => events),
  );
  for (const quote of quotes) {
    const elsewhere =
      countWords(quote) < MIN_WORDS ? [] : eventsOfPassages(store, passagesByPhrase(store, quote, -1));
    const proofRows = new Set(proofs.map(({ row }) => row));
    for (const event of [...proofs, ...elsewhere.filter(({ row }) => !proofRows.has(row))]) {
      const left = replaceSentencesWith(event.text, quote, FORGOTTEN);
      if (left === event.text) continue;
      event.text = left;
      setForgottenText(store, event);
      recutPassages(store, event.row);
      sessions.add(event.session);
    }
  }
  return sessions;
}
