import { type Fragment, fragment, type Store } from '@sqrl/base/sqlite/query.ts';
import { countVectorsOf, putVector, readCoded } from '@sqrl/base/sqlite/vectors/table.ts';
import { cosineWith } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import type { VectorIndex } from '@sqrl/base/sqlite/vectors/vector-index.ts';

/** A chunk that a vector is wanted for, and where its text stands. */
export interface BareChunk {
  id: number;
  kind: string;
  name: string | null;
  start: number;
  end: number;
}

export interface BareFile {
  id: number;
  path: string;
  /** Of the bytes that it was cut from. */
  hash: string;
}

/** Files with chunks that have no vector of a model: code before its tests, and both before what has no structure. */
export const filesWithoutVectors = (store: Store, model: string): BareFile[] =>
  store.rows`select f.id, f.path, f.hash from code_file f join code_symbol s on s.id = f.id
    where f.state <> 'waiting' and f.hash is not null and exists (${bare(model)} and c.file = f.id)
    order by f.language is null, s.test, f.id`;

export const chunksWithoutVector = (store: Store, model: string, file: number): BareChunk[] =>
  store.rows`${bare(model)} and c.file = ${file} order by c.id`;

/** Gives a chunk the vector that was made of the same text before; false where there is none. */
export function reuseChunkVector(store: Store, chunk: number, key: Uint8Array, model: string): boolean {
  const found = store.row`select row, of from vector where kind = 'code' and key = ${key} and model = ${model}
    order by of is not null limit 1`;
  if (!found) return false;
  store.run`delete from vector where kind = 'code' and of = ${chunk}`;
  if (found.of === null) store.run`update vector set of = ${chunk} where row = ${found.row}`;
  else
    store.run`insert into vector (kind, of, key, model, scale, value)
      select kind, ${chunk}, key, model, scale, value from vector where row = ${found.row}`;
  return true;
}

/** Keeps the vector of a chunk; false where the chunk is gone by now. */
export function addChunkVector(
  store: Store,
  { chunk, key, model, vector }: { chunk: number; key: Uint8Array; model: string; vector: Float32Array },
): boolean {
  if (!store.row`select 1 from code_chunk where id = ${chunk}`) return false;
  putVector(store, { kind: 'code', of: chunk, model, key, vector });
  return true;
}

/** Removes the vectors whose chunk is gone, and those of other models; all of them where no model is named. */
export function sweepChunkVectors(store: Store, model: string | null): void {
  store.run`delete from vector where kind = 'code' and (of is null or model is not ${model})`;
}

export const countChunkVectors = (store: Store, model: string): number =>
  countVectorsOf(store, 'code', model);

const loadChunkIndex = (store: Store, model: string): VectorIndex | undefined =>
  readCoded(store, { kind: 'code', model }, undefined).index;

const bare = (model: string): Fragment =>
  fragment`select c.id, c.kind, c.name, c.start, c.finish as end from code_chunk c
    where not exists (select 1 from vector where vector.kind = 'code' and of = c.id and model = ${model})`;

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
  const fits = (question: Float32Array): boolean => question.length === index.dims;
  return {
    nearest: (question, count) =>
      new Map(
        fits(question) ? index.nearest(question, count).map(({ row, score }) => [row, score] as const) : [],
      ),
    cosines(question, chunks) {
      const coded = fits(question) ? index.codedAt(chunks) : [];
      return new Map(
        coded.flatMap((one, i) => (one ? [[chunks[i]!, cosineWith(one, question)] as const] : [])),
      );
    },
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
