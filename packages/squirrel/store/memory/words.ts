import type { Memory } from '@sqrl/base/model/memory.ts';
import { anyOf, countIndexed, countMatches, matches, rankedMatches } from '@sqrl/base/sqlite/full-text.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { highest } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import type { Row } from './memories.ts';

interface WordSearchOptions {
  limit: number;
  accept?: ((row: Row) => boolean) | undefined;
  /** The stores that are searched with it: how rare a word is, all of them tell together. */
  among?: readonly Store[];
}

/** Rows of memories that share words with the question, best first, with BM25 turned so that more is better. */
export function rowsByWords(
  store: Store,
  question: string,
  { limit, accept, among = [] }: WordSearchOptions,
): { row: Row; score: number }[] {
  const weigh = weigher(store, among);
  const sums = wordScores({ store, index: 'memory_words', weigh }, questionWords(question));
  return highest(sums, limit, (row) => sums[row]! > 0 && (accept?.(row) ?? true)).map((row) => ({
    row,
    score: sums[row]!,
  }));
}

/**
 * How rare a word is, all stores tell that are searched together. What the few memories of a store have in common is nothing
 * special among them, and BM25 makes next to nothing of it; against the best of a large store they would count for nothing,
 * however well they answer. Undefined where there is nothing next to a store.
 */
function weigher(store: Store, among: readonly Store[]): WordWeight | undefined {
  const others = among.filter((other) => other !== store && countAll(other) > 0);
  if (others.length === 0) return undefined;
  const here = countAll(store);
  const everywhere = others.reduce((sum, other) => sum + countAll(other), here);
  return (word, having) => {
    const all = others.reduce(
      (sum, other) => sum + countMatches(other, 'memory_words', anyOf([word])),
      having,
    );
    return rarity(all, everywhere) / rarity(having, here);
  };
}

/** What BM25 makes of a word that one memory of some stores has and no other. */
export const rarestWord = (stores: readonly Store[]): number =>
  rarity(
    1,
    stores.reduce((sum, store) => sum + countAll(store), 0),
  );

const countAll = (store: Store): number => countIndexed(store, 'memory_words');

/** What the identifiers of a memory fall apart into: parts of camelCase names, and pairs of letters of scripts without spaces. */
export function wordsWithin({ text, files, symbols, tags }: Memory): string {
  const parts = new Set<string>();
  for (const whole of [text, ...files, ...symbols, ...tags])
    for (const part of partsOf(whole)) parts.add(part);
  return [...parts, ...symbols].join(' ');
}

/** The words of a question that can tell one memory from another; all of them where none can. */
export function questionWords(question: string): string[] {
  const all = new Set([...question.toLowerCase().matchAll(WORD)].map(([word]) => word));
  for (const part of partsOf(question)) all.add(part.toLowerCase());
  const telling = [...all].filter((word) => !STOP.has(word));
  return (telling.length > 0 ? telling : [...all]).slice(0, MAX_WORDS);
}

// A pasted page as a question would walk half the index; its first words say what it is about.
const MAX_WORDS = 48;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2,}/gu;

/** Parts of camelCase names, and pairs of letters of scripts without spaces. */
export function partsOf(text: string): string[] {
  if (isPlain(text)) return humpsOf(text, PLAIN);
  // A dash or a quotation mark is no reason to read all the rest by the slow rules for all scripts.
  const parts = text.split(' ').flatMap((each) => humpsOf(each, isPlain(each) ? PLAIN : ANY_SCRIPT));
  if (!/[\u0e00-\u0e7f\u2e80-\uffff]/.test(text)) return parts;
  for (const run of text.match(UNSPACED) ?? []) {
    const letters = [...run];
    for (let i = 0; i + 1 < letters.length; i++) parts.push(letters[i]! + letters[i + 1]!);
  }
  return parts;
}

const isPlain = (text: string): boolean => !/[^\0-\x7f]/.test(text);

interface WordPatterns {
  /** Where a new hump begins within a word. */
  seam: RegExp;
  word: RegExp;
  humps: RegExp;
}

const PLAIN: WordPatterns = {
  seam: /[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9]/,
  word: /[A-Za-z0-9]+/g,
  humps: /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g,
};
const ANY_SCRIPT: WordPatterns = {
  seam: /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}/u,
  word: WORD,
  humps: /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+/gu,
};

function humpsOf(text: string, { seam, word, humps }: WordPatterns): string[] {
  const found: string[] = [];
  // From seam to seam: few words have one, and there is no need to look at the others.
  for (let rest = text; ; ) {
    const at = rest.search(seam);
    if (at === -1) return found;
    const end = rest.indexOf(' ', at);
    const around = rest.slice(rest.lastIndexOf(' ', at) + 1, end === -1 ? rest.length : end);
    for (const each of around.match(word) ?? []) {
      const parts = seam.test(each) ? each.match(humps)! : [];
      if (parts.length > 1) found.push(...parts.filter((part) => part.length > 1));
    }
    if (end === -1) return found;
    rest = rest.slice(end);
  }
}

// Every word here would be found in a large part of all memories: it costs time and says nothing.
const STOP = new Set(
  `a about after again all also am an and any are as at be because been before being but by can could did do does doing
  don done down during each few for from further get had has have having he her here hers him his how i if in into is it
  its itself just let like me more most my no nor not now of off on once only or other our ours out over own s same shall
  she should so some such t than that the their them then there these they this those through to too under until up us
  use used using very was we were what when where which while who whom why will with would you your yours`.split(
    /\s+/,
  ),
);

/** By how much to multiply what BM25 makes of a word that a number of rows have. */
type WordWeight = (word: string, having: number) => number;

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
function rarity(having: number, all: number): number {
  const idf = Math.log((all - having + 0.5) / (having + 0.5));
  return idf > 0 ? idf : 1e-6;
}
