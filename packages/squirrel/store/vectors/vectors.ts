import type { Store } from '@sqrl/base/sqlite/store.ts';
import { bytesOf, codesOf, countVectorsOf, floatsOf, putVector } from '@sqrl/base/sqlite/vectors/table.ts';
import { encode, type QuantizedVector, widthFor } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { VectorIndex } from '@sqrl/base/sqlite/vectors/vector-index.ts';
import { projectState } from '../marks.ts';
import type { Row } from '../memory/memories.ts';

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
  store.run`insert into mark (kind, name, value) values ('state', 'vectors', 1)
    on conflict (kind, name) do update set value = value + 1`;
  own.set(store, (own.get(store) ?? 0) + 1);
}

/** Writes the vector of a memory that has none. */
export function addVector(store: Store, row: Row, model: string, vector: Float32Array): void {
  noteWrite(store);
  putVector(store, { kind: 'memory', of: row, model, vector });
}

/** Writes a memory's vector, in place of the one it had. */
export function setVector(store: Store, row: Row, model: string, vector: Float32Array): void {
  noteWrite(store);
  unpack(store, row);
  putVector(store, { kind: 'memory', of: row, model, vector });
}

export function removeVector(store: Store, row: Row): void {
  noteWrite(store);
  unpack(store, row);
  store.run`delete from vector where kind = 'memory' and of = ${row}`;
}

export function vectorAt(store: Store, row: Row): { model: string; value: Float32Array } | undefined {
  const found = store.row`select model, value from vector where kind = 'memory' and of = ${row}`;
  return found && { model: found.model as string, value: floatsOf(found.value as Uint8Array) };
}

/** The full vectors of some memories, as far as they are of one model. */
export function fullVectors(store: Store, model: string, rows: readonly Row[]): Map<Row, Float32Array> {
  const found = store.rows`select of, value from vector
    where kind = 'memory' and model = ${model} and of in (select value from json_each(${rows}))`;
  return new Map(found.map(({ of, value }) => [of as Row, floatsOf(value as Uint8Array)]));
}

export const rowsWithoutVector = (store: Store, model: string, limit: number): Row[] =>
  store.column`select memory.row from memory left join vector on kind = 'memory' and of = memory.row
    and model = ${model}
    where vector.row is null order by memory.row limit ${limit}`;

export const countVectors = (store: Store, model: string): number => countVectorsOf(store, 'memory', model);

/**
 * The table by the index of loose vectors alone. Left to choose, SQLite takes the index of all vectors and reads each
 * packed one to pass over it; to pack 300,000 took 56 s of CPU that way.
 */
const LOOSE = `vector indexed by vector_loose where kind = 'memory' and pack is null and model = ?`;

export function loadIndex(store: Store, model: string): VectorIndex | undefined {
  const some = store.row`select length(value) as bytes from vector where kind = 'memory' and model = ${model}
    limit 1`;
  if (!some) return undefined;
  const index = new VectorIndex((some.bytes as number) / 4);
  const width = widthFor(index.dims);
  index.reserve(countVectors(store, model));
  const packs = store.sql(`select key as members, value from vector where kind = 'pack' and model = ?`);
  for (const { members, value } of packs.iterate(model)) {
    const { rows, scales, errors } = readMembers(members as Uint8Array);
    const codes = codesOf(value as Uint8Array);
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
  const loose = store.sql(`select of, value from ${LOOSE}`);
  for (const found of loose.iterate(model)) index.set(found.of as Row, floatsOf(found.value as Uint8Array));
  return index;
}

/** Packs loose vectors, once there are enough for a pack. */
export function packVectors(store: Store, model: string): void {
  const loose = store.sql(`select of, value from ${LOOSE} order by of limit ?`);
  // Counted up to one pack: all that are left would be counted again for every pack.
  const count = store.sql(`select count(*) as n from (select 1 from ${LOOSE} limit ?)`);
  while ((count.get(model, CHUNK)!.n as number) >= CHUNK)
    store.transaction(() => {
      const found = loose.all(model, CHUNK);
      if (found.length < CHUNK) return;
      const width = widthFor((found[0]!.value as Uint8Array).byteLength / 4);
      const coded = found.map(({ value }) => encode(floatsOf(value as Uint8Array), width));
      const rows = found.map(({ of }) => of as Row);
      const codes = new Int8Array(CHUNK * width);
      coded.forEach((each, i) => {
        codes.set(each.codes, i * width);
      });
      const { lastInsertRowid: pack } =
        store.run`insert into vector (kind, model, key, value) values ('pack', ${model},
          ${writeMembers(rows, coded)}, ${bytesOf(codes)})`;
      store.run`update vector set pack = ${pack} where kind = 'memory' and of in (select value
        from json_each(${rows}))`;
    });
}

// Rows count from one, so that zero can mark the place of one that left its pack.
const GONE = 0;

/** Takes a vector out of its pack; a pack with few left is dissolved. */
function unpack(store: Store, row: Row): void {
  const pack = store.value`select pack from vector where kind = 'memory' and of = ${row}`;
  if (pack == null) return;
  const { members } = store.row`select key as members from vector where row = ${pack}`!;
  const { bytes, rows } = readMembers(members as Uint8Array);
  rows[rows.indexOf(row)] = GONE;
  store.run`update vector set pack = null where kind = 'memory' and of = ${row}`;
  if (rows.filter((each) => each !== GONE).length > CHUNK / 2) {
    store.run`update vector set key = ${bytes} where row = ${pack}`;
    return;
  }
  const left = JSON.stringify([...rows].filter((each) => each !== GONE));
  store.run`update vector set pack = null where kind = 'memory' and of in (select value
    from json_each(${left}))`;
  store.run`delete from vector where row = ${pack}`;
}

/** A pack's members: all rows, then all scales, then all errors. */
function writeMembers(rows: readonly Row[], coded: readonly QuantizedVector[]): Uint8Array {
  const { bytes, ...members } = readMembers(new Uint8Array(rows.length * 12));
  members.rows.set(rows);
  members.scales.set(coded.map(({ scale }) => scale));
  members.errors.set(coded.map(({ error }) => error));
  return bytes;
}

/** Views over a pack's bytes: what is set in them is set in the bytes. */
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
