import { anyOf, countMatches, matches, rankedMatches } from '@sqrl/base/sqlite/full-text.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { highest } from '@sqrl/base/sqlite/vectors/highest.ts';
import { questionWords } from '../memory/words.ts';

/**
 * Rows of passages that share words with a question, best first: BM25, turned so that more is better. Of a common word only
 * its presence counts. Passages that were removed of late may be among them.
 */
export function passagesByWords(
  store: Store,
  question: string,
  limit: number,
): { row: number; score: number }[] {
  const sums = wordScores(store, questionWords(question));
  return highest(sums, limit, (row) => sums[row]! > 0).map((row) => ({ row, score: sums[row]! }));
}

/** The same of all passages, by row; nought where one shares no word. */
export function wordScores(store: Store, words: readonly string[]): Float32Array {
  const last = store.value<number | null>`select max(row) as row from passage`;
  const sums = new Float32Array((last ?? 0) + 1);
  if (last === null) return sums;
  const { rare, common } = tellingWords(store, words, last);
  for (const [row, score] of rankedBy(store, rare)) sums[row] = score;
  for (const { rows, weight } of common) for (let i = 0; i < rows.length; i++) sums[rows[i]!]! += weight;
  return sums;
}

/** The rows of the passages that hold a word, each once. */
export function passagesHolding(store: Store, word: string): Uint32Array {
  const last = store.value<number | null>`select max(row) as row from passage`;
  return last === null ? new Uint32Array() : rowsHolding(store, cacheOf(store), word, last);
}

/** Rows of passages that hold every word of a text next to each other, latest first. */
export const passagesByPhrase = (store: Store, phrase: string, limit: number): number[] => {
  const words = phrase.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length === 0) return [];
  return matches(store, 'passage_words', `text : ${anyOf([words.join(' ')])}`)
    .slice(-limit)
    .reverse();
};

/** To rank a passage by BM25 takes a microsecond, to see that it holds a word a tenth of that. */
const rankedBy = (store: Store, words: readonly string[]) =>
  words.length === 0 ? [] : rankedMatches(store, 'passage_words', anyOf(words));

/** The words to rank by: all while not too many passages hold them, else the rarest; at least one. */
function tellingWords(
  store: Store,
  words: readonly string[],
  last: number,
): { rare: string[]; common: CommonWord[] } {
  const cache = cacheOf(store);
  const counted = words
    .map((word) => ({ word, n: countHolding(store, cache, word, last) }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => a.n - b.n);
  const rare: string[] = [];
  const common: CommonWord[] = [];
  let holding = 0;
  for (const [i, { word, n }] of counted.entries()) {
    holding += n;
    if (i > 0 && holding > MAX_HOLDING) break;
    if (n <= COMMON && holding <= MAX_RANKED) rare.push(word);
    else
      common.push({
        rows: rowsHolding(store, cache, word, last),
        weight: weightOf(n, passagesUpTo(store, cache, last)),
      });
  }
  return { rare, common };
}

/** By so many passages at most words are ranked with BM25; further ones count as common. */
const MAX_RANKED = 8000;
/** Words that more passages than this hold are common. */
const COMMON = 2000;
/** Words that more passages than this hold together are left out, the commonest first. */
const MAX_HOLDING = 100_000;

/** A common word: the passages that hold it, and how much it counts for each. */
interface CommonWord {
  rows: Uint32Array;
  weight: number;
}

/** What BM25 makes of a word in a passage that holds it once, and is somewhat longer than most, as those are. */
const weightOf = (holding: number, passages: number): number =>
  0.8 * Math.max(1e-6, Math.log((passages - holding + 0.5) / (holding + 0.5)));

/** What is known of a store's common words, up to a row: most questions have some of the same. */
interface WordCache {
  rows: Map<string, RowsUpTo>;
  size: number;
  passages: { n: number; last: number };
}

interface RowsUpTo {
  rows: Uint32Array;
  last: number;
}

const caches = new WeakMap<Store, WordCache>();
/** Four bytes each. */
const MAX_KEPT_ROWS = 4_000_000;

function cacheOf(store: Store): WordCache {
  const fresh = { rows: new Map(), size: 0, passages: { n: 0, last: 0 } };
  // What is written now may be taken back, and its rows would be used again.
  if (store.db.isTransaction) return fresh;
  const cache = caches.get(store) ?? fresh;
  caches.set(store, cache);
  return cache;
}

const countHolding = (store: Store, cache: WordCache, word: string, last: number): number =>
  cache.rows.has(word)
    ? rowsHolding(store, cache, word, last).length
    : countMatches(store, 'passage_words', anyOf([word]), MAX_HOLDING + 1);

function passagesUpTo(store: Store, { passages }: WordCache, last: number): number {
  if (passages.last < last)
    passages.n += store.value<number>`select count(*) as n from passage where row > ${passages.last}`;
  passages.last = last;
  return passages.n;
}

/** The rows of passages that hold a word. Rows are never used twice, so only later ones are read again. */
function rowsHolding(store: Store, cache: WordCache, word: string, last: number): Uint32Array {
  const known = cache.rows.get(word);
  if (known?.last === last) return known.rows;
  const later = matches(store, 'passage_words', anyOf([word]), known?.last ?? 0);
  const rows = Uint32Array.from(known ? [...known.rows, ...later] : later);
  cache.size += later.length;
  cache.rows.set(word, { rows, last });
  for (const [other, { rows: its }] of cache.rows) {
    if (cache.size <= MAX_KEPT_ROWS || other === word) break;
    cache.rows.delete(other);
    cache.size -= its.length;
  }
  return rows;
}
