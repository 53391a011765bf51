import type { SQLInputValue } from 'node:sqlite';
import type { Store } from '../store.ts';
import { encode, widthFor } from './vector-code.ts';
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

/** Writes a vector with its full numbers, in place of the one there was. */
export function putVector(store: Store, { kind, of, model, key = null, vector }: NewVector): void {
  store.put('vector', { kind, of, model, key, value: bytesOf(vector) });
}

/** Writes a vector in eight bits, in place of the one there was. */
export function putCoded(store: Store, { kind, of, model, key = null, vector }: NewVector): void {
  const { codes, scale } = encode(vector, vector.length);
  store.put('vector', { kind, of, model, key, scale, value: bytesOf(codes) });
}

/** How many vectors of a kind and a model there are. */
export const countVectorsOf = (store: Store, kind: VectorKind, model: string): number =>
  store.value`select count(*) as n from vector where kind = ${kind} and model = ${model} and of is not null`;

/** Removes the vectors of a kind that are of another model, all of them where none is named; says how many. */
export const dropOtherModels = (store: Store, kind: VectorKind, model: string | null): number =>
  Number(store.run`delete from vector where kind = ${kind} and model is not ${model}`.changes);

/** A vector in eight bits as it is kept. */
interface CodedRow {
  scale: number;
  codes: Int8Array;
}

/** Reads vectors in eight bits that were written after a row into an index, which is made with the first; tells each and the last row. */
export function readCoded(
  store: Store,
  { kind, model, after = 0 }: { kind: VectorKind; model: string; after?: number },
  index: VectorIndex | undefined,
  onEach?: (coded: CodedRow) => void,
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
    const padded = new Int8Array(widthFor(codes.length));
    padded.set(codes);
    // What is kept is all there is: nothing finer could correct it.
    made.setCoded(of as number, { codes: padded, scale: scale as number, error: 0 });
    onEach?.({ scale: scale as number, codes });
    last = row as number;
  }
  return { index: made, last };
}

/** The bytes of a typed array, without copying them. */
export const bytesOf = (values: Float32Array | Int8Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** Bytes from a row as floats. They are copied where they do not start on a word. */
export function floatsOf(bytes: Uint8Array): Float32Array {
  const whole = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Float32Array(whole.buffer, whole.byteOffset, whole.byteLength / 4);
}

/** Bytes from a row as codes of eight bits. */
export const codesOf = ({ buffer, byteOffset, length }: Uint8Array): Int8Array =>
  new Int8Array(buffer, byteOffset, length);
