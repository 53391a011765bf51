import { hash } from 'node:crypto';
import type { SQLInputValue } from 'node:sqlite';
import type { Store } from '../query.ts';
import { encode, type QuantizedVector } from './vector-code.ts';
import { VectorIndex } from './vector-index.ts';

/** What has vectors; see the schema. */
export type VectorKind = 'memory' | 'draft' | 'passage' | 'code';

interface NewVector {
  kind: VectorKind;
  of: number;
  model: string;
  /** Of what was embedded. */
  key?: SQLInputValue;
  vector: Float32Array;
}

/** Writes a vector in eight bits, in place of the one there was. */
export function putVector(store: Store, { kind, of, model, key = null, vector }: NewVector): void {
  const { codes, scale } = encode(vector, vector.length);
  store.put('vector', { kind, of, model, key, scale, value: bytesOf(codes) });
}

export const countVectorsOf = (store: Store, kind: VectorKind, model: string): number =>
  store.value`select count(*) as n from vector where kind = ${kind} and model = ${model} and of is not null`;

/** Removes the vectors of a kind that are of another model, all of them where none is named; says how many. */
export const dropOtherModels = (store: Store, kind: VectorKind, model: string | null): number =>
  Number(store.run`delete from vector where kind = ${kind} and model is not ${model}`.changes);

/** The vectors of some things, or of all, by what they are of. */
export const vectorsOf = (
  store: Store,
  { kind, model, of = null }: { kind: VectorKind; model: string; of?: readonly number[] | null },
): Map<number, Float32Array> =>
  new Map(
    store.rows`select of, scale, value from vector where kind = ${kind} and model = ${model}
      and (${of} is null or of in (select value from json_each(${of})))`.map(({ of, scale, value }) => [
      of as number,
      Float32Array.from(codesOf(value as Uint8Array), (code) => code * (scale as number)),
    ]),
  );

/** Reads vectors in eight bits that were written after a row into an index, which is made with the first; tells each and the last row. */
export function readCoded(
  store: Store,
  { kind, model, after = 0 }: { kind: VectorKind; model: string; after?: number },
  index: VectorIndex | undefined,
  onEach?: (coded: QuantizedVector) => void,
): { index: VectorIndex | undefined; last: number } {
  const fresh = store.sql(
    `select row, of, scale, value from vector
      where kind = ? and model = ? and of is not null and row > ? order by row`,
  );
  let made = index;
  let last = after;
  for (const { row, of, scale, value } of fresh.iterate(kind, model, after)) {
    const codes = codesOf(value as Uint8Array);
    made ??= new VectorIndex(codes.length);
    const coded = { codes, scale: scale as number };
    made.setCoded(of as number, coded);
    onEach?.(coded);
    last = row as number;
  }
  return { index: made, last };
}

const bytesOf = (values: Float32Array | Int8Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** Bytes from a row as floats. They are copied where they do not start on a word. */
function floatsOf(bytes: Uint8Array): Float32Array {
  const whole = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Float32Array(whole.buffer, whole.byteOffset, whole.byteLength / 4);
}

const codesOf = ({ buffer, byteOffset, length }: Uint8Array): Int8Array =>
  new Int8Array(buffer, byteOffset, length);

/** How long an unused embedding is kept. */
const CACHE_AGE_MS = 7 * 24 * 3600 * 1000;

/** A text's place in the cache: its content and the model, whose id names its dimension too. */
export const cacheKey = (model: string, text: string): string =>
  hash('sha256', `${model}\0${text}`, 'base64url');

export function cachedVectors(store: Store, keys: readonly string[], now: number): Map<string, Float32Array> {
  const found = store.rows`select key, value from embedding_cache where key in (select value
    from json_each(${keys})) and expires_at > ${now}`;
  return new Map(found.map(({ key, value }) => [key as string, floatsOf(value as Uint8Array).slice()]));
}

/** Keeps vectors for a week. */
export function cacheVectors(
  store: Store,
  vectors: readonly { key: string; model: string; vector: Float32Array }[],
  now: number,
): void {
  const insert = store.sql(
    'insert or replace into embedding_cache (key, model, value, expires_at) values (?, ?, ?, ?)',
  );
  store.transaction(() => {
    for (const { key, model, vector } of vectors) insert.run(key, model, bytesOf(vector), now + CACHE_AGE_MS);
    store.run`delete from embedding_cache where expires_at <= ${now}`;
  });
}

/** Lets go of some texts' vectors. */
export function forgetCached(store: Store, keys: readonly string[]): void {
  store.run`delete from embedding_cache where key in (select value from json_each(${keys}))`;
}

export function emptyCache(store: Store): void {
  store.run`delete from embedding_cache`;
}
