import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import type { PastChange } from '@sqrl/squirrel/recall/files/paths.ts';

/** Plain ways from an issue's text to files: BM25 over whole files, past commits, and both by reciprocal rank. */
export class Baselines {
  readonly #texts = new Map<string, { stamp: string; counts: Map<string, number>; length: number }>();

  /** What each way guesses, best first; also among code alone. */
  guess(
    issue: string,
    {
      root,
      files,
      work,
    }: { root: string; files: readonly { path: string; hash: string | null }[]; work: readonly PastChange[] },
    isCode: (path: string) => boolean,
  ): Record<string, string[]> {
    const words = this.#bm25(issue, root, files);
    const there = new Set(files.map(({ path }) => path));
    const past = history(issue, work).filter((path) => there.has(path));
    const code = [words, past].map((list) => list.filter(isCode));
    return {
      'BM25 over files': words,
      history: past,
      'BM25 and history': fused([words, past]),
      'BM25, code only': code[0]!,
      'history, code only': code[1]!,
      'both, code only': fused(code),
    };
  }

  #bm25(issue: string, root: string, files: readonly { path: string; hash: string | null }[]): string[] {
    const texts = files.map(({ path, hash }) => ({ path, ...this.#read(root, path, hash ?? '') }));
    const mean = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length);
    const scores = new Map<string, number>();
    for (const word of contentWords(issue)) {
      const holding = texts.filter(({ counts }) => counts.has(word));
      const rarity = Math.log(1 + (texts.length - holding.length + 0.5) / (holding.length + 0.5));
      for (const { path, counts, length } of holding) {
        const times = counts.get(word)!;
        const score = (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * length) / mean));
        scores.set(path, (scores.get(path) ?? 0) + score);
      }
    }
    return ranked(scores);
  }

  #read(root: string, path: string, stamp: string) {
    const known = this.#texts.get(path);
    if (known && known.stamp === stamp) return known;
    const counts = new Map<string, number>();
    let length = 0;
    // A line's words each once is near enough to their number, and several times as quick.
    for (const line of [path, path, ...textOf(join(root, path)).split('\n')])
      for (const word of contentWords(line)) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
        length++;
      }
    const read = { stamp, counts, length };
    this.#texts.set(path, read);
    return read;
  }
}

/** Files of past commits by how much their messages are like the issue. */
function history(issue: string, work: readonly PastChange[]): string[] {
  const question = contentWords(issue);
  const texts = work.map((each) => ({ each, words: wordsOf(each) }));
  const holding = new Map<string, number>();
  for (const { words } of texts)
    for (const word of words) if (question.has(word)) holding.set(word, (holding.get(word) ?? 0) + 1);
  const scores = new Map<string, number>();
  for (const { each, words } of texts) {
    if (each.changed.length > 20) continue;
    let score = 0;
    for (const [word, count] of holding)
      if (words.has(word)) score += Math.log(1 + (texts.length - count + 0.5) / (count + 0.5));
    score /= Math.sqrt(words.size + 5);
    for (const path of each.changed) scores.set(path, (scores.get(path) ?? 0) + score / each.changed.length);
  }
  return ranked(scores);
}

const said = new WeakMap<PastChange, Set<string>>();
function wordsOf(work: PastChange): Set<string> {
  const words = said.get(work) ?? contentWords(work.said);
  said.set(work, words);
  return words;
}

function fused(lists: readonly string[][]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists)
    for (const [i, path] of list.entries()) scores.set(path, (scores.get(path) ?? 0) + 1 / (60 + i));
  return ranked(scores);
}

const ranked = (scores: Map<string, number>): string[] =>
  [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([path]) => path);

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
