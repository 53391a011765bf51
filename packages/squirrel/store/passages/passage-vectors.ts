import type { Store } from '@sqrl/base/sqlite/query.ts';
import { countVectorsOf, dropOtherModels, putVector } from '@sqrl/base/sqlite/vectors/table.ts';
import type { QuantizedVector } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { noteRemoval, StoredIndex } from '../vectors/stored-index.ts';

/** The latest passages, as many as may have a vector. */
const LATEST = `select passage.row from passage join event on event.row = passage.event
  order by event.at desc, passage.row desc limit ?`;

/** Rows of the latest passages that have no vector of a model yet, the latest first. */
export const passagesToEmbed = (
  store: Store,
  { model, maxVectors }: { model: string; maxVectors: number },
): number[] =>
  store
    .sql(
      `select row from (${LATEST}) as latest
        where not exists (select 1 from vector where kind = 'passage' and of = latest.row and model = ?)`,
    )
    .lists(maxVectors, model)
    .map(([row]) => row as number);

export function passageTexts(store: Store, rows: readonly number[]): { row: number; text: string }[] {
  const read = store.sql('select row, text from passage where row = ?');
  return rows.flatMap((row) => {
    const found = read.get(row);
    return found ? [{ row, text: found.text as string }] : [];
  });
}

/** Keeps the vector of a passage; false where the passage is gone by now. */
export function setPassageVector(
  store: Store,
  passage: number,
  model: string,
  vector: Float32Array,
): boolean {
  if (!store.row`select 1 from passage where row = ${passage}`) return false;
  putVector(store, { kind: 'passage', of: passage, model, vector });
  return true;
}

/** Removes the vectors of other models, and those of passages that are not among the latest any more. */
export function sweepPassageVectors(
  store: Store,
  { model, maxVectors }: { model: string; maxVectors: number },
): void {
  if (dropOtherModels(store, 'passage', model) > 0) noteRemoval(store, 'passage');
  removeExcessVectors(store, { model, maxVectors });
}

/** Removes the vectors of the oldest passages where a model has more than allowed. */
export function removeExcessVectors(
  store: Store,
  { model, maxVectors }: { model: string; maxVectors: number },
): void {
  if (countPassageVectors(store, model) <= maxVectors) return;
  store.transaction(() => {
    store.sql(`delete from vector where kind = 'passage' and of not in (${LATEST})`).run(maxVectors);
    noteRemoval(store, 'passage');
  });
}

export function removePassageVectors(store: Store): boolean {
  const hadSome = dropOtherModels(store, 'passage', null) > 0;
  if (hadSome) noteRemoval(store, 'passage');
  return hadSome;
}

export const countPassages = (store: Store): number => store.value`select count(*) as n from passage`;

export const countPassageVectors = (store: Store, model: string): number =>
  countVectorsOf(store, 'passage', model);

/** The bytes that the vectors of a model take; they are all of one length. */
export function passageVectorBytes(store: Store, model: string): number {
  const one = store.row`select length(value) as bytes from vector where kind = 'passage' and model = ${model}
    limit 1`;
  return one ? (one.bytes as number) * countPassageVectors(store, model) : 0;
}

/** A sum of vectors, and of how many. */
export interface VectorSum {
  sum: Float32Array | Float64Array;
  count: number;
}

/** A store's passage vectors of the present model, with their sums. */
export class PassageIndex extends StoredIndex {
  #sum = new Float64Array(0);
  #sums = new WeakMap<readonly number[], VectorSum & { of: number | undefined }>();

  constructor(store: Store, model: () => string) {
    super(store, 'passage', model);
  }

  /** The cosines of all passages with some vector, by row up to a last one; not a number where one has no vector. */
  cosinesByRow(vector: Float32Array, last: number): Float32Array | undefined {
    return this.madeFor(vector)?.scoresByRow(vector, last);
  }

  /** The sum of all vectors, and how many there are. */
  sum(): VectorSum {
    const count = this.current()?.size ?? 0;
    return { sum: this.#sum, count };
  }

  /** The sum of the vectors of some passages, as far as they have one; kept for as long as the list of their rows is. */
  sumOf(rows: readonly number[]): VectorSum {
    const known = this.#sums.get(rows);
    const of = this.current()?.size;
    if (known && (known.count === rows.length || known.of === of)) return known;
    const made = { sum: new Float32Array(this.#sum.length), count: 0, of };
    for (const coded of this.codedAt(rows))
      if (coded) {
        add(made.sum, coded);
        made.count++;
      }
    this.#sums.set(rows, made);
    return made;
  }

  override drop(): void {
    super.drop();
    this.#sum = new Float64Array(0);
    this.#sums = new WeakMap();
  }

  protected override onRead(coded: QuantizedVector): void {
    if (this.#sum.length === 0) this.#sum = new Float64Array(coded.codes.length);
    add(this.#sum, coded);
  }
}

function add(sum: Float32Array | Float64Array, { codes, scale }: QuantizedVector): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += codes[i]! * scale;
}
