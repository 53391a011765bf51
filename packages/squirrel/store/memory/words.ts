import type { Memory } from '@sqrl/base/model/memory.ts';
import { anyOf, countMatches, rankedMatches } from '@sqrl/base/sqlite/full-text.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import type { Row } from './memories.ts';
import { whileUnchanged } from './unchanged.ts';

interface WordSearchOptions {
  limit: number;
  /** Ranks by common words too, however long it takes. */
  all?: boolean;
  /** The stores that are searched with it: how rare a word is, all of them tell together. */
  among?: readonly Store[];
}

/** Rows of memories that share words with the question, best first, with BM25 turned so that more is better. */
export function rowsByWords(
  store: Store,
  question: string,
  { limit, all = false, among = [] }: WordSearchOptions,
): { row: Row; score: number }[] {
  const words = questionWords(question);
  const known = knownOf(store);
  const weigh = weigher(store, among);
  const isSmall = known.last !== null && known.last <= MAX_RANKED;
  if (weigh && isSmall) return rankedByWord(store, known, words, weigh).slice(0, limit);
  if (all) return rankedAtOnce(store, words, limit);
  const telling = distinctiveWords(store, known, words);
  if (telling.isFew && telling.words.length <= MAX_BY_WORD)
    return rankedByWord(store, known, telling.words, weigh).slice(0, limit);
  const ranked = rankedAtOnce(store, telling.words, limit);
  const [word, ...more] = telling.words;
  // What many words add together is not known of each.
  if (!weigh || word === undefined || more.length > 0) return ranked;
  const weight = weigh(word, countHaving(store, known, word));
  return ranked.map(({ row, score }) => ({ row, score: weight * score }));
}

function rankedAtOnce(store: Store, words: readonly string[], limit: number): { row: Row; score: number }[] {
  if (words.length === 0) return [];
  return rankedMatches(store, 'memory_words', anyOf(words), limit).map(([row, score]) => ({ row, score }));
}

/**
 * The same word by word: BM25 is a sum over the words, added up in their order, and what one of them adds does not depend
 * on the others. So the words that were asked for before need not be looked up again.
 */
function rankedByWord(
  store: Store,
  known: WordCache,
  words: readonly string[],
  weigh?: WordWeight,
): { row: Row; score: number }[] {
  const sums = new Map<Row, number>();
  for (const word of words) {
    const { rows, scores } = rankedBy(store, known, word);
    const weight = weigh && rows.length > 0 ? weigh(word, rows.length) : 1;
    for (let i = 0; i < rows.length; i++) sums.set(rows[i]!, (sums.get(rows[i]!) ?? 0) + weight * scores[i]!);
  }
  return [...sums].map(([row, score]) => ({ row, score })).sort((a, b) => b.score - a.score || a.row - b.row);
}

/** By how much to multiply what BM25 makes of a word that a number of memories of a store have. */
type WordWeight = (word: string, having: number) => number;

/**
 * How rare a word is, all stores tell that are searched together. What the few memories of a store have in common is nothing
 * special among them, and BM25 makes next to nothing of it; against the best of a large store they would count for nothing,
 * however well they answer. Undefined where there is nothing next to a store.
 */
function weigher(store: Store, among: readonly Store[]): WordWeight | undefined {
  const others = among.filter((other) => other !== store && knownOf(other).last !== null);
  if (others.length === 0) return undefined;
  const here = countAll(store);
  const everywhere = others.reduce((sum, other) => sum + countAll(other), here);
  return (word, having) => {
    const all = others.reduce((sum, other) => sum + countHaving(other, knownOf(other), word), having);
    return rarity(all, everywhere) / rarity(having, here);
  };
}

/** How much BM25 makes of a word that a number of all have, as SQLite does. */
function rarity(having: number, all: number): number {
  const idf = Math.log((all - having + 0.5) / (having + 0.5));
  return idf > 0 ? idf : 1e-6;
}

