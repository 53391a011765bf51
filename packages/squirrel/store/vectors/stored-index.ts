import type { Store } from '@sqrl/base/sqlite/query.ts';
import { countVectorsOf, putVector, readCoded, vectorsOf } from '@sqrl/base/sqlite/vectors/table.ts';
import type { QuantizedVector } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { type ApproximateScan, type RowScore, VectorIndex } from '@sqrl/base/sqlite/vectors/vector-index.ts';
import { projectState } from '../marks.ts';
import type { Row } from '../memory/memories.ts';

/** A store's vectors of one kind and the present model, read on first use; later ones are added as they come. */
export class StoredIndex {
  readonly #store: Store;
  readonly #kind: RemovableKind;
  readonly #model: () => string;
  #loaded: string | undefined;
  #removals: number | undefined;
  #last = 0;
  #isPassing = false;
  #index: VectorIndex | undefined;
  /** Vectors of another model and another length, in memory only. */
  #lent: VectorIndex | undefined;

  /** Some embedders know only after their first answer which model they are; so it is asked each time. */
  constructor(store: Store, kind: RemovableKind, model: () => string) {
    this.#store = store;
    this.#kind = kind;
    this.#model = model;
  }

  /** Nearest rows to a question that was embedded by the same model. */
  nearest(question: Float32Array, count: number, accept?: (row: Row) => boolean): RowScore[] {
    return this.madeFor(question)?.nearest(question, count, accept) ?? [];
  }

  /** How near all rows are to a question that was embedded by the same model. */
  glance(question: Float32Array, accept?: (row: Row) => boolean): ApproximateScan | undefined {
    return this.madeFor(question)?.glance(question, accept);
  }

  /** The vectors of some rows, in order; undefined where one has none of this model. */
  codedAt(rows: readonly Row[]): (QuantizedVector | undefined)[] {
    return this.current()?.codedAt(rows) ?? rows.map(() => undefined);
  }

  /** Lends it vectors of another model and another length, for questions that were embedded by that one. */
  lend(vectors: ReadonlyMap<Row, Float32Array>): void {
    const [first] = vectors.values();
    this.#lent = first && new VectorIndex(first.length);
    for (const [row, vector] of vectors) this.#lent!.set(row, vector);
  }

  /** Told of a vector this process has just written, which a transaction may still keep from being read. */
  set(row: Row, vector: Float32Array): void {
    if (this.#loaded === undefined) return;
    this.#index ??= new VectorIndex(vector.length);
    if (this.#index.dims === vector.length) this.#index.set(row, vector);
  }

  /** Told of a vector this process has just removed. */
  remove(row: Row): void {
    this.#index?.remove(row);
    this.#lent?.remove(row);
  }

  /** Forgets what is in memory; the next question reads it again. */
  drop(): void {
    this.#index = undefined;
    this.#last = 0;
    this.#isPassing = false;
  }

  /** The vectors that a question can be compared with, by its length: those of the present model, else those lent. */
  protected madeFor(question: Float32Array): VectorIndex | undefined {
    return [this.current(), this.#lent].find((index) => index?.dims === question.length);
  }

  protected onRead(_: QuantizedVector): void {}

  protected current(): VectorIndex | undefined {
    const model = this.#model();
    const removals = removalsByOthers(this.#store, this.#kind);
    // What is written in a transaction may be taken back, and its rows would be used again.
    const { isTransaction } = this.#store.db;
    if (model !== this.#loaded || removals !== this.#removals || (this.#isPassing && !isTransaction))
      this.drop();
    this.#loaded = model;
    this.#removals = removals;
    if (isTransaction && this.#index) return this.#index;
    const from = { kind: this.#kind, model, after: this.#last };
    const read = readCoded(this.#store, from, this.#index, (coded) => this.onRead(coded));
    this.#index = read.index;
    this.#last = read.last;
    this.#isPassing = isTransaction;
    return this.#index;
  }
}

/** Kinds whose vectors may be removed while another process holds them in memory. */
export type RemovableKind = 'memory' | 'passage';

const COUNTER = { memory: 'vectors', passage: 'swept' } as const;

/** Counts what others removed of a store's vectors; what was added since they find by its row. */
const removalsByOthers = (store: Store, kind: RemovableKind): number =>
  Number(projectState(store, COUNTER[kind]) ?? 0) - (kind === 'memory' ? (own.get(store) ?? 0) : 0);

/** Lets other processes know that vectors they hold in memory are gone. */
export const noteRemoval = (store: Store, kind: RemovableKind): void =>
  void store.run`insert into mark (kind, name, value) values ('state', ${COUNTER[kind]}, 1)
    on conflict (kind, name) do update set value = value + 1`;

/** Vectors of memories removed through each store. */
const own = new WeakMap<Store, number>();

/** Writes a memory's vector, in place of the one it had. */
export const setVector = (store: Store, row: Row, model: string, vector: Float32Array): void =>
  putVector(store, { kind: 'memory', of: row, model, vector });

export function removeVector(store: Store, row: Row): void {
  if (store.run`delete from vector where kind = 'memory' and of = ${row}`.changes === 0) return;
  noteRemoval(store, 'memory');
  own.set(store, (own.get(store) ?? 0) + 1);
}

/** A memory's vector and the model it is of. */
export function vectorAt(store: Store, row: Row): { model: string; value: Float32Array } | undefined {
  const model = store.value<
    string | undefined
  >`select model from vector where kind = 'memory' and of = ${row}`;
  return model === undefined ? undefined : { model, value: memoryVectors(store, model, [row]).get(row)! };
}

/** The vectors of some memories, as far as they are of one model. */
export const memoryVectors = (store: Store, model: string, rows: readonly Row[]): Map<Row, Float32Array> =>
  vectorsOf(store, { kind: 'memory', model, of: rows });

/** Memories that have no vector of this model, oldest first. */
export const rowsWithoutVector = (store: Store, model: string, limit: number): Row[] =>
  store.column`select memory.row from memory left join vector on kind = 'memory' and of = memory.row
    and model = ${model}
    where vector.row is null order by memory.row limit ${limit}`;

export const countVectors = (store: Store, model: string): number => countVectorsOf(store, 'memory', model);
