import type { Notice, OnProgress } from '@sqrl/base/messages.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { contextualText } from '@sqrl/embedder/context.ts';
import { setJob } from '../store/marks.ts';
import { countMemories, memoriesAt, memoryAt, type Row } from '../store/memory/memories.ts';
import { countVectors, rowsWithoutVector, setVector } from '../store/vectors/stored-index.ts';
import type { IndexedStore } from './indexed-store.ts';
import type { Engine } from './workspace.ts';

export interface ReembedOptions {
  onProgress?: OnProgress;
  signal?: AbortSignal;
  /** How many memories go together: few where another caller may wait for the same embedder. */
  batch?: number;
  /** Called when it is to stop, for a caller that can end the running batch. */
  onStop?: () => void;
}

/**
 * Gives every memory a vector of the present embedder, a small batch at a time: search goes on between two of
 * them, and what is done stays done when it is stopped. Its state is a job that `stats` shows.
 */
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

async function embedAll(
  engine: Engine,
  { onProgress, signal, batch = BATCH_MEMORIES }: ReembedOptions & { signal: AbortSignal },
) {
  let embedded = 0;
  const total = engine.indexedStores.reduce((sum, indexedStore) => sum + waiting(engine, indexedStore), 0);
  for (const indexedStore of engine.indexedStores.filter((each) => waiting(engine, each) > 0)) {
    const refused = new Set<Row>();
    while (waiting(engine, indexedStore) > refused.size && !signal.aborted) {
      const done = await embedBatch(engine, indexedStore, { refused, batch, signal });
      if (done === 0) break;
      embedded += done;
      onProgress?.(embedded, total, 'memories embedded');
      note(engine, indexedStore, 'running');
    }
    note(engine, indexedStore, waiting(engine, indexedStore) === 0 ? 'done' : 'waiting', signal);
  }
  const { notice, model: embedder } = engine.meaning;
  return { embedded, total, embedder, notices: notice ? [notice] : [] };
}

const BATCH_MEMORIES = 32;

const waiting = ({ meaning }: Engine, { store }: IndexedStore): number =>
  countMemories(store) - countVectors(store, meaning.model);

/** Embeds some memories and says how many; where a batch fails, one text in it may be to blame, so each is tried alone. */
async function embedBatch(
  engine: Engine,
  indexedStore: IndexedStore,
  { refused, batch, signal }: { refused: Set<Row>; batch: number; signal: AbortSignal },
): Promise<number> {
  const rows = rowsWithoutVector(indexedStore.store, engine.meaning.model, batch + refused.size);
  const those = memoriesAt(
    indexedStore.store,
    rows.filter((row) => !refused.has(row)),
  );
  const done = await embedThese(engine, indexedStore, those);
  if (done > 0 || those.length < 2) return done;
  let alone = 0;
  for (const each of those) {
    // Told to stop, the embedder may have failed for that very reason.
    if (signal.aborted) break;
    const one = await embedThese(engine, indexedStore, [each]);
    if (one === 0 && alone === 0) return 0;
    if (one === 0) refused.add(each.row);
    alone += one;
  }
  return alone;
}

async function embedThese(
  engine: Engine,
  { store, index }: IndexedStore,
  batch: ReturnType<typeof memoriesAt>,
): Promise<number> {
  const { model } = engine.meaning;
  const texts = batch.map(({ memory }) => contextualText(memory));
  const vectors = await engine.meaning.ofMemories(texts);
  if (!vectors) return 0;
  for (const [i, { row }] of batch.entries())
    store.transaction(() => {
      const now = memoryAt(store, row);
      // Changed or gone while it was being embedded: the change has embedded it too.
      if (!now || contextualText(now) !== texts[i]) return;
      setVector(store, row, model, vectors[i]!);
      index.set(row, vectors[i]!);
    });
  return batch.length;
}

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

function note(
  engine: Engine,
  indexedStore: IndexedStore,
  state: 'running' | 'done' | 'waiting',
  signal?: AbortSignal,
): void {
  const total = countMemories(indexedStore.store);
  const { store } = indexedStore;
  setJob(store, {
    name: 'reembed',
    state,
    done: total - waiting(engine, indexedStore),
    total,
    note: state === 'waiting' ? reason() : engine.meaning.model,
    updatedAt: engine.now(),
  });

  function reason(): string {
    return (signal?.aborted ? undefined : engine.meaning.notice?.message) ?? 'stopped';
  }
}
