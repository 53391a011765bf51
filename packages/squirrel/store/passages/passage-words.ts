import { anyOf, matches } from '@sqrl/base/sqlite/full-text.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { highest } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { questionWords } from '../memory/words.ts';
import { lastRow, wordScores } from '../word-scores.ts';

/** Rows of passages that share words with a question, best first. Passages that were removed of late may be among them. */
export function passagesByWords(
  store: Store,
  question: string,
  limit: number,
): { row: number; score: number }[] {
  const sums = passageScores(store, questionWords(question));
  return highest(sums, limit, (row) => sums[row]! > 0).map((row) => ({ row, score: sums[row]! }));
}

/** The same of all passages, by row; nought where one shares no word. */
export const passageScores = (store: Store, words: readonly string[]): Float64Array =>
  wordScores({ store, index: 'passage_words', kept: keptOf(store) }, words);

/** The rows of the passages that hold a word, each once. */
export const passagesHolding = (store: Store, word: string): Uint32Array => keptOf(store).rowsWith(word);

/** Rows of passages that hold every word of a text next to each other, latest first. */
export const passagesByPhrase = (store: Store, phrase: string, limit: number): number[] => {
  const words = phrase.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length === 0) return [];
  return matches(store, 'passage_words', `text : ${anyOf([words.join(' ')])}`)
    .slice(-limit)
    .reverse();
};

/** The rows of common words: most questions have some of the same. Rows are never used twice, so only later ones are read again. */
class KeptWords {
  readonly #store: Store;
  readonly #rows = new Map<string, { rows: Uint32Array; last: number }>();
  #size = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  has(word: string): boolean {
    return this.#rows.has(word);
  }

  rowsWith(word: string): Uint32Array {
    const last = lastRow(this.#store, 'passage_words');
    const known = this.#rows.get(word);
    if (known?.last === last) return known.rows;
    const later = matches(this.#store, 'passage_words', anyOf([word]), known?.last ?? 0);
    const rows = Uint32Array.from(known ? [...known.rows, ...later] : later);
    if (this.#size + later.length > MAX_KEPT_ROWS) this.#rows.clear();
    this.#size = (this.#rows.size === 0 ? 0 : this.#size) + later.length;
    this.#rows.set(word, { rows, last });
    return rows;
  }
}

/** Four bytes each. */
const MAX_KEPT_ROWS = 4_000_000;
const kept = new WeakMap<Store, KeptWords>();

function keptOf(store: Store): KeptWords {
  // What is written now may be taken back, and its rows would be used again.
  if (store.db.isTransaction) return new KeptWords(store);
  const known = kept.get(store) ?? new KeptWords(store);
  kept.set(store, known);
  return known;
}
