import { type FusionCandidate, fuse, weightOfMeaning } from '@sqrl/base/fuse.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { hiddenRows, type MemoryFilter, rowsWhere } from '../store/memory/filters.ts';
import { memoriesAt, type Row } from '../store/memory/memories.ts';
import { rarestWord } from '../store/memory/words.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import type { QuestionKind } from './answering.ts';
import { type CandidateLocation, isGiven, placesOn, type QuestionSurroundings } from './candidates.ts';
import type { TimeRange } from './time-range.ts';

export interface SearchQuestion {
  text: string;
  vector: Float32Array | undefined;
  limit: number;
  filter: MemoryFilter;
  /** How much meaning counts, 0 to 1; words have the rest. */
  meaning: number;
  askedAt: number;
  around?: QuestionSurroundings;
  kind?: QuestionKind;
  time?: TimeRange | undefined;
}

export interface Hit {
  indexedStore: IndexedStore;
  row: Row;
  memory: Memory;
  score: number;
  why: string[];
  /** What its score owes to what it is about, rather than to what it says. */
  bonus?: number;
  /** The cosine between its vector and the question's. */
  cosine?: number | undefined;
}

/** Best first; of equal ones the newest first, so that the same question has the same answer. */
export const byScore = (a: Hit, b: Hit): number =>
  b.score - a.score ||
  b.memory.updatedAt - a.memory.updatedAt ||
  b.row - a.row ||
  (a.memory.id < b.memory.id ? -1 : 1);

/** Fewer candidates than this make poor scales to compare on. */
const MIN_CANDIDATES = 30;
/** How many candidates each way of searching brings for each answer wanted. */
const CANDIDATES_PER_ANSWER = 3;

/** Question in, answers out, best first. */
export function searchMemories(question: SearchQuestion, indexedStores: readonly IndexedStore[]): Hit[] {
  const { limit, meaning, kind = 'semantic' } = question;
  const pool = Math.max(MIN_CANDIDATES, limit * CANDIDATES_PER_ANSWER);
  const among = indexedStores.map(({ store }) => store);
  const candidates = indexedStores.flatMap((indexedStore) =>
    placesOn(indexedStore, question, { pool, accept: acceptor(indexedStore.store, question), among }),
  );
  const weight = weightOfMeaning(meaning, strengthOfWords(candidates, among));
  const chosen = fuse(candidates, { meaning: weight, place: PLACE[kind] }).slice(0, limit);
  const memories = memoriesIn(chosen.map(({ what }) => what));
  return chosen.flatMap(({ what, score, why, more }) => {
    const memory = memories.get(what);
    const { indexedStore, row, cosine } = what;
    return memory ? [{ indexedStore, row, memory, score, why: why(), bonus: more, cosine }] : [];
  });
}

function memoriesIn(places: readonly CandidateLocation[]): Map<CandidateLocation, Memory> {
  const found = new Map<CandidateLocation, Memory>();
  for (const [{ store }, some] of Map.groupBy(places, ({ indexedStore }) => indexedStore)) {
    const memories = new Map(
      memoriesAt(
        store,
        some.map(({ row }) => row),
      ).map(({ row, memory }) => [row, memory]),
    );
    for (const place of some) {
      const memory = memories.get(place.row);
      if (memory) found.set(place, memory);
    }
  }
  return found;
}

/** How much the best candidate shares with the question in words, 0 to 1. */
function strengthOfWords(
  candidates: readonly FusionCandidate<CandidateLocation>[],
  among: readonly Store[],
): number {
  const best = candidates.reduce((most, { words }) => Math.max(most, words ?? 0), 0);
  return Math.min(1, best / (FULL_WORDS * rarestWord(among)));
}

/** Words have their full weight where the best candidate shares as much as this many of the rarest words. */
const FULL_WORDS = 2;

/** How much it counts that a memory is about what is at hand, by what the question asks for. */
const PLACE: Record<QuestionKind, number> = { identifier: 0.3, semantic: 0.25, structural: 0.6 };

/** Says of a row whether it may be shown; undefined where all may. */
function acceptor(
  store: Store,
  { filter, askedAt }: Pick<SearchQuestion, 'filter' | 'askedAt'>,
): ((row: Row) => boolean) | undefined {
  if (!isGiven(filter)) {
    const hidden = hiddenRows(store, askedAt);
    return hidden.size === 0 ? undefined : (row) => !hidden.has(row);
  }
  const shown = rowsWhere(store, filter, askedAt);
  return (row) => shown.has(row);
}
