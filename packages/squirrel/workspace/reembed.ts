import type { Notice } from '@sqrl/base/messages.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { contextualText } from '@sqrl/embedder/context.ts';
import { countMemories, memoriesAt, memoryAt, rowById } from '../store/memory/memories.ts';
import { countVectors, rowsWithoutVector, setVector } from '../store/vectors/stored-index.ts';
import { embedPassages } from './embed-passages.ts';
import { type EmbeddedKind, type EmbedOptions, embedBatch, embedRows } from './embed-rows.ts';
import type { IndexedStore } from './indexed-store.ts';
import type { Engine } from './workspace.ts';

export interface ReembedOptions extends EmbedOptions {
  /** Called when it is to stop, for a caller that can end the running batch. */
  onStop?: () => void;
}

/** Embeds what has no vector of the present embedder: memories first, then passages of conversations within their limit. */
export async function embedMissing(engine: Engine, options: ReembedOptions = {}) {
  const memories = await reembed(engine, options);
  const passages = await embedPassages(engine, options);
  const { notice } = engine.meaning;
  return { ...memories, passages, notices: notice ? [notice] : [] };
}

/** Gives every memory a vector of the present embedder. Its state is a job that `stats` shows. */
export async function reembed(engine: Engine, { signal, onStop, ...options }: ReembedOptions = {}) {
  // The later takes over: it is the one a caller waits for.
  while (underWay.has(engine.user.store)) await stopReembedding(engine);
  const stop = new AbortController();
  const either = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]);
  if (onStop) either.addEventListener('abort', onStop, { once: true });
  const work = embedAll(engine, { ...options, signal: either });
  const mine = { stop, ended: work.then(over, over) };
  underWay.set(engine.user.store, mine);
  return await work;

  function over(): void {
    if (underWay.get(engine.user.store) === mine) underWay.delete(engine.user.store);
  }
}

/** Stops the re-embedding under way, if there is one, and waits until it has come to rest. */
export async function stopReembedding(engine: Engine): Promise<void> {
  const other = underWay.get(engine.user.store);
  other?.stop.abort();
  await other?.ended;
}

/** One for each home that is open: two would embed the same memories. */
const underWay = new WeakMap<Store, { stop: AbortController; ended: Promise<void> }>();

async function embedAll(engine: Engine, { onProgress, ...options }: EmbedOptions) {
  const { model } = engine.meaning;
  const left = engine.indexedStores.map((at) => ({ at, rows: rowsWithoutVector(at.store, model, -1) }));
  const total = left.reduce((sum, { rows }) => sum + rows.length, 0);
  let embedded = 0;
  for (const { at, rows } of left.filter(({ rows }) => rows.length > 0)) {
    const before = embedded;
    const done = await embedRows(engine, memoriesIn(engine, at), rows, {
      ...options,
      onProgress: (some, _, what) => onProgress?.(before + some, total, what),
    });
    embedded += done.embedded;
  }
  const { notice, model: embedder } = engine.meaning;
  return { embedded, total, embedder, notices: notice ? [notice] : [] };
}

const memoriesIn = ({ meaning }: Engine, { store, index }: IndexedStore): EmbeddedKind => ({
  ...{ job: 'reembed', what: 'memories', store },
  textsOf: (rows) =>
    memoriesAt(store, rows).map(({ row, memory }) => ({ row, text: contextualText(memory) })),
  embed: meaning.ofMemories,
  keep(row, text, vector) {
    const now = memoryAt(store, row);
    // Changed or gone while it was being embedded: the change has embedded it too.
    if (!now || contextualText(now) !== text) return false;
    setVector(store, row, meaning.model, vector);
    index.set(row, vector);
    return true;
  },
  counts: () => ({ done: countVectors(store, meaning.model), total: countMemories(store) }),
});

/** Embeds memories whose text was shortened; where the embedder does not answer they wait as others do. */
export async function embedAgain(
  engine: Engine,
  stores: readonly Store[],
  ids: readonly string[],
): Promise<void> {
  for (const at of engine.indexedStores.filter(({ store }) => stores.includes(store))) {
    const rows = [...new Set(ids)].flatMap((id) => rowById(at.store, id) ?? []);
    await embedBatch(memoriesIn(engine, at), rows);
  }
}

const waiting = ({ meaning }: Engine, { store }: IndexedStore): number =>
  countMemories(store) - countVectors(store, meaning.model);

/** Says so, where memories have no vector of the present embedder yet. */
export function waitingNotice(engine: Engine): Notice | undefined {
  const count = engine.indexedStores.reduce((sum, indexedStore) => sum + waiting(engine, indexedStore), 0);
  if (count === 0) return undefined;
  return {
    message:
      count === 1
        ? `1 memory has no vector of ${engine.meaning.model} yet and is found by words only.`
        : `${count} memories have no vector of ${engine.meaning.model} yet and are found by words only.`,
    hint: 'Run `sqrl doctor reembed`.',
  };
}
