import { questionWords } from '../memory/words.ts';
import type { Store } from '../store.ts';

/** Rows of passages that share words with a question, best first, with BM25 turned so that more is better. */
export function passagesByWords(
  store: Store,
  question: string,
  limit: number,
): { row: number; score: number }[] {
  const words = tellingWords(store, questionWords(question));
  if (words.length === 0) return [];
  return store
    .sql(
      `select rowid as row, -bm25(passage_words, 1.0, 0.5) as score from passage_words
        where passage_words match ? order by score desc, rowid limit ?`,
    )
    .lists(words.map(quoted).join(' OR '), limit)
    .map(([row, score]) => ({ row: row as number, score: score as number }));
}

/** Rows of passages that hold every word of a text next to each other, latest first. */
export const passagesByPhrase = (store: Store, phrase: string, limit: number): number[] => {
  const words = phrase.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length === 0) return [];
  return store
    .sql('select rowid as row from passage_words where passage_words match ? order by rowid desc limit ?')
    .all(`text : "${words.join(' ')}"`, limit)
    .map(({ row }) => row as number);
};

/** How many passages hold every word of a text next to each other; counting stops at `most`. */
export function countPassagesWithPhrase(store: Store, phrase: string, most: number): number {
  const words = phrase.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  if (words.length === 0) return 0;
  return store
    .sql('select count(*) as n from (select 1 from passage_words where passage_words match ? limit ?)')
    .get(`text : "${words.join(' ')}"`, Math.ceil(most))!.n as number;
}

const quoted = (word: string): string => `"${word}"`;

/** Ranking a passage takes a microsecond or two: words that more than this many hold together are left out, the commonest first. */
const MAX_RANKED = 8000;

/** The words to rank by: all while few passages hold them, else the rarest; at least one. */
function tellingWords(store: Store, words: readonly string[]): string[] {
  const counted = words
    .map((word) => ({ word, n: countHolding(store, word) }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => a.n - b.n);
  let ranked = 0;
  return counted
    .filter(({ n }, i) => {
      ranked += n;
      return i === 0 || ranked <= MAX_RANKED;
    })
    .map(({ word }) => word);
}

const countHolding = (store: Store, word: string): number =>
  store
    .sql('select count(*) as n from (select 1 from passage_words where passage_words match ? limit ?)')
    .get(quoted(word), MAX_RANKED + 1)!.n as number;
