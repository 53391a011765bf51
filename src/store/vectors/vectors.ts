import type { Row } from '../memory/memories.ts';
import { projectState } from '../project-state.ts';
import type { Store } from '../store.ts';
import { encode, type QuantizedVector, widthFor } from './vector-code.ts';
import { VectorIndex } from './vector-index.ts';

/** How many vectors are packed together. Loading a hundred thousand from packs is seven times as fast as row by row. */
export const CHUNK = 1000;

/**
 * What others did to a store's vectors, as a number that changes with it. Whatever else is written, and what is written
 * through this store, leaves it as it is.
 */
export const othersVectors = (store: Store): number =>
  Number(projectState(store, 'vectors') ?? 0) - (own.get(store) ?? 0);

/** Vectors written through each store. */
const own = new WeakMap<Store, number>();

function noteWrite(store: Store): void {
  store
    .sql(
      `insert into mark (kind, name, value) values ('state', 'vectors', 1)
       on conflict (kind, name) do update set value = value + 1`,
    )
    .run();
  own.set(store, (own.get(store) ?? 0) + 1);
}

/** Writes the vector of a memory that has none. */
export function addVector(store: Store, row: Row, model: string, vector: Float32Array): void {
  noteWrite(store);
  store
    .sql('insert into vector (memory, model, chunk, value) values (?, ?, null, ?)')
    .run(row, model, bytesOf(vector));
}

/** Writes a memory's vector, in place of the one it had. */
export function setVector(store: Store, row: Row, model: string, vector: Float32Array): void {
  noteWrite(store);
  unpack(store, row);
  store
    .sql('insert or replace into vector (memory, model, chunk, value) values (?, ?, null, ?)')
    .run(row, model, bytesOf(vector));
}

/** Removes a memory's vector. */
export function removeVector(store: Store, row: Row): void {
  noteWrite(store);
  unpack(store, row);
  store.sql('delete from vector where memory = ?').run(row);
}

/** A memory's vector and the model it is of. */
export function vectorAt(store: Store, row: Row): { model: string; value: Float32Array } | undefined {
  const found = store.sql('select model, value from vector where memory = ?').get(row);
  return found && { model: found.model as string, value: floatsOf(found.value as Uint8Array) };
}

/** The full vectors of some memories, as far as they are of one model. */
export function fullVectors(store: Store, model: string, rows: readonly Row[]): Map<Row, Float32Array> {
  const found = store
    .sql('select memory, value from vector where model = ? and memory in (select value from json_each(?))')
    .all(model, JSON.stringify(rows));
  return new Map(found.map(({ memory, value }) => [memory as Row, floatsOf(value as Uint8Array)]));
}

/** Memories that have no vector of this model, oldest first. */
export const rowsWithoutVector = (store: Store, model: string, limit: number): Row[] =>
  store
    .sql(
      `select row from memory left join vector on vector.memory = row and model = ?
        where vector.memory is null order by row limit ?`,
    )
    .all(model, limit)
    .map((found) => found.row as Row);

/** How many memories have a vector of this model. */
export const countVectors = (store: Store, model: string): number =>
  store.sql('select count(*) as n from vector where model = ?').get(model)!.n as number;

/**
 * The table by the index of loose vectors alone. Left to choose, SQLite takes the index of all vectors and reads each
 * packed one to pass over it; to pack 300,000 took 56 s of CPU that way.
 */
const LOOSE = 'vector indexed by vector_loose';

/** Reads all vectors of a model into memory; undefined where there are none. */
export function loadIndex(store: Store, model: string): VectorIndex | undefined {
  const some = store.sql('select length(value) as bytes from vector where model = ? limit 1').get(model);
  if (!some) return undefined;
  const index = new VectorIndex((some.bytes as number) / 4);
  const width = widthFor(index.dims);
  index.reserve(countVectors(store, model));
  const chunks = store.sql(
    'select members, codes from vector_chunk join vector_codes on chunk = vector_chunk.row where model = ?',
  );
  for (const found of chunks.iterate(model)) {
    const { rows, scales, errors } = readMembers(found.members as Uint8Array);
    const codes = new Int8Array((found.codes as Uint8Array).buffer, (found.codes as Uint8Array).byteOffset);
    rows.forEach((row, i) => {
      if (row === GONE) return;
      const coded = {
        codes: codes.subarray(i * width, (i + 1) * width),
        scale: scales[i]!,
        error: errors[i]!,
      };
      index.setCoded(row, coded);
    });
  }
  const loose = store.sql(`select memory, value from ${LOOSE} where model = ? and chunk is null`);
  for (const found of loose.iterate(model))
    index.set(found.memory as Row, floatsOf(found.value as Uint8Array));
  return index;
}