/** What BM25 makes of a word that one memory of some stores has and no other. */
export const rarestWord = (stores: readonly Store[]): number =>
  rarity(
    1,
    stores.reduce((sum, store) => sum + countAll(store), 0),
  );

/** As many as BM25 goes by: those that were replaced are among them. */
const countAll = whileUnchanged(
  (store) => store.value<number>`select count(*) as n from memory_words_docsize`,
);

/**
 * A long text has words that will not be asked for again. Only the question decides which way is taken, not what is known:
 * the two may differ in their last digits.
 */
const MAX_BY_WORD = 12;

/** Ranking costs ten times as much a memory as counting does; at most this many are ranked. */
const MAX_RANKED = 500;

/** The words worth ranking by: all of them while few memories have them, else the rarest that find enough. */
function distinctiveWords(
  store: Store,
  known: WordCache,
  words: readonly string[],
): { words: string[]; isFew: boolean } {
  const { last } = known;
  if (last === null) return { words: [], isFew: true };
  const counted = (upTo: number) => rarestFirst(store, known, { words, upTo });
  if (words.length < 2 || last <= MAX_RANKED) return { words: [...words], isFew: last <= MAX_RANKED };
  // Whether a word is in ten thousand or in twenty does not matter, unless all of them are so common.
  const few = counted(MAX_RANKED + 1);
  const rarest = few.length > 0 && few[0]!.n > MAX_RANKED ? counted(Number.MAX_SAFE_INTEGER) : few;
  let ranked = 0;
  const telling = rarest.filter(({ n }, i) => {
    ranked += n;
    return ranked <= MAX_RANKED || i === 0;
  });
  return { words: telling.map(({ word }) => word), isFew: (telling[0]?.n ?? 0) <= MAX_RANKED };
}

/** The words that any memory has, with how many have them, counted no further than asked. */
function rarestFirst(
  store: Store,
  known: WordCache,
  { words, upTo }: { words: readonly string[]; upTo: number },
): { word: string; n: number }[] {
  return words
    .map((word) => ({ word, n: countHaving(store, known, word, upTo) }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => a.n - b.n);
}

/** How many memories have a word, counted no further than asked. */
function countHaving(
  store: Store,
  { counts }: WordCache,
  word: string,
  upTo: number = Number.MAX_SAFE_INTEGER,
): number {
  const before = counts.get(word);
  if (before && before.upTo >= upTo) return Math.min(before.n, upTo);
  const n = countMatches(store, 'memory_words', anyOf([word]), upTo);
  if (counts.size >= MAX_COUNTED) counts.clear();
  counts.set(word, { n, upTo });
  return n;
}

/** The memories that have one word, and how much it speaks for each. */
interface WordRanking {
  rows: Row[];
  scores: number[];
}

function rankedBy(store: Store, known: WordCache, word: string): WordRanking {
  const before = known.ranked.get(word);
  if (before) return before;
  const found = rankedMatches(store, 'memory_words', anyOf([word]));
  const ranked = { rows: found.map(([row]) => row), scores: found.map(([, score]) => score) };
  known.size += found.length;
  if (known.size > MAX_KEPT_ENTRIES) {
    known.ranked.clear();
    known.size = found.length;
  }
  known.ranked.set(word, ranked);
  return ranked;
}

/** What was found out about the words of a store: people ask about the same things. */
interface WordCache {
  last: number | null;
  /** How many memories have a word, counted no further than so far. */
  counts: Map<string, { n: number; upTo: number }>;
  ranked: Map<string, WordRanking>;
  size: number;
}

const knownOf = whileUnchanged(
  (store): WordCache => ({
    last: store.value<number | null>`select max(row) as row from memory`,
    counts: new Map(),
    ranked: new Map(),
    size: 0,
  }),
);

const MAX_COUNTED = 5000;
/** A few megabytes. */
const MAX_KEPT_ENTRIES = 200_000;

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
