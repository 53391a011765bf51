import type { Store } from '@sqrl/base/sqlite/store.ts';
import { countVectorsOf, dropOtherModels, putCoded, readCoded } from '@sqrl/base/sqlite/vectors/table.ts';
import type { QuantizedVector } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import type { ApproximateScan, VectorIndex } from '@sqrl/base/sqlite/vectors/vector-index.ts';
import { projectState, setProjectState } from '../marks.ts';

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
  putCoded(store, { kind: 'passage', of: passage, model, vector });
  return true;
}

/** Removes the vectors of other models, and those of passages that are not among the latest any more. */
export function sweepPassageVectors(
  store: Store,
  { model, maxVectors }: { model: string; maxVectors: number },
): void {
  if (dropOtherModels(store, 'passage', model) > 0) noteSwept(store);
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
    noteSwept(store);
  });
}

export function removePassageVectors(store: Store): boolean {
  const hadSome = dropOtherModels(store, 'passage', null) > 0;
  if (hadSome) noteSwept(store);
  return hadSome;
}

/** Lets other processes know that vectors they hold in memory are gone. */
const noteSwept = (store: Store): void =>
  setProjectState(store, 'swept', String(Number(projectState(store, 'swept') ?? 0) + 1));

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

/** A store's passage vectors of the present model, read on first use; later ones are added as they come. */
export class PassageIndex {
  readonly #store: Store;
  readonly #model: () => string;
  #loaded: string | undefined;
  #swept: string | undefined;
  #last = 0;
  #index: VectorIndex | undefined;
  #sum = new Float64Array(0);
  #sums = new WeakMap<readonly number[], VectorSum & { of: number | undefined }>();

  constructor(store: Store, model: () => string) {
    this.#store = store;
    this.#model = model;
  }

  /** How near all passages are to a question that was embedded by the same model. */
  glance(question: Float32Array): ApproximateScan | undefined {
    this.#catchUp();
    return this.#index?.dims === question.length ? this.#index.glance(question) : undefined;
  }

  /** The cosines of all passages with some vector, by row up to a last one; not a number where one has no vector. */
  cosines(vector: Float32Array, last: number): Float32Array | undefined {
    this.#catchUp();
    return this.#index?.dims === vector.length ? this.#index.scoresByRow(vector, last) : undefined;
  }

  /** The sum of all vectors, and how many there are. */
  sum(): VectorSum {
    this.#catchUp();
    return { sum: this.#sum, count: this.#index?.size ?? 0 };
  }

  /** The sum of the vectors of some passages, as far as they have one; kept for as long as the list of their rows is. */
  sumOf(rows: readonly number[]): VectorSum {
    const known = this.#sums.get(rows);
    if (known && (known.count === rows.length || known.of === this.#index?.size)) return known;
    const made = { sum: new Float32Array(this.#sum.length), count: 0, of: this.#index?.size };
    for (const coded of this.codedAt(rows))
      if (coded) {
        add(made.sum, coded.codes, coded.scale);
        made.count++;
      }
    this.#sums.set(rows, made);
    return made;
  }

  /** The vectors of some passages in eight bits, in order; undefined where one has none of this model. */
  codedAt(rows: readonly number[]): (QuantizedVector | undefined)[] {
    this.#catchUp();
    return this.#index?.codedAt(rows) ?? rows.map(() => undefined);
  }

  /** Forgets what is in memory; the next question reads it again. */
  drop(): void {
    this.#index = undefined;
    this.#sum = new Float64Array(0);
    this.#sums = new WeakMap();
    this.#last = 0;
  }

  #catchUp(): void {
    const model = this.#model();
    const swept = projectState(this.#store, 'swept');
    if (model !== this.#loaded || swept !== this.#swept) this.drop();
    this.#loaded = model;
    this.#swept = swept;
    const read = readCoded(
      this.#store,
      { kind: 'passage', model, after: this.#last },
      this.#index,
      ({ codes, scale }) => {
        if (this.#sum.length === 0) this.#sum = new Float64Array(codes.length);
        add(this.#sum, codes, scale);
      },
    );
    this.#index = read.index;
    this.#last = read.last;
  }
}

function add(sum: Float32Array | Float64Array, codes: Int8Array, scale: number): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += codes[i]! * scale;
}
