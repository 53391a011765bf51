import type { Store } from '../store.ts';
import { codesOf, putCoded } from '../vectors/table.ts';

/** The vector of a past task in eight bits, and the key of what was embedded. */
export interface EpisodeVector {
  key: string;
  scale: number;
  codes: Int8Array;
}

/** The vectors of all episodes that have one, by the episode's id. */
export const episodeVectors = (store: Store): Map<string, EpisodeVector> =>
  new Map(
    store
      .sql(
        `select id, key, scale, value from vector join episode on episode.row = of where vector.kind = 'episode'`,
      )
      .all()
      .map(({ id, key, scale, value }) => [
        id as string,
        { key: key as string, scale: scale as number, codes: codesOf(value as Uint8Array) },
      ]),
  );

/** Keeps the vector of an episode, unless the episode is gone by now. */
export function setEpisodeVector(
  store: Store,
  { id, key, vector }: { id: string; key: string; vector: Float32Array },
): void {
  const of = store.sql('select row from episode where id = ?').get(id)?.row as number | undefined;
  // The key names the model too.
  if (of !== undefined) putCoded(store, { kind: 'episode', of, model: '', key, vector });
}

/** The cosine between a question and the vector of an episode. */
export function cosineWith({ scale, codes }: EpisodeVector, question: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < question.length; i++) sum += question[i]! * codes[i]!;
  return sum * scale;
}
