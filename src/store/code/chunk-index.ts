import type { Store } from '../store.ts';
import { dot } from '../vectors/vector-code.ts';
import type { VectorIndex } from '../vectors/vector-index.ts';
import { chunkVectorsOf, loadChunkIndex } from './chunk-vectors.ts';

/** The vectors of chunks as questions look at them. */
export interface ChunkIndex {
  /** The nearest chunks to a question that was embedded by the same model. */
  nearest(question: Float32Array, count: number): Map<number, number>;
  /** How near some chunks are; those without a vector are left out. */
  cosines(question: Float32Array, chunks: readonly number[]): Map<number, number>;
}

/** The vectors of a model's chunks, read on first use and again when another connection has written; undefined where there are none. */
export function chunkIndex(store: Store, model: string): ChunkIndex | undefined {
  const index = current(store, model);
  if (!index) return undefined;
  const exact = (chunks: readonly number[]) => chunkVectorsOf(store, model, chunks);
  const fits = (question: Float32Array): boolean => question.length === index.dims;
  return {
    nearest(question, count) {
      const near = fits(question) ? index.nearest({ question, count, exact }) : [];
      return new Map(near.map(({ row, score }) => [row, score]));
    },
    cosines: (question, chunks) =>
      new Map(
        fits(question) ? [...exact(chunks)].map(([chunk, vector]) => [chunk, dot(question, vector)]) : [],
      ),
  };
}

function current(store: Store, model: string): VectorIndex | undefined {
  // SQLite changes this number when another connection has written: vectors are written by a thread with one of its own.
  const version = store.value<number>`pragma data_version`;
  const known = loaded.get(store);
  if (known && known.version === version && known.model === model) return known.index;
  const index = loadChunkIndex(store, model);
  loaded.set(store, { version, model, index });
  return index;
}

const loaded = new WeakMap<Store, { version: number; model: string; index: VectorIndex | undefined }>();
