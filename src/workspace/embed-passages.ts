import { setJob } from '../store/jobs.ts';
import {
  countPassages,
  passagesWithoutVector,
  setPassageVector,
  sweepPassageVectors,
} from '../store/passages/passage-vectors.ts';
import type { IndexedStore } from './indexed-store.ts';
import type { Engine } from './workspace.ts';

export interface EmbedPassagesOptions {
  onProgress?: ((done: number, total: number, what: string) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Which part of one core it may use, 0 to 1; all of it where a caller waits. */
  cpuShare?: number;
}

/** So many of a project's latest passages have a vector: about 40 MB. Older ones are found by words. */
export const MAX_EMBEDDED_PASSAGES = 100_000;

/** A question that is asked meanwhile waits for so many texts at most. */
const BATCH_PASSAGES = 8;

/**
 * Gives passages a vector of the present embedder, the latest first. What is done stays done when it is stopped. Stops
 * early where the embedder is down; the next run goes on.
 */
export async function embedPassages(
  engine: Engine,
  options: EmbedPassagesOptions = {},
): Promise<{ embedded: number; total: number }> {
  let embedded = 0;
  let total = 0;
  for (const indexedStore of engine.indexedStores) {
    if (indexedStore.store.readOnly) continue;
    const done = await embedIn(engine, indexedStore, options);
    embedded += done.embedded;
    total += done.total;
  }
  return { embedded, total };
}

async function embedIn(
  { meaning, now }: Engine,
  { store }: IndexedStore,
  { onProgress, signal, cpuShare = 1 }: EmbedPassagesOptions,
): Promise<{ embedded: number; total: number }> {
  const counts = () => countPassages(store, meaning.model);
  const before = counts();
  const total = Math.min(before.passages, MAX_EMBEDDED_PASSAGES) - before.embedded;
  if (total <= 0) return { embedded: 0, total: 0 };
  let embedded = 0;
  while (embedded < total && !signal?.aborted) {
    const began = performance.now();
    const batch = passagesWithoutVector(store, meaning.model, Math.min(BATCH_PASSAGES, total - embedded));
    const vectors = await meaning.ofPassages(batch.map(({ text }) => text));
    if (!vectors || batch.length === 0) break;
    store.transaction(() => {
      for (const [i, { row }] of batch.entries()) setPassageVector(store, row, meaning.model, vectors[i]!);
    });
    embedded += batch.length;
    onProgress?.(embedded, total, 'passages embedded');
    if (cpuShare < 1) await pause((performance.now() - began) * (1 / cpuShare - 1), signal);
  }
  const isComplete = embedded >= total;
  if (isComplete) store.transaction(() => sweepPassageVectors(store, meaning.model));
  setJob(store, {
    name: 'embed passages',
    state: isComplete ? 'done' : 'waiting',
    done: counts().embedded,
    total: Math.min(before.passages, MAX_EMBEDDED_PASSAGES),
    note: isComplete || signal?.aborted ? meaning.model : (meaning.notice?.message ?? meaning.model),
    updatedAt: now(),
  });
  return { embedded, total };
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
  });
}
