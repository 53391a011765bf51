import { contentWords } from '@sqrl/base/text/content-words.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';

/** A piece of past work as it is compared. */
export interface ComparedWork {
  id: string;
  /** What was asked for. */
  text: string;
  files: readonly string[];
  at: number;
}

export interface SimilarWork<P extends ComparedWork> {
  past: P;
  /** 0 to 1. */
  score: number;
  why: string[];
}

/**
 * The past work that is like a task, most alike first; none where nothing is. `cosines` tells how near some of it is by
 * meaning, where an embedder whose scale is known says so.
 */
export function similar<P extends ComparedWork>(
  task: string,
  past: readonly P[],
  cosines: ReadonlyMap<string, number> = new Map(),
): SimilarWork<P>[] {
  const wanted = contentWords(typedWords(task));
  const said = past.map((each) => ({
    each,
    words: contentWords(
      `${each.text.slice(0, MAX_COMPARED_CHARS)}\n${each.files.slice(0, MAX_FILES).join('\n')}`,
    ),
  }));
  const holding = new Map([...wanted].map((word) => [word, 0]));
  for (const { words } of said)
    for (const word of wanted) if (words.has(word)) holding.set(word, holding.get(word)! + 1);
  const rarity = (word: string): number => {
    const n = holding.get(word)!;
    return Math.log(1 + (said.length - n + 0.5) / (n + 0.5));
  };
  const whole = [...wanted].reduce((sum, word) => sum + rarity(word), 0);
  return said
    .flatMap(({ each, words }) => {
      const shared = [...wanted].filter((word) => words.has(word));
      const covered = whole === 0 ? 0 : shared.reduce((sum, word) => sum + rarity(word), 0) / whole;
      const cosine = cosines.get(each.id);
      if (!isAlike(shared.length, covered, cosine)) return [];
      const score = cosine === undefined ? covered : (covered + Math.max(0, cosine)) / 2;
      const why = [
        ...(shared.length > 0 ? [`words in common: ${shared.slice(0, MAX_SHOWN).join(', ')}`] : []),
        ...(cosine === undefined ? [] : [`meaning ${cosine.toFixed(2)}`]),
      ];
      return [{ past: each, score, why }];
    })
    .sort((a, b) => b.score - a.score || b.past.at - a.past.at || (a.past.id < b.past.id ? -1 : 1));
}

/** What is wanted is said in the first words; a plan that follows shares words with everything. */
const MAX_COMPARED_CHARS = 1000;
const MAX_FILES = 20;
const MAX_SHOWN = 5;

/** A long task shares some words with everything, and two tasks of one project are a little alike in any case. */
const isAlike = (shared: number, covered: number, cosine: number | undefined): boolean =>
  cosine === undefined
    ? shared >= 2 && covered >= 0.3
    : cosine >= 0.5 ||
      (cosine >= 0.3 && shared >= 2 && covered >= 0.2) ||
      (cosine >= 0.22 && shared >= 3 && covered >= 0.5);