/** Packs loose vectors into chunks, once there are enough for one. */
export function packVectors(store: Store, model: string): void {
  const loose = store.sql(
    `select memory, value from ${LOOSE} where model = ? and chunk is null order by memory limit ?`,
  );
  // Counted up to one chunk: all that are left would be counted again for every chunk.
  const count = store.sql(
    `select count(*) as n from (select 1 from ${LOOSE} where model = ? and chunk is null limit ?)`,
  );
  while ((count.get(model, CHUNK)!.n as number) >= CHUNK)
    store.transaction(() => {
      const found = loose.all(model, CHUNK);
      if (found.length < CHUNK) return;
      const width = widthFor((found[0]!.value as Uint8Array).byteLength / 4);
      const coded = found.map(({ value }) => encode(floatsOf(value as Uint8Array), width));
      const rows = found.map(({ memory }) => memory as Row);
      const { lastInsertRowid: chunk } = store
        .sql('insert into vector_chunk (model, members) values (?, ?)')
        .run(model, writeMembers(rows, coded));
      const codes = new Int8Array(CHUNK * width);
      coded.forEach((each, i) => {
        codes.set(each.codes, i * width);
      });
      store.sql('insert into vector_codes (chunk, codes) values (?, ?)').run(chunk, bytesOf(codes));
      store
        .sql('update vector set chunk = ? where memory in (select value from json_each(?))')
        .run(chunk, JSON.stringify(rows));
    });
}

// Rows count from one, so that zero can mark the place of one that left its chunk.
const GONE = 0;

/** Takes a vector out of its chunk; a chunk with few left is dissolved. */
function unpack(store: Store, row: Row): void {
  const chunk = store.sql('select chunk from vector where memory = ?').get(row)?.chunk as
    | number
    | null
    | undefined;
  if (chunk == null) return;
  const found = store.sql('select members from vector_chunk where row = ?').get(chunk)!;
  const { bytes, rows } = readMembers(found.members as Uint8Array);
  rows[rows.indexOf(row)] = GONE;
  store.sql('update vector set chunk = null where memory = ?').run(row);
  if (rows.filter((each) => each !== GONE).length > CHUNK / 2) {
    store.sql('update vector_chunk set members = ? where row = ?').run(bytes, chunk);
    return;
  }
  store.sql('update vector set chunk = null where chunk = ?').run(chunk);
  store.sql('delete from vector_codes where chunk = ?').run(chunk);
  store.sql('delete from vector_chunk where row = ?').run(chunk);
}

/** A chunk's members: all rows, then all scales, then all errors. */
function writeMembers(rows: readonly Row[], coded: readonly QuantizedVector[]): Uint8Array {
  const { bytes, ...members } = readMembers(new Uint8Array(rows.length * 12));
  members.rows.set(rows);
  members.scales.set(coded.map(({ scale }) => scale));
  members.errors.set(coded.map(({ error }) => error));
  return bytes;
}

/** Views over a chunk's bytes: what is set in them is set in the bytes. */
function readMembers(given: Uint8Array) {
  const bytes = given.byteOffset % 4 === 0 ? given : given.slice();
  const n = bytes.byteLength / 12;
  return {
    bytes,
    rows: new Uint32Array(bytes.buffer, bytes.byteOffset, n),
    scales: new Float32Array(bytes.buffer, bytes.byteOffset + n * 4, n),
    errors: new Float32Array(bytes.buffer, bytes.byteOffset + n * 8, n),
  };
}

/** The bytes of a typed array, without copying them. */
export const bytesOf = (values: Float32Array | Int8Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** Bytes from a row as floats. They are copied where they do not start on a word. */
export function floatsOf(bytes: Uint8Array): Float32Array {
  const whole = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Float32Array(whole.buffer, whole.byteOffset, whole.byteLength / 4);
}
