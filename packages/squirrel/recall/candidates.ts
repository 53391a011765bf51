import type { FusionCandidate } from '@sqrl/base/fuse.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { rowsLearned } from '../store/memory/access.ts';
import type { MemoryFilter } from '../store/memory/filters.ts';
import type { Row } from '../store/memory/memories.ts';
import { rowsByWords } from '../store/memory/words.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import { rowsByKey } from './by-key.ts';
import { rowsByPlace } from './by-place.ts';
import type { SearchQuestion } from './find.ts';

/** Where a candidate lies, and how near its vector is to the question's. */
export interface CandidateLocation {
  indexedStore: IndexedStore;
  row: Row;
  cosine: number | undefined;
}

type RowFilter = ((row: Row) => boolean) | undefined;

/** A memory that shares no word with the question and is no nearer than this has nothing to do with it. */
const MIN_COSINE = 0.1;

/**
 * What one shelf has: the best by words and by meaning, what is about the things at hand, and what is kept under the name
 * asked for or was learned at the time asked about. Of each the score in every way.
 */
export function placesOn(
  indexedStore: IndexedStore,
  question: SearchQuestion,
  { pool, accept, among }: { pool: number; accept: RowFilter; among: readonly Store[] },
): FusionCandidate<CandidateLocation>[] {
  const { store, index } = indexedStore;
  const { vector, around } = question;
  const found = rowsByWords(store, question.text, { limit: pool, accept, among });
  const words = new Map(found.map(({ row, score }) => [row, score]));
  const glance = vector && index.glance(vector, accept);
  const meaning = new Map(glance?.nearest(pool).map((n) => [n.row, n.score]));
  const places = around ? rowsByPlace(store, around) : new Map();
  const keys = rowsByKey(store, question.text);
  const times = new Set(question.time ? rowsLearned(store, question.time, pool) : []);
  const named = new Set([...places.keys(), ...keys.keys()].filter((row) => accept?.(row) ?? true));
  const others = [...times].filter((row) => accept?.(row) ?? true);
  const rows = [...new Set([...meaning.keys(), ...words.keys(), ...named, ...others])];
  // Without this a memory found by words would seem to mean nothing, only because thirty others mean more.
  for (const row of glance ? rows : []) {
    const score = meaning.has(row) ? undefined : glance!.of(row);
    if (score !== undefined) meaning.set(row, score);
  }
  const worth = rows.filter(
    (row) => words.has(row) || named.has(row) || times.has(row) || meaning.get(row)! >= MIN_COSINE,
  );
  return worth.map((row) => ({
    what: { indexedStore, row, cosine: meaning.get(row) },
    words: words.get(row),
    meaning: meaning.get(row),
    place: places.get(row),
    key: keys.get(row) ?? undefined,
    time: times.has(row) ? question.time!.said : undefined,
  }));
}

/** Whether a filter holds anything back. */
export const isGiven = (filter: MemoryFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);
