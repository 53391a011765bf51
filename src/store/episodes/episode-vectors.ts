import type { Store } from '../store.ts';
import { encode } from '../vectors/vector-code.ts';
import { bytesOf } from '../vectors/vectors.ts';

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
      .sql('select episode.id, key, scale, codes from episode_vector join episode on episode.row = episode')
      .all()
      .map(({ id, key, scale, codes }) => {
        const { buffer, byteOffset, length } = codes as Uint8Array;
        const bytes = new Int8Array(buffer, byteOffset, length);
        return [id as string, { key: key as string, scale: scale as number, codes: bytes }];
      }),
  );

/** Keeps the vector of an episode, unless the episode is gone by now. */
export function setEpisodeVector(
  store: Store,
  { id, key, vector }: { id: string; key: string; vector: Float32Array },
): void {
  const { codes, scale } = encode(vector, vector.length);
  store
    .sql(
      `insert or replace into episode_vector (episode, key, scale, codes)
         select row, ?, ?, ? from episode where id = ?`,
    )
    .run(key, scale, bytesOf(codes), id);
}

/** The cosine between a question and the vector of an episode. */
export function cosineWith({ scale, codes }: EpisodeVector, question: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < question.length; i++) sum += question[i]! * codes[i]!;
  return sum * scale;
}
