import { type EpisodeVector, episodeVectors, setEpisodeVector } from '../store/episodes/episode-vectors.ts';
import { type PastWork, pastWork } from '../store/episodes/past-work.ts';
import { cacheKey } from '../store/vectors/cache.ts';
import type { Engine } from '../workspace/workspace.ts';
import { isMeasured } from './verbs/context-hits.ts';

/** The latest tasks that get a vector; older ones are found by words. */
const MAX_EMBEDDED_EPISODES = 1000;
/** Texts per batch: a question that is asked meanwhile waits for one batch. */
const BATCH_EPISODES = 8;
/** What is wanted is said in the first words. */
const MAX_COMPARED_CHARS = 600;

/** The part of a task by which it is compared with others. */
export const comparedText = (said: string): string => said.slice(0, MAX_COMPARED_CHARS);

/**
 * Gives past tasks a vector of the present embedder, the latest first, so that no question has to wait for that. What is
 * done stays done when it is stopped; the next run goes on.
 */
export async function embedEpisodes(
  engine: Engine,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<{ embedded: number; total: number }> {
  const { store } = engine.own;
  if (!isMeasured(engine) || store.readOnly) return { embedded: 0, total: 0 };
  const known = episodeVectors(store);
  const waiting = pastWork(store, { before: engine.now(), most: MAX_EMBEDDED_EPISODES }).filter(
    (work) => !work.isCommit && !vectorIn(engine, known, work),
  );
  let embedded = 0;
  while (embedded < waiting.length && !signal?.aborted) {
    const batch = waiting.slice(embedded, embedded + BATCH_EPISODES);
    const vectors = await engine.meaning.ofPassages(batch.map(({ said }) => comparedText(said)));
    if (!vectors) break;
    store.transaction(() => {
      for (const [i, { id, said }] of batch.entries())
        setEpisodeVector(store, { id, key: keyOf(engine, said), vector: vectors[i]! });
    });
    embedded += batch.length;
  }
  return { embedded, total: waiting.length };
}

/** The vectors that past tasks have, by the episode's id; those of another model or of another text are left out. */
export function vectorsOfTasks(
  engine: Engine,
  past: readonly Pick<PastWork, 'id' | 'said'>[],
): Map<string, EpisodeVector> {
  const known = episodeVectors(engine.own.store);
  return new Map(
    past.flatMap((work) => {
      const vector = vectorIn(engine, known, work);
      return vector ? [[work.id, vector]] : [];
    }),
  );
}

function vectorIn(
  engine: Engine,
  known: ReadonlyMap<string, EpisodeVector>,
  { id, said }: Pick<PastWork, 'id' | 'said'>,
): EpisodeVector | undefined {
  const vector = known.get(id);
  return vector?.key === keyOf(engine, said) ? vector : undefined;
}

const keyOf = ({ meaning }: Engine, said: string): string => cacheKey(meaning.model, comparedText(said));
