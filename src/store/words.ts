import type { Memory } from '../model/memory.ts';
import type { Row } from './memories.ts';
import type { Store } from './store.ts';
import { whileUnchanged } from './unchanged.ts';

interface Wanted {
  limit: number;
  /** Ranks by common words too, however long it takes. */
  all?: boolean;
}

/** Rows of memories that share words with the question, best first, with BM25 turned so that more is better. */
export function rowsByWords(
  store: Store,
  question: string,
  { limit, all = false }: Wanted,
): { row: Row; score: number }[] {
  const words = all ? wordsOf(question) : tellingWords(store, wordsOf(question));
  if (words.length === 0) return [];
  return store
    .sql(
      // Smaller is better with SQLite's bm25(), hence the sign. Ordering by the hidden column rank takes twice as long.
      `select rowid as row, -bm25(memory_words, 1.0, 0.8, 0.5, 0.8) as score from memory_words
        where memory_words match ? order by score desc limit ?`,
    )
    .all(anyOf(words), limit) as { row: Row; score: number }[];
}

/** Ranking costs ten times as much a memory as counting does; so many are ranked at the most. */
const MOST_RANKED = 500;

/** The words worth ranking by: all of them while few memories have them, else the rarest that find enough. */
function tellingWords(store: Store, words: readonly string[]): string[] {
  const last = lastRow(store);
  if (words.length < 2 || (last ?? 0) <= MOST_RANKED) return last === null ? [] : [...words];
  const counted = (upTo: number) => rarestFirst(store, words, upTo);
  // Whether a word is in ten thousand or in twenty does not matter, unless all of them are so common.
  const few = counted(MOST_RANKED + 1);
  const rarest = few.length > 0 && few[0]!.n > MOST_RANKED ? counted(Number.MAX_SAFE_INTEGER) : few;
  let ranked = 0;
  return rarest
    .filter(({ n }, i) => {
      ranked += n;
      return ranked <= MOST_RANKED || i === 0;
    })
    .map(({ word }) => word);
}

const lastRow = whileUnchanged(
  (store) => store.sql('select max(row) as row from memory').get()!.row as number | null,
);

/** The words that any memory has, with how many have them, counted no further than asked. */
function rarestFirst(store: Store, words: readonly string[], upTo: number): { word: string; n: number }[] {
  const having = store.sql(
    'select count(*) as n from (select 1 from memory_words where memory_words match ? limit ?)',
  );
  const known = countsIn(store);
  const count = (word: string): number => {
    const before = known.get(word);
    if (before && before.upTo >= upTo) return Math.min(before.n, upTo);
    const n = having.get(anyOf([word]), upTo)!.n as number;
    if (known.size >= MOST_COUNTED) known.clear();
    known.set(word, { n, upTo });
    return n;
  };
  return words
    .map((word) => ({ word, n: count(word) }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => a.n - b.n);
}

/** How many memories have a word, counted no further than so far: people ask about the same things. */
const countsIn = whileUnchanged(() => new Map<string, { n: number; upTo: number }>());
const MOST_COUNTED = 5000;

/** What the identifiers of a memory fall apart into: parts of camelCase names, and pairs of letters of scripts without spaces. */
export function wordsWithin({ text, files, symbols, tags }: Memory): string {
  const parts = new Set<string>();
  for (const whole of [text, ...files, ...symbols, ...tags])
    for (const part of partsOf(whole)) parts.add(part);
  return [...parts, ...symbols].join(' ');
}

/** The words of a question that can tell one memory from another; all of them where none can. */
export function wordsOf(question: string): string[] {
  const all = new Set([...question.toLowerCase().matchAll(WORD)].map(([word]) => word));
  for (const part of partsOf(question)) all.add(part.toLowerCase());
  const telling = [...all].filter((word) => !STOP.has(word));
  return (telling.length > 0 ? telling : [...all]).slice(0, MOST_WORDS);
}

/** An FTS5 expression for any of some words. They are quoted, so that none is taken for an operator. */
const anyOf = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' OR ');

// A pasted page as a question would walk half the index; its first words say what it is about.
const MOST_WORDS = 48;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2,}/gu;

function partsOf(text: string): string[] {
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

interface Script {
  /** Where a new hump begins within a word. */
  seam: RegExp;
  word: RegExp;
  humps: RegExp;
}

const PLAIN: Script = {
  seam: /[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9]/,
  word: /[A-Za-z0-9]+/g,
  humps: /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g,
};
const ANY_SCRIPT: Script = {
  seam: /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}/u,
  word: WORD,
  humps: /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+/gu,
};

function humpsOf(text: string, { seam, word, humps }: Script): string[] {
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
