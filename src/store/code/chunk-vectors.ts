import type { Store } from '../store.ts';
import { encode, widthFor } from '../vectors/vector-code.ts';
import { VectorIndex } from '../vectors/vector-index.ts';
import { bytesOf } from '../vectors/vectors.ts';

/** A chunk that a vector is wanted for, and where its text stands. */
export interface BareChunk {
  id: number;
  kind: string;
  name: string | null;
  start: number;
  end: number;
}

/** A file with chunks that have no vector yet. */
export interface BareFile {
  id: number;
  path: string;
  /** Of the bytes that it was cut from. */
  hash: string;
}

/** Files with chunks that have no vector of a model: code before its tests, and both before what has no structure. */
export const filesWithoutVectors = (store: Store, model: string): BareFile[] =>
  store
    .sql(
      `select f.id, f.path, f.hash from code_file f join code_symbol s on s.id = f.id
        where f.state <> 'waiting' and f.hash is not null and exists (${BARE} and c.file = f.id)
        order by f.language is null, s.test, f.id`,
    )
    .all(model) as unknown as BareFile[];

/** The chunks of a file that have no vector of a model. */
export const chunksWithoutVector = (store: Store, model: string, file: number): BareChunk[] =>
  store.sql(`${BARE} and c.file = ? order by c.id`).all(model, file) as unknown as BareChunk[];

/** Gives a chunk the vector that was made of the same text before; false where there is none. */
export function reuseChunkVector(store: Store, chunk: number, key: Uint8Array, model: string): boolean {
  const found = store
    .sql('select row, chunk from code_vector where key = ? and model = ? order by chunk is not null limit 1')
    .get(key, model);
  if (!found) return false;
  store.sql('delete from code_vector where chunk = ?').run(chunk);
  if (found.chunk === null)
    store.sql('update code_vector set chunk = ? where row = ?').run(chunk, found.row!);
  else
    store
      .sql(
        `insert into code_vector (chunk, key, model, scale, codes)
           select ?, key, model, scale, codes from code_vector where row = ?`,
      )
      .run(chunk, found.row!);
  return true;
}

/** Keeps the vector of a chunk; false where the chunk is gone by now. */
export function addChunkVector(
  store: Store,
  { chunk, key, model, vector }: { chunk: number; key: Uint8Array; model: string; vector: Float32Array },
): boolean {
  if (!store.sql('select 1 from code_chunk where id = ?').get(chunk)) return false;
  const { codes, scale } = encode(vector, vector.length);
  store
    .sql('insert or replace into code_vector (chunk, key, model, scale, codes) values (?, ?, ?, ?, ?)')
    .run(chunk, key, model, scale, bytesOf(codes));
  return true;
}

/** Removes the vectors whose chunk is gone, and those of other models; all of them where no model is named. */
export function sweepChunkVectors(store: Store, model: string | null): void {
  store.sql('delete from code_vector where chunk is null or model is not ?').run(model);
}

/** How many chunks have a vector of a model. */
export const countChunkVectors = (store: Store, model: string): number =>
  store.sql('select count(*) as n from code_vector where model = ? and chunk is not null').get(model)!
    .n as number;

/** Reads the vectors of a model into memory; undefined where there are none. */
export function loadChunkIndex(store: Store, model: string): VectorIndex | undefined {
  const all = store.sql('select chunk, scale, codes from code_vector where model = ? and chunk is not null');
  let index: VectorIndex | undefined;
  let padded = new Int8Array(0);
  for (const { chunk, scale, codes } of all.iterate(model)) {
    const bytes = codes as Uint8Array;
    if (!index) {
      index = new VectorIndex(bytes.length);
      index.reserve(countChunkVectors(store, model));
      padded = new Int8Array(widthFor(bytes.length));
    }
    padded.set(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    // What is kept is all there is: nothing finer could put it right.
    index.setCoded(chunk as number, { codes: padded, scale: scale as number, error: 0 });
  }
  return index;
}

/** The vectors of some chunks, as far as they have one of a model. */
export function chunkVectorsOf(
  store: Store,
  model: string,
  chunks: readonly number[],
): Map<number, Float32Array> {
  const found = store
    .sql(
      'select chunk, scale, codes from code_vector where model = ? and chunk in (select value from json_each(?))',
    )
    .all(model, JSON.stringify(chunks));
  return new Map(
    found.map(({ chunk, scale, codes }) => {
      const bytes = codes as Uint8Array;
      const whole = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
      return [chunk as number, Float32Array.from(whole, (code) => code * (scale as number))];
    }),
  );
}

const BARE = `select c.id, c.kind, c.name, c.start, c.finish as end from code_chunk c
  where not exists (select 1 from code_vector v where v.chunk = c.id and v.model = ?)`;
