import type { Store } from '@sqrl/base/sqlite/store.ts';
import { dot, type QuantizedVector } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { type ApproximateScan, VectorIndex } from '@sqrl/base/sqlite/vectors/vector-index.ts';
import type { Row } from '../memory/memories.ts';
import { fullVectors, loadIndex, othersVectors } from './vectors.ts';

/** A store's vectors of the present model, read on first use and kept in step with what is written. */
export class LiveIndex {
  readonly #store: Store;
  readonly #model: () => string;
  #loaded: string | undefined;
  #index: VectorIndex | undefined;
  #version: number | undefined;
  /** Full vectors that were read lately, the oldest first: what one stage asks for the next asks for again. */
  readonly #full = new Map<Row, Float32Array>();
  /** Vectors of another model, in memory only. */
  #lent: { index: VectorIndex; full: ReadonlyMap<Row, Float32Array> } | undefined;

  /** Some embedders know only after their first answer which model they are; so it is asked each time. */
  constructor(store: Store, model: () => string) {
    this.#store = store;
    this.#model = model;
  }

  /** Nearest rows to a question that was embedded by the same model. */
  nearest(
    question: Float32Array,
    count: number,
    accept?: (row: Row) => boolean,
  ): { row: Row; score: number }[] {
    const found = this.#madeFor(question);
    return found?.index.nearest({ question, count, accept, exact: found.exact }) ?? [];
  }

  /** How near all rows are to a question that was embedded by the same model, without reading any of them. */
  glance(question: Float32Array, accept?: (row: Row) => boolean): ApproximateScan | undefined {
    return this.#madeFor(question)?.index.glance(question, accept);
  }

  /** How near some rows are to a question; rows that have no vector of this model are left out. */
  cosines(question: Float32Array, rows: readonly Row[]): Map<Row, number> {
    const found = this.#madeFor(question);
    if (!found) return new Map();
    const vectors = found.exact(rows.filter((row) => found.index.has(row)));
    return new Map([...vectors].map(([row, vector]) => [row, dot(question, vector)]));
  }

  /** The vectors of some rows in eight bits, in order; undefined where one has none of this model. */
  codedAt(rows: readonly Row[]): (QuantizedVector | undefined)[] {
    return this.#current()?.codedAt(rows) ?? rows.map(() => undefined);
  }

  /** Lends it vectors of another model and another length, for questions that were embedded by that one. */
  lend(vectors: ReadonlyMap<Row, Float32Array>): void {
    const [first] = vectors.values();
    this.#lent = first && { index: new VectorIndex(first.length), full: vectors };
    for (const [row, vector] of vectors) this.#lent!.index.set(row, vector);
  }

  /** Told of a vector this process has just written. */
  set(row: Row, vector: Float32Array): void {
    if (this.#version === undefined) return;
    this.#index ??= new VectorIndex(vector.length);
    this.#index.set(row, vector);
    this.#full.delete(row);
  }

  /** Told of a vector this process has just removed. */
  remove(row: Row): void {
    this.#index?.remove(row);
    this.#lent?.index.remove(row);
    this.#full.delete(row);
  }

  /** Forgets what is in memory; the next question reads it again. */
  drop(): void {
    this.#index = undefined;
    this.#version = undefined;
    this.#full.clear();
  }

  /** The vectors that a question can be compared with, by its length: those of the present model, else those lent. */
  #madeFor(question: Float32Array) {
    const index = this.#current();
    if (index?.dims === question.length)
      return { index, exact: (rows: readonly Row[]) => this.#vectors(rows) };
    const lent = this.#lent;
    if (lent?.index.dims !== question.length) return undefined;
    const exact = (rows: readonly Row[]) =>
      new Map(rows.flatMap((row) => (lent.full.has(row) ? [[row, lent.full.get(row)!] as const] : [])));
    return { index: lent.index, exact };
  }

  #vectors(rows: readonly Row[]): Map<Row, Float32Array> {
    const found = new Map<Row, Float32Array>();
    const missing: Row[] = [];
    for (const row of rows) {
      const known = this.#full.get(row);
      if (known) found.set(row, known);
      else missing.push(row);
    }
    if (missing.length === 0) return found;
    for (const [row, vector] of fullVectors(this.#store, this.#model(), missing)) {
      found.set(row, vector);
      this.#full.set(row, vector);
      if (this.#full.size * vector.byteLength > MAX_BYTES) this.#full.delete(this.#full.keys().next().value!);
    }
    return found;
  }

  #current(): VectorIndex | undefined {
    const version = othersVectors(this.#store);
    const model = this.#model();
    if (version !== this.#version || model !== this.#loaded) {
      this.#index = loadIndex(this.#store, model);
      this.#version = version;
      this.#loaded = model;
      this.#full.clear();
    }
    return this.#index;
  }
}

/** As much memory as full vectors may take. */
const MAX_BYTES = 8 * 2 ** 20;
