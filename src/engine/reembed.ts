import { contextualText } from '../embed/context.ts';
import type { Shelf } from '../recall/find.ts';
import { setJob } from '../store/jobs.ts';
import { countMemories, memoriesAt } from '../store/memories.ts';
import { countVectors, packVectors, rowsWithoutVector, setVector } from '../store/vectors.ts';
import type { Engine } from './engine.ts';
import type { Notice } from './meaning.ts';

export interface Reembedding {
  onProgress?: (done: number, total: number, what: string) => void;
  signal?: AbortSignal;
}

/**
 * Gives every memory a vector of the present embedder, a small batch at a time: search goes on between two of
 * them, and what is done stays done when it is stopped. Its state is a job that `stats` shows.
 */
export async function reembed(engine: Engine, { onProgress, signal }: Reembedding = {}) {
  const notices: Notice[] = [];
  let embedded = 0;
  const total = engine.shelves.reduce((sum, shelf) => sum + waiting(engine, shelf), 0);
  for (const shelf of engine.shelves.filter((each) => waiting(engine, each) > 0)) {
    while (waiting(engine, shelf) > 0 && !signal?.aborted) {
      const done = await embedBatch(engine, shelf);
      if (done === 0) break;
      embedded += done;
      onProgress?.(embedded, total, 'memories embedded');
      note(engine, shelf, 'running');
    }
    packVectors(shelf.store, engine.meaning.model);
    note(engine, shelf, waiting(engine, shelf) === 0 ? 'done' : 'waiting');
  }
  if (engine.meaning.notice) notices.push(engine.meaning.notice);
  return { embedded, total, embedder: engine.meaning.model, notices };
}

const BATCH = 32;

const waiting = ({ meaning }: Engine, { store }: Shelf): number =>
  countMemories(store) - countVectors(store, meaning.model);

async function embedBatch(engine: Engine, { store, index }: Shelf): Promise<number> {
  const { model } = engine.meaning;
  const batch = memoriesAt(store, rowsWithoutVector(store, model, BATCH));
  const texts = batch.map(({ memory }) => contextualText(memory));
  const vectors = await engine.meaning.ofMemories(texts);
  if (!vectors) return 0;
  const written = store.transaction(() =>
    memoriesAt(
      store,
      batch.map(({ row }) => row),
    ).filter(({ row, memory }) => {
      const i = batch.findIndex((each) => each.row === row);
      // Changed while it was being embedded: whoever changed it has embedded it too.
      if (contextualText(memory) !== texts[i]) return false;
      setVector(store, row, model, vectors[i]!);
      return true;
    }),
  );
  for (const { row } of written) index.set(row, vectors[batch.findIndex((each) => each.row === row)]!);
  return batch.length;
}

function note(engine: Engine, shelf: Shelf, state: 'running' | 'done' | 'waiting'): void {
  const total = countMemories(shelf.store);
  const { store } = shelf;
  setJob(store, {
    name: 'reembed',
    state,
    done: total - waiting(engine, shelf),
    total,
    note: state === 'waiting' ? (engine.meaning.notice?.message ?? 'stopped') : engine.meaning.model,
    updatedAt: engine.now(),
  });
}
