import type { OnProgress } from '@sqrl/base/messages.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { setJob } from '../store/marks.ts';
import type { Engine } from './workspace.ts';

export interface EmbedOptions {
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
  /** How many texts go together: few where another caller may wait for the same embedder. */
  batch?: number;
  /** Which part of one core it may use, 0 to 1; all of it where a caller waits. */
  cpuShare?: number;
}

export interface EmbeddedKind {
  job: string;
  what: string;
  store: Store;
  textsOf(rows: readonly number[]): { row: number; text: string }[];
  /** Undefined, all of them, while the embedder is down. */
  embed(texts: readonly string[]): Promise<Float32Array[] | undefined>;
  /** Keeps a vector, inside a transaction; false where its text is gone or another one by now. */
  keep(row: number, text: string, vector: Float32Array): boolean;
  /** How many have a vector, and how many shall have one. */
  counts(): { done: number; total: number };
}

type EmbedContext = Pick<Engine, 'meaning' | 'now'>;

/**
 * Gives rows a vector of the present embedder, a small batch at a time: search goes on between two of them, and what is
 * done stays done when it is stopped. Stops early where the embedder is down; the next run goes on.
 */
export async function embedRows(
  engine: EmbedContext,
  kind: EmbeddedKind,
  rows: readonly number[],
  { onProgress, signal, batch = BATCH_TEXTS, cpuShare = 1 }: EmbedOptions,
): Promise<{ embedded: number; isComplete: boolean }> {
  let [embedded, tried] = [0, 0];
  while (tried < rows.length && !signal?.aborted) {
    const began = engine.now();
    const those = rows.slice(tried, tried + batch);
    const done = await embedBatch(kind, those, signal);
    if (done === undefined) break;
    tried += those.length;
    embedded += done;
    onProgress?.(tried, rows.length, `${kind.what} embedded`);
    if (cpuShare < 1) await pause((engine.now() - began) * (1 / cpuShare - 1), signal);
    else note(engine, kind, 'running');
  }
  const isComplete = tried >= rows.length;
  note(engine, kind, isComplete ? 'done' : 'waiting', signal);
  return { embedded, isComplete };
}

const BATCH_TEXTS = 32;

/** Says how many of a batch have a vector now; undefined while the embedder is down. */
export async function embedBatch(
  { store, textsOf, embed, keep }: EmbeddedKind,
  rows: readonly number[],
  signal?: AbortSignal,
): Promise<number | undefined> {
  const batch = textsOf(rows);
  if (batch.length === 0) return 0;
  const together = await embed(batch.map(({ text }) => text));
  // An endpoint may refuse a single text, and the others must not wait for that one.
  const vectors = together ?? (batch.length > 1 ? await oneByOne(embed, batch, signal) : undefined);
  if (!vectors) return undefined;
  return store.transaction(
    () => batch.filter(({ row, text }, i) => vectors[i] && keep(row, text, vectors[i])).length,
  );
}

/** A vector for each text that the embedder takes; undefined where it takes neither of the first two, and so is down. */
async function oneByOne(
  embed: EmbeddedKind['embed'],
  batch: readonly { text: string }[],
  signal: AbortSignal | undefined,
): Promise<(Float32Array | undefined)[] | undefined> {
  const vectors: (Float32Array | undefined)[] = [];
  for (const { text } of batch) {
    // Told to stop, the embedder may have failed for that very reason.
    if (signal?.aborted) break;
    const [vector] = (await embed([text])) ?? [];
    vectors.push(vector);
    if (vectors.length === 2 && !vectors[0] && !vectors[1]) return undefined;
  }
  return vectors.length === 0 ? undefined : vectors;
}

function note(
  { meaning, now }: EmbedContext,
  { job: name, store, counts }: EmbeddedKind,
  state: 'running' | 'done' | 'waiting',
  signal?: AbortSignal,
): void {
  const trouble = state === 'waiting' && !signal?.aborted ? meaning.notice?.message : undefined;
  setJob(store, { name, state, ...counts(), note: trouble ?? meaning.model, updatedAt: now() });
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
