/** One memory as a way of searching sees it: its score, more is better. */
export interface Seen<T> {
  what: T;
  score: number;
}

/** What each way of searching brought, best first. */
export interface Lists<T> {
  words: readonly Seen<T>[];
  meaning: readonly Seen<T>[];
}

/** How the lists are made one. */
export interface Fusion {
  /** mix: by scores brought to one scale; rrf: by places alone. */
  way: 'mix' | 'rrf';
  /** How much meaning counts, 0 to 1; words have the rest. */
  meaning: number;
}

/** A memory in the fused list, with the reasons for its place. */
export interface Fused<T> {
  what: T;
  score: number;
  why: string[];
}

/** Makes one list of two, best first; equal scores keep the order in which they came. */
export function fuse<T>({ words, meaning }: Lists<T>, { way, meaning: weight }: Fusion): Fused<T>[] {
  const all = new Map<T, Fused<T>>();
  const add = (what: T, share: number, reason: string) => {
    const sofar = all.get(what) ?? { what, score: 0, why: [] };
    all.set(what, { what, score: sofar.score + share, why: [...sofar.why, reason] });
  };
  const share = way === 'mix' ? byScore : byPlace;
  meaning.forEach(({ what, score }, i) => {
    add(what, weight * share(meaning, i), `meaning #${i + 1} (cosine ${score.toFixed(2)})`);
  });
  words.forEach(({ what, score }, i) => {
    add(what, (1 - weight) * share(words, i), `words #${i + 1} (bm25 ${score.toFixed(1)})`);
  });
  return [...all.values()].sort((a, b) => b.score - a.score);
}

/** 1 for the best of the list and 0 for its last. */
function byScore<T>(list: readonly Seen<T>[], i: number): number {
  const best = list[0]!.score;
  const last = list.at(-1)!.score;
  return best === last ? 1 : (list[i]!.score - last) / (best - last);
}

/** Sixty is what the inventors of reciprocal rank fusion found best; it flattens the first few places. */
const K = 60;
const byPlace = <T>(_: readonly Seen<T>[], i: number): number => (K + 1) / (K + 1 + i);
