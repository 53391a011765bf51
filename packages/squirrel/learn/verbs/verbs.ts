import type { OnProgress } from '@sqrl/base/messages.ts';
import type { Evidence, Memory } from '@sqrl/base/model/memory.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { cacheKey, emptyCache, forgetCached } from '@sqrl/base/sqlite/vectors/table.ts';
import { countWords, replaceSentencesWith } from '@sqrl/base/text/phrases.ts';
import { contextualText } from '@sqrl/embedder/context.ts';
import { recutPassages } from '../../ingest/index-passages.ts';
import { beginForgetting } from '../../ingest/work/forget-logs.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { copiesOf, keepCopy } from '../../store/copies.ts';
import { dropSummaries } from '../../store/drafts/model-questions.ts';
import { eventsOfPassages, eventTexts, setForgottenText } from '../../store/events/changes.ts';
import { FORGOTTEN } from '../../store/events/files.ts';
import { evidenceAt } from '../../store/memory/belongings.ts';
import { ANY, memoriesWhere } from '../../store/memory/filters.ts';
import { forgetQuestionsOf, memoryAt, type Row, removeMemory } from '../../store/memory/memories.ts';
import { passagesByPhrase } from '../../store/passages/passages.ts';
import { forgetProject } from '../../store/projects.ts';
import { ERASE_STEPS, eraseStore, scrub } from '../../store/restore.ts';
import { removeVector } from '../../store/vectors/stored-index.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import { findById, findMemory, storesOf } from '../../workspace/lookup.ts';
import { stopReembedding } from '../../workspace/reembed.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { noteStep, writeMemory } from '../gate/history.ts';
import { bringBack } from '../gate/overtake.ts';
import { eraseFromDailyLogs } from '../notes/daily-log.ts';
import { forgetShared } from '../sharing/note-shared.ts';
import { newMemoryAction, type PartOfAction, recordMemoryAction, refuseMemory } from './note-change.ts';
import { projectFilesOf, settleStoredSession } from './settle.ts';

export function pin(
  engine: Engine,
  { id, pinned, action = newMemoryAction() }: Parsed<'pin'> & PartOfAction,
): Memory {
  const { store } = findById(engine, id).indexedStore;
  return store.transaction(() => {
    const { row, memory: before } = findMemory(engine, id);
    const at = engine.now();
    const memory = { ...before, pinned, updatedAt: at };
    writeMemory(store, row, memory);
    const did = pinned ? 'pinned' : 'unpinned';
    if (before.pinned !== pinned) {
      noteStep(store, memory, { at, did, why: `a person ${did} it` });
      recordMemoryAction(store, { action, did, at }, { memory: before }, { memory });
    }
    return memory;
  });
}

/**
 * Forgets memories for good: rows, words, vectors, looks, copies, log lines, and the sentences they were learned from. All
 * ids must be known, or nothing happens.
 */
export function forget(
  engine: Engine,
  ids: readonly string[],
  { keepMessages = false }: { keepMessages?: boolean } = {},
): Memory[] {
  engine.flush();
  const places = ids.map((id) => findById(engine, id));
  const changed = new Set(places.map(({ indexedStore }) => indexedStore.store));
  const forgotten = places.flatMap(({ indexedStore, row }) => {
    const { store } = indexedStore;
    const memory = memoryAt(store, row);
    if (!memory) return [];
    forgetQuestionsOf(store, row);
    bringBack(storesOf(engine), { id: memory.id, store, row }, engine.now());
    // Before its matter is refused: what is derived anew may be seen again.
    const said = keepMessages ? [] : forgetSaid(engine, memory, evidenceAt(store, row));
    for (const each of said) changed.add(each);
    refuseMemory(engine, memory, { at: engine.now(), isForgotten: true });
    store.transaction(() => {
      forgetShared(store, memory.id, engine.now());
      remove(indexedStore, row);
    });
    return [memory];
  });
  forgetCached(
    engine.user.store,
    forgotten.map((memory) => cacheKey(engine.meaning.model, contextualText(memory))),
  );
  // The older copies still hold it, and a mending would bring it back.
  for (const store of changed)
    if (copiesOf(store.path).length > 0)
      keepCopy(store, { now: engine.now(), reason: 'after-forget', keep: 1 });
  storesOf(engine).forEach(scrub);
  eraseFromDailyLogs(
    engine.home.daily,
    forgotten.map(({ id }) => id),
  );
  return forgotten;
}

export async function forgetAll(
  engine: Engine,
  { of }: Parsed<'forgetAll'>,
  { onProgress }: { onProgress?: OnProgress } = {},
): Promise<{ forgotten: number }> {
  engine.flush();
  if (of === 'project' && !engine.project)
    throw new Problem('There is no project here.', 'Pass --global to erase the global memories.', 'usage');
  const indexedStores = engine.indexedStores.filter(
    (indexedStore) =>
      of === 'both' || (of === 'user' ? indexedStore === engine.user : indexedStore === engine.own),
  );
  // Else a batch under way would put vectors of what is erased into the cache.
  await stopReembedding(engine);
  let begun = 0;
  const step = (what: string) => onProgress?.(begun++, indexedStores.length * (ERASE_STEPS + 1), what);
  let forgotten = 0;
  const erasure = beginForgetting(engine, of);
  for (const { store, index, passages } of indexedStores) {
    const all = memoriesWhere(store, ANY, { now: engine.now(), limit: -1, order: 'oldest' });
    forgotten += eraseStore(store, step);
    index.drop();
    passages.drop();
    step('erasing from the daily logs');
    eraseFromDailyLogs(
      engine.home.daily,
      all.map(({ memory }) => memory.id),
    );
  }
  erasure.end();
  emptyCache(engine.user.store);
  if (of !== 'user' && engine.project) forgetProject(engine.user.store, engine.project.id);
  scrub(engine.user.store);
  return { forgotten };
}

export function remove({ store, index }: IndexedStore, row: Row): void {
  store.transaction(() => {
    removeVector(store, row);
    removeMemory(store, row);
  });
  index.remove(row);
}

/** Fewer words than these are said in many messages that have nothing to do with a memory. */
const MIN_WORDS = 3;

/**
 * Forgets the sentences that a memory was learned from: they leave the messages, what can be searched of those, and what
 * was derived from them. Says which stores it changed.
 */
function forgetSaid(engine: Engine, { text }: Pick<Memory, 'text'>, evidence: readonly Evidence[]): Store[] {
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
