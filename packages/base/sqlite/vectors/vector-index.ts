import type { Row } from '../query.ts';
import { type Dots, MAX_QUESTION_CODE, openDots, QUESTION_BYTES } from './scan-kernel.ts';
import { encode, highest, type QuantizedVector, widthFor } from './vector-code.ts';

/** A memory and how near it is to the question. */
export interface RowScore {
  row: Row;
  score: number;
}

/** How near all rows are to a question as far as eight bits tell, which is to a thousandth or so. */
export interface ApproximateScan {
  /** The nearest rows, nearest first. */
  nearest(count: number): RowScore[];
  /** How near one row is; undefined where it has no vector, or was not accepted. */
  of(row: Row): number | undefined;
}

/** All vectors of one kind and one model in a store, of length one, in memory, in eight bits. */
export class VectorIndex {
  readonly dims: number;
  readonly #width: number;
  readonly #memory = new WebAssembly.Memory({ initial: PAGES_BEFORE_ROWS });
  readonly #dots: Dots;
  readonly #slots = new Map<Row, number>();
  #rows = new Float64Array(0);
  #scales = new Float32Array(0);
  #used = 0;

  constructor(dims: number) {
    this.dims = dims;
    this.#width = widthFor(dims);
    this.#dots = openDots(this.#memory);
  }

  get size(): number {
    return this.#slots.size;
  }

  has(row: Row): boolean {
    return this.#slots.has(row);
  }

  set(row: Row, vector: Float32Array): void {
    this.setCoded(row, encode(vector, this.#width));
  }

  /** Adds a row that is in eight bits already. */
  setCoded(row: Row, { codes, scale }: QuantizedVector): void {
    let slot = this.#slots.get(row);
    if (slot === undefined) {
      slot = this.#used++;
      this.reserve(this.#used);
      this.#slots.set(row, slot);
    }
    new Int8Array(this.#memory.buffer, ROWS_AT + slot * this.#width, this.#width).set(codes);
    this.#rows[slot] = row;
    this.#scales[slot] = scale;
  }

  /** Takes a row out; the last one moves into its place. */
  remove(row: Row): void {
    const slot = this.#slots.get(row);
    if (slot === undefined) return;
    const last = --this.#used;
    this.#slots.delete(row);
    if (slot === last) return;
    const bytes = new Int8Array(this.#memory.buffer);
    const from = ROWS_AT + last * this.#width;
    bytes.copyWithin(ROWS_AT + slot * this.#width, from, from + this.#width);
    this.#rows[slot] = this.#rows[last]!;
    this.#scales[slot] = this.#scales[last]!;
    this.#slots.set(this.#rows[slot]!, slot);
  }

  reserve(count: number): void {
    if (count > this.#rows.length) {
      const room = Math.max(count, this.#rows.length * 2, 64);
      this.#rows = grown(this.#rows, new Float64Array(room));
      this.#scales = grown(this.#scales, new Float32Array(room));
    }
    const missing = ROWS_AT + this.#rows.length * this.#width - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / 65_536));
  }

  /** Some rows in eight bits, in order; undefined where one is not here. */
  codedAt(rows: readonly Row[]): (QuantizedVector | undefined)[] {
    const width = this.#width;
    const all = new Int8Array(this.#memory.buffer);
    // A copy: a view would be empty once the memory has grown.
    const copies = new Int8Array(rows.length * width);
    return rows.map((row, i) => {
      const slot = this.#slots.get(row);
      if (slot === undefined) return undefined;
      const from = ROWS_AT + slot * width;
      copies.set(all.subarray(from, from + width), i * width);
      const codes = copies.subarray(i * width, (i + 1) * width);
      return { codes, scale: this.#scales[slot]! };
    });
  }

  glance(question: Float32Array, accept?: (row: Row) => boolean): ApproximateScan {
    const scores = this.#scan(question);
    return {
      // Only what would be among the best is asked whether it may: that is a few hundred of however many.
      nearest: (count) =>
        highest(scores, count, accept && ((slot) => accept(this.#rows[slot]!)))
          .map((slot) => ({ row: this.#rows[slot]!, score: scores[slot]! }))
          .sort((a, b) => b.score - a.score || a.row - b.row),
      of: (row) => ((accept?.(row) ?? true) ? scores[this.#slots.get(row) ?? -1] : undefined),
    };
  }

  /** How near each row up to a last one is, as far as its codes tell; not a number where one is not here. */
  scoresByRow(question: Float32Array, last: Row): Float32Array {
    const scores = this.#scan(question);
    const byRow = new Float32Array(last + 1).fill(Number.NaN);
    for (let slot = 0; slot < scores.length; slot++)
      if (this.#rows[slot]! <= last) byRow[this.#rows[slot]!] = scores[slot]!;
    return byRow;
  }

  nearest(question: Float32Array, count: number, accept?: (row: Row) => boolean): RowScore[] {
    return this.glance(question, accept).nearest(count);
  }

  #scan(question: Float32Array): Float32Array {
    // As fine as sums below 2^31 allow: then the question's own rounding is next to nothing.
    const finest = Math.min(MAX_QUESTION_CODE, Math.floor(2 ** 31 / (127 * this.#width)) - 1);
    let peak = 1e-12;
    for (const value of question) peak = Math.max(peak, Math.abs(value));
    const scale = peak / finest;
    const codes = new Int16Array(this.#memory.buffer, QUESTION_AT, this.#width).fill(0);
    for (let i = 0; i < question.length; i++) codes[i] = Math.round(question[i]! / scale);
    const scores = new Float32Array(this.#used);
    const scales = this.#scales;
    const out = new Int32Array(this.#memory.buffer, OUT_AT, BLOCK);
    for (let start = 0; start < scores.length; start += BLOCK) {
      const n = Math.min(BLOCK, scores.length - start);
      this.#dots(ROWS_AT + start * this.#width, QUESTION_AT, OUT_AT, n, this.#width);
      for (let i = 0; i < n; i++) scores[start + i] = out[i]! * scale * scales[start + i]!;
    }
    return scores;
  }
}

// The scan's memory: the question, one block of results, then the rows.
const BLOCK = 4096;
const MAX_DIMS = 8192;
const QUESTION_AT = 1024;
const OUT_AT = QUESTION_AT + MAX_DIMS * QUESTION_BYTES;
const ROWS_AT = OUT_AT + BLOCK * 4;
const PAGES_BEFORE_ROWS = Math.ceil(ROWS_AT / 65_536);

function grown<T extends Float32Array | Float64Array>(from: T, to: T): T {
  to.set(from as never);
  return to;
}
