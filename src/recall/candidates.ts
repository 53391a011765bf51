import type { FusionCandidate } from '../base/fuse.ts';
import type { MemoryFilter } from '../store/memory/filters.ts';
import type { Row } from '../store/memory/memories.ts';
import { type Sibling, siblingsOf } from '../store/memory/siblings.ts';
import { rowsLearnt } from '../store/memory/when.ts';
import { rowsByWords } from '../store/memory/words.ts';
import type { Store } from '../store/store.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import { rowsByKey } from './by-key.ts';
import { rowsByPlace } from './by-place.ts';
import type { SearchQuestion } from './find.ts';
import { isLeftOut } from './stage.ts';

/** Where a memory lies. */
export interface MemorySpot {
  indexedStore: IndexedStore;
  row: Row;
}

/** Where a candidate lies, and what was learnt around it. */
export interface CandidateLocation extends MemorySpot {
  cosine: number | undefined;
  episode: string | undefined;
  /** What was learnt just before it in the same episode, be it a candidate or not. */
  follows: MemorySpot | undefined;
  /** What was learnt just before and just after it, as far as that is a candidate too. */
  before: CandidateLocation | undefined;
  after: CandidateLocation | undefined;
}

type RowFilter = ((row: Row) => boolean) | undefined;

/** A memory that shares no word with the question and is no nearer than this has nothing to do with it. */
const MIN_COSINE = 0.1;
/** The memories around so many of the best are looked at too, at the most … */
const AROUND = 30;
/** … and around this share of the candidates: reading their vectors takes time. */
const SHARE_AROUND = 1 / 3;

/**
 * What one shelf has: the best by words and by meaning, what is about the things at hand, what is kept under the name
 * asked for or was learnt at the time asked about, and what was learnt just before or after the best. Of each the score
 * in every way.
 */
export function placesOn(
  indexedStore: IndexedStore,
  question: SearchQuestion,
  { pool, accept, among }: { pool: number; accept: RowFilter; among: readonly Store[] },
): FusionCandidate<CandidateLocation>[] {
  const { store, index } = indexedStore;
  const vector = isLeftOut('meaning', question) ? undefined : question.vector;
  const words = isLeftOut('words', question)
    ? new Map()
    : wordsAccepted(store, question, { pool, accept, among });
  const glance = vector && index.glance(vector, accept);
  const meaning = new Map(glance?.nearest(pool).map((n) => [n.row, n.score]));
  const places =
    isLeftOut('places', question) || !question.around ? new Map() : rowsByPlace(store, question.around);
  const keys = isLeftOut('keys', question) ? new Map() : rowsByKey(store, question.text);
  const times = new Set(question.time ? rowsLearnt(store, question.time, pool) : []);
  const most = Math.min(AROUND, Math.ceil(pool * SHARE_AROUND));
  const seeds = [...words.keys()].slice(0, most).concat([...meaning.keys()].slice(0, most));
  const siblings = isLeftOut('siblings', question) ? new Map<Row, Sibling>() : siblingsOf(store, seeds);
  const beside = seeds.flatMap((row) => {
    const sibling = siblings.get(row);
    return sibling ? [sibling.before, sibling.after].filter((each) => each !== undefined) : [];
  });
  const named = new Set([...places.keys(), ...keys.keys()].filter((row) => accept?.(row) ?? true));
  const others = [...times, ...beside].filter((row) => accept?.(row) ?? true);
  const rows = [...new Set([...meaning.keys(), ...words.keys(), ...named, ...others])];
  // Without this a memory found by words would seem to mean nothing, only because thirty others mean more.
  for (const row of glance ? rows : []) {
    const score = meaning.has(row) ? undefined : glance!.of(row);
    if (score !== undefined) meaning.set(row, score);
  }
  const worth = rows.filter(
    (row) => words.has(row) || named.has(row) || times.has(row) || meaning.get(row)! >= MIN_COSINE,
  );
  // Who looks again wants to know of each what it was learnt with.
  const known = question.look && siblings.size > 0 ? siblingsOf(store, worth) : siblings;
  const whats = placed(indexedStore, worth, { meaning, siblings: known, accept });
  return worth.map((row) => ({
    what: whats.get(row)!,
    words: words.get(row),
    meaning: meaning.get(row),
    place: places.get(row),
    key: keys.get(row) ?? undefined,
    time: times.has(row) ? question.time!.said : undefined,
  }));
}

/** The rows as places that know their neighbours. */
function placed(
  indexedStore: IndexedStore,
  rows: readonly Row[],
  {
    meaning,
    siblings,
    accept,
  }: { meaning: ReadonlyMap<Row, number>; siblings: ReadonlyMap<Row, Sibling>; accept: RowFilter },
): Map<Row, CandidateLocation> {
  const places = new Map<Row, CandidateLocation>(
    rows.map((row) => [
      row,
      {
        indexedStore,
        row,
        cosine: meaning.get(row),
        episode: siblings.get(row)?.episode,
        follows: undefined,
        before: undefined,
        after: undefined,
      },
    ]),
  );
  for (const [row, place] of places) {
    const sibling = siblings.get(row);
    if (sibling?.before !== undefined) {
      place.before = places.get(sibling.before);
      if (accept?.(sibling.before) ?? true) place.follows = { indexedStore, row: sibling.before };
    }
    if (sibling?.after !== undefined) place.after = places.get(sibling.after);
  }
  return places;
}

/** Words' best rows among the accepted ones: asks for more until there are enough or none are left. */
function wordsAccepted(
  store: Store,
  { text, filter }: SearchQuestion,
  { pool, accept, among }: { pool: number; accept: RowFilter; among: readonly Store[] },
): Map<Row, number> {
  // The rarest words of all memories may be none of those that a filter lets through.
  const all = isGiven(filter);
  for (let limit = pool; ; limit *= 4) {
    const found = rowsByWords(store, text, { limit, all, among });
    const accepted = accept ? found.filter(({ row }) => accept(row)) : found;
    if (accepted.length >= pool || found.length < limit)
      return new Map(accepted.slice(0, pool).map(({ row, score }) => [row, score]));
  }
}

/** Whether a filter holds anything back. */
export const isGiven = (filter: MemoryFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);
