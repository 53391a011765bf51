import type { Memory } from '../model/memory.ts';
import { type Filter, hiddenRows, rowsWhere } from '../store/filters.ts';
import type { LiveIndex } from '../store/live-index.ts';
import { memoryAt, type Row } from '../store/memories.ts';
import type { Store } from '../store/store.ts';
import { rowsByWords } from '../store/words.ts';
import { rowsByKey } from './by-key.ts';
import { type Around, rowsByPlace } from './by-place.ts';
import { type Candidate, type Fusion, fuse } from './fuse.ts';
import type { QuestionKind } from './question-kind.ts';

/** What is asked. */
export interface Question {
  text: string;
  /** Its meaning, where an embedder gave one. */
  vector: Float32Array | undefined;
  limit: number;
  /** How many candidates each way of searching brings for each answer wanted. */
  pool: number;
  filter: Filter;
  fusion: Fusion;
  askedAt: number;
  /** Files and symbols at hand, and what lies beside them. */
  around?: Around;
  kind?: QuestionKind;
}

/** A store and the vectors in it, as searches go through them. */
export interface Shelf {
  store: Store;
  index: LiveIndex;
}

/** An answer: a memory, where it lies, and the reasons for its place. */
export interface Hit {
  shelf: Shelf;
  row: Row;
  memory: Memory;
  score: number;
  why: string[];
}

/** A memory that shares no word with the question and is no nearer than this has nothing to do with it. */
const NEAR = 0.1;
/** Fewer candidates than this make poor scales to compare on. */
const LEAST = 30;

/** Question in, answers out, best first. */
export function find(question: Question, shelves: readonly Shelf[]): Hit[] {
  const pool = Math.max(LEAST, question.limit * question.pool);
  const candidates = shelves.flatMap((shelf) => candidatesOn(shelf, question, pool));
  return fuse(candidates, { ...question.fusion, place: PLACE[question.kind ?? 'semantic'] })
    .slice(0, question.limit)
    .flatMap(({ what, score, why }) => {
      const memory = memoryAt(what.shelf.store, what.row);
      return memory ? [{ ...what, memory, score, why }] : [];
    });
}

/** How much it counts that a memory is about what is at hand, by what the question asks for. */
const PLACE: Record<QuestionKind, number> = { identifier: 0.3, semantic: 0.25, structural: 0.6 };

interface Place {
  shelf: Shelf;
  row: Row;
}

/** What one shelf has: the best by words and the best by meaning, and of each the score in both. */
function candidatesOn(shelf: Shelf, question: Question, pool: number): Candidate<Place>[] {
  const { vector } = question;
  const accept = acceptor(shelf.store, question);
  const words = new Map(
    wordsAccepted(shelf.store, question, pool, accept).map(({ row, score }) => [row, score]),
  );
  const near = vector ? shelf.index.nearest(vector, pool, accept) : [];
  const meaning = new Map(near.map(({ row, score }) => [row, score]));
  // Without this a memory found by words would seem to mean nothing, only because thirty others mean more.
  const only = vector ? [...words.keys()].filter((row) => !meaning.has(row)) : [];
  for (const [row, score] of vector ? shelf.index.cosines(vector, only) : []) meaning.set(row, score);
  const places = question.around ? rowsByPlace(shelf.store, question.around) : new Map();
  const keys = rowsByKey(shelf.store, question.text);
  const others = [...places.keys(), ...keys.keys()].filter((row) => accept?.(row) ?? true);
  const unknown = vector ? others.filter((row) => !meaning.has(row)) : [];
  for (const [row, score] of vector ? shelf.index.cosines(vector, unknown) : []) meaning.set(row, score);
  const named = new Set(others);
  const worth = (row: Row) => words.has(row) || named.has(row) || meaning.get(row)! >= NEAR;
  return [...new Set([...meaning.keys(), ...words.keys(), ...others])].filter(worth).map((row) => ({
    what: { shelf, row },
    words: words.get(row),
    meaning: meaning.get(row),
    place: places.get(row),
    key: keys.get(row) ?? undefined,
  }));
}

/** Says of a row whether it may be shown; undefined where all may. */
function acceptor(
  store: Store,
  { filter, askedAt }: Pick<Question, 'filter' | 'askedAt'>,
): ((row: Row) => boolean) | undefined {
  if (!isGiven(filter)) {
    const hidden = hiddenRows(store, askedAt);
    return hidden.size === 0 ? undefined : (row) => !hidden.has(row);
  }
  const shown = rowsWhere(store, filter, askedAt);
  return (row) => shown.has(row);
}

/** Words' best rows among the accepted ones: asks for more until there are enough or none are left. */
function wordsAccepted(
  store: Store,
  { text, filter }: Question,
  count: number,
  accept: ((row: Row) => boolean) | undefined,
) {
  // The rarest words of all memories may be none of those that a filter lets through.
  const all = isGiven(filter);
  for (let limit = count; ; limit *= 4) {
    const found = rowsByWords(store, text, { limit, all });
    const accepted = accept ? found.filter(({ row }) => accept(row)) : found;
    if (accepted.length >= count || found.length < limit) return accepted.slice(0, count);
  }
}

const isGiven = (filter: Filter): boolean => Object.values(filter).some((value) => value !== undefined);
