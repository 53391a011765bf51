import { anyOf, countIndexed, countMatches, matches, rankedMatches } from '@sqrl/base/sqlite/full-text.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';

/** By how much to multiply what BM25 makes of a word that a number of rows have. */
export type WordWeight = (word: string, having: number) => number;

interface SearchedWords {
  store: Store;
  index: 'memory_words' | 'passage_words';
  weigh?: WordWeight | undefined;
  /** Reads the rows with a word, and keeps them. */
  kept?: { has(word: string): boolean; rowsWith(word: string): Uint32Array };
}

/**
 * BM25 of some words, turned so that more is better, by row; nought where one shares no word. Ranking a row costs a
 * microsecond and seeing that it has a word a tenth of that, so of a common word only its presence counts.
 */
export function wordScores(searched: SearchedWords, words: readonly string[]): Float64Array {
  const { store, index, weigh } = searched;
  const last = lastRow(store, index);
  const sums = new Float64Array(last + 1);
  if (last === 0) return sums;
  for (const { word, n, isRare } of tellingWords(searched, words)) {
    const weight = weigh?.(word, n) ?? 1;
    if (isRare)
      for (const [row, score] of rankedMatches(store, index, anyOf([word]))) sums[row]! += weight * score;
    else {
      const score = weight * COMMON_SHARE * rarity(n, countIndexed(store, index));
      for (const row of searched.kept?.rowsWith(word) ?? matches(store, index, anyOf([word])))
        if (row <= last) sums[row]! += score;
    }
  }
  return sums;
}

export const lastRow = (store: Store, index: SearchedWords['index']): number =>
  index === 'memory_words'
    ? store.value<number>`select ifnull(max(row), 0) from memory`
    : store.value<number>`select ifnull(max(row), 0) from passage`;

/** The words to rank by: all while not too many rows have them, else the rarest; at least one. */
function tellingWords(
  { store, index, kept }: SearchedWords,
  words: readonly string[],
): { word: string; n: number; isRare: boolean }[] {
  const counted = words
    .map((word) => ({
      word,
      n: kept?.has(word)
        ? kept.rowsWith(word).length
        : countMatches(store, index, anyOf([word]), MAX_HOLDING + 1),
    }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => a.n - b.n);
  let holding = 0;
  return counted.flatMap(({ word, n }, i) => {
    holding += n;
    return i > 0 && holding > MAX_HOLDING ? [] : [{ word, n, isRare: n <= COMMON && holding <= MAX_RANKED }];
  });
}

/** Words that at most this many rows hold together are ranked with BM25; further ones count as common. */
const MAX_RANKED = 8000;
/** Words that more rows than this hold are common. */
const COMMON = 2000;
/** Words that more rows than this hold together are left out, the commonest first. */
const MAX_HOLDING = 100_000;
/** What BM25 makes of a word that a text has once, which is somewhat longer than most, as those are. */
const COMMON_SHARE = 0.8;

/** How much BM25 makes of a word that a number of all have, as SQLite does. */
export function rarity(having: number, all: number): number {
  const idf = Math.log((all - having + 0.5) / (having + 0.5));
  return idf > 0 ? idf : 1e-6;
}
