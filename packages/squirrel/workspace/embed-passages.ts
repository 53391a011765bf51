import type { OnProgress } from '@sqrl/base/messages.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { setJob } from '../store/marks.ts';
import {
  countPassages,
  countPassageVectors,
  passagesToEmbed,
  passageTexts,
  removeExcessVectors,
  removePassageVectors,
  setPassageVector,
  sweepPassageVectors,
} from '../store/passages/passage-vectors.ts';
import type { Settings } from './config.ts';
import type { Engine } from './workspace.ts';

export interface EmbedPassagesOptions {
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
  /** Which part of one core it may use, 0 to 1; all of it where a caller waits. */
  cpuShare?: number;
}

export interface PassageEmbedding {
  embedded: number;
  total: number;
}

/** The name of the job that `stats` shows. */
export const EMBED_PASSAGES_JOB = 'embed passages';

/** Which part of a core embedding takes in the background. */
export const BACKGROUND_CPU_SHARE = 0.25;

/** A question that is asked meanwhile waits for so many texts at most. */
const BATCH_PASSAGES = 8;

/** Whether what was said in sessions may be sent to an endpoint for embedding or reranking: only if a person asked for it. */
export const mayPassagesLeave = ({ conversations }: Settings): boolean => conversations.embed === 'on';

export function allowedPassageVectors(settings: Settings): number {
  const { conversations, embedder } = settings;
  if (conversations.embed === 'off') return 0;
  return mayPassagesLeave(settings) || embedder.provider === 'bundled' ? conversations.max_vectors : 0;
}

/**
 * Gives the latest passages a vector of the present embedder, as many as the settings allow. What is done stays done
 * when it is stopped. Stops early where the embedder is down; the next run goes on.
 */
export async function embedPassages(
  engine: Engine,
  options: EmbedPassagesOptions = {},
): Promise<PassageEmbedding> {
  const sum: PassageEmbedding = { embedded: 0, total: 0 };
  for (const { store } of engine.indexedStores) {
    if (store.readOnly) continue;
    const { embedded, total } = await embedPassagesIn(engine, store, options);
    sum.embedded += embedded;
    sum.total += total;
  }
  return sum;
}

/** The same for one store that the engine's embedder is used for. */
export async function embedPassagesIn(
  engine: Pick<Engine, 'meaning' | 'settings' | 'now'>,
  store: Store,
  { onProgress, signal, cpuShare = 1 }: EmbedPassagesOptions = {},
): Promise<PassageEmbedding> {
  const { model } = engine.meaning;
  if (engine.settings.conversations.embed === 'off') store.transaction(() => removePassageVectors(store));
  const maxVectors = allowedPassageVectors(engine.settings);
  // The limit may be lower than before.
  removeExcessVectors(store, { model, maxVectors });
  const rows = hasAll(store, model) ? [] : passagesToEmbed(store, { model, maxVectors });
  const total = rows.length;
  if (total === 0) return { embedded: 0, total };
  let [embedded, tried] = [0, 0];
  while (tried < total && !signal?.aborted) {
    const began = engine.now();
    const batch = rows.slice(tried, tried + BATCH_PASSAGES);
    const done = await embedBatch(engine, store, batch);
    if (done === undefined) break;
    tried += batch.length;
    embedded += done;
    onProgress?.(tried, total, 'passages embedded');
    if (cpuShare < 1) await pause((engine.now() - began) * (1 / cpuShare - 1), signal);
  }
  const isComplete = tried >= total;
  if (isComplete) store.transaction(() => sweepPassageVectors(store, { model, maxVectors }));
  note(engine, store, { isComplete, isStopped: signal?.aborted ?? false, maxVectors });
  return { embedded, total };
}

/** Whether every passage has a vector: quicker to tell than which ones have none. */
const hasAll = (store: Store, model: string): boolean =>
  countPassageVectors(store, model) === countPassages(store);

/** Says how many of a batch have a vector now; undefined while the embedder is down. */
async function embedBatch(
  { meaning }: Pick<Engine, 'meaning'>,
  store: Store,
  rows: readonly number[],
): Promise<number | undefined> {
  const batch = passageTexts(store, rows);
  if (batch.length === 0) return 0;
  const together = await meaning.ofPassages(batch.map(({ text }) => text));
  // An endpoint may refuse a single text, and the others must not wait for that one.
  const vectors = together ?? (batch.length > 1 ? await oneByOne(meaning, batch) : undefined);
  if (!vectors) return undefined;
  return store.transaction(
    () =>
      batch.filter(({ row }, i) => vectors[i] && setPassageVector(store, row, meaning.model, vectors[i]))
        .length,
  );
}

/** A vector for each text that the embedder takes; undefined where it takes neither of the first two, and so is down. */
async function oneByOne(
  meaning: Engine['meaning'],
  batch: readonly { text: string }[],
): Promise<(Float32Array | undefined)[] | undefined> {
  const vectors: (Float32Array | undefined)[] = [];
  for (const { text } of batch) {
    const [vector] = (await meaning.ofPassages([text])) ?? [];
    vectors.push(vector);
    if (vectors.length === 2 && !vectors[0] && !vectors[1]) return undefined;
  }
  return vectors;
}

function note(
  { meaning, now }: Pick<Engine, 'meaning' | 'now'>,
  store: Store,
  { isComplete, isStopped, maxVectors }: { isComplete: boolean; isStopped: boolean; maxVectors: number },
): void {
  setJob(store, {
    name: EMBED_PASSAGES_JOB,
    state: isComplete ? 'done' : 'waiting',
    done: countPassageVectors(store, meaning.model),
    total: Math.min(countPassages(store), maxVectors),
    note: (isComplete || isStopped ? undefined : meaning.notice?.message) ?? meaning.model,
    updatedAt: now(),
  });
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
