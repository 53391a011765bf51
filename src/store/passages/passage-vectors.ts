import type { Store } from '../store.ts';
import { encode, type QuantizedVector, widthFor } from '../vectors/vector-code.ts';
import { type ApproximateScan, VectorIndex } from '../vectors/vector-index.ts';
import { bytesOf } from '../vectors/vectors.ts';

/** Passages that have no vector of a model, the latest said first. */
export const passagesWithoutVector = (
  store: Store,
  model: string,
  limit: number,
): { row: number; text: string }[] =>
  store
    .sql(
      `select passage.row, passage.text from passage join event on event.row = passage.event
        where not exists (select 1 from passage_vector v where v.passage = passage.row and v.model = ?)
        order by event.at desc, passage.row limit ?`,
    )
    .all(model, limit) as unknown as { row: number; text: string }[];

/** Keeps the vector of a passage; false where the passage is gone by now. */
export function setPassageVector(
  store: Store,
  passage: number,
  model: string,
  vector: Float32Array,
): boolean {
  if (!store.sql('select 1 from passage where row = ?').get(passage)) return false;
  const { codes, scale } = encode(vector, vector.length);
  store
    .sql('insert or replace into passage_vector (passage, model, scale, codes) values (?, ?, ?, ?)')
    .run(passage, model, scale, bytesOf(codes));
  return true;
}

/** Removes the vectors of other models. */
export function sweepPassageVectors(store: Store, model: string): void {
  store.sql('delete from passage_vector where model <> ?').run(model);
}

/** How many passages there are, how many of them have a vector of a model, and the bytes those take. */
export interface PassageCounts {
  passages: number;
  embedded: number;
  vectorBytes: number;
}

export const countPassages = (store: Store, model: string): PassageCounts =>
  ({
    ...store
      .sql(
        `select (select count(*) from passage) as passages, count(*) as embedded,
                coalesce(sum(length(codes)), 0) as vectorBytes from passage_vector where model = ?`,
      )
      .get(model),
  }) as unknown as PassageCounts;

/** A store's passage vectors of the present model, read on first use; later ones are added as they come. */
export class PassageIndex {
  readonly #store: Store;
  readonly #model: () => string;
  #loaded: string | undefined;
  #last = 0;
  #index: VectorIndex | undefined;

  constructor(store: Store, model: () => string) {
    this.#store = store;
    this.#model = model;
  }

  /** How near all passages are to a question that was embedded by the same model. */
  glance(question: Float32Array): ApproximateScan | undefined {
    this.#catchUp();
    return this.#index?.dims === question.length ? this.#index.glance(question) : undefined;
  }

  /** The vectors of some passages in eight bits, in order; undefined where one has none of this model. */
  codedAt(rows: readonly number[]): (QuantizedVector | undefined)[] {
    this.#catchUp();
    return this.#index?.codedAt(rows) ?? rows.map(() => undefined);
  }

  /** Forgets what is in memory; the next question reads it again. */
  drop(): void {
    this.#index = undefined;
    this.#last = 0;
  }

  #catchUp(): void {
    const model = this.#model();
    if (model !== this.#loaded) this.drop();
    this.#loaded = model;
    const fresh = this.#store.sql(
      'select row, passage, scale, codes from passage_vector where row > ? and model = ? order by row',
    );
    for (const { row, passage, scale, codes } of fresh.iterate(this.#last, model)) {
      const bytes = codes as Uint8Array;
      this.#index ??= new VectorIndex(bytes.length);
      const padded = new Int8Array(widthFor(bytes.length));
      padded.set(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
      // What is kept is all there is: nothing finer could correct it.
      this.#index.setCoded(passage as number, { codes: padded, scale: scale as number, error: 0 });
      this.#last = row as number;
    }
  }
}
