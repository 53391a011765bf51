/** A memory as both ways of searching see it; more is better, undefined where a way knows nothing of it. */
export interface FusionCandidate<T> {
  what: T;
  /** BM25: how rare the words are that it shares with the question. */
  words: number | undefined;
  /** The cosine between its vector and the question's. */
  meaning: number | undefined;
  /** How near what it is about lies to what is at hand, 0 to 1, and through which file or symbol. */
  place?: { near: number; through: string } | undefined;
  /** Its key, where that names what is asked about. */
  key?: string | undefined;
  /** The time that was asked about, if it was learned then. */
  time?: string | undefined;
}

export interface FusionWeights {
  /** How much meaning counts, 0 to 1; words have the rest. */
  meaning: number;
  /** What it adds, that a memory is about what is at hand. */
  place?: number;
}

/**
 * How much meaning counts for one question: more than was set where words match poorly, 0 to 1. Who paraphrases shares
 * only common words with many memories, and the best of those must not count like a name that one memory has.
 */
export const weightOfMeaning = (meaning: number, strengthOfWords: number): number =>
  meaning === 0 ? 0 : meaning / (meaning + (1 - meaning) * strengthOfWords);

export interface FusedHit<T> {
  what: T;
  score: number;
  /** Told when asked for: most of the candidates are dropped before anybody wants to know. */
  why: () => string[];
  /** What of its score comes from what it is about, its key and its time. */
  more: number;
}

/** Makes one list of what both ways of searching brought, best first; equal ones stay as they came. */
export function fuse<T>(
  candidates: readonly FusionCandidate<T>[],
  { meaning: weight, place = 0 }: FusionWeights,
): FusedHit<T>[] {
  const words = standings(candidates, ({ words }) => words);
  const meaning = standings(candidates, ({ meaning }) => meaning);
  return candidates
    .map((candidate, i) => {
      const byWords = words.of[i];
      const byMeaning = meaning.of[i];
      const said = byWords ? shareOfBest(byWords, words) : 0;
      // One that has no vector yet must not drown among those that have: its words speak for both.
      const meant = byMeaning ? shareOfBest(byMeaning, meaning) : said;
      const more =
        place * (candidate.place?.near ?? 0) +
        (candidate.key === undefined ? 0 : KEY_BONUS) +
        (candidate.time === undefined ? 0 : THEN);
      return {
        what: candidate.what,
        score: weight * meant + (1 - weight) * said + more,
        why: () => reasons(candidate, byWords, byMeaning),
        more,
      };
    })
    .sort((a, b) => b.score - a.score);
}

function reasons<T>(
  { place, key, time }: FusionCandidate<T>,
  byWords: ListRank | undefined,
  byMeaning: ListRank | undefined,
): string[] {
  const why: string[] = [];
  if (byMeaning) why.push(`meaning #${byMeaning.place} (cosine ${byMeaning.score.toFixed(2)})`);
  if (byWords) why.push(`words #${byWords.place} (bm25 ${byWords.score.toFixed(1)})`);
  if (place) why.push(`about ${place.through} (${place.near.toFixed(2)})`);
  if (key !== undefined) why.push(`kept under ${key}`);
  if (time !== undefined) why.push(`learned ${time}`);
  return why;
}

/** What it adds to be the one thing that is kept under the name that was asked for. */
const KEY_BONUS = 0.5;
/** What it adds to have been learned at the time that was asked about. */
const THEN = 0.4;

interface ListRank {
  score: number;
  /** Counted from one. */
  place: number;
}

interface ListRanks {
  /** In the order of the candidates; undefined where a way knows nothing of one. */
  of: (ListRank | undefined)[];
  best: number;
}

function standings<T>(
  all: readonly FusionCandidate<T>[],
  scoreOf: (each: FusionCandidate<T>) => number | undefined,
): ListRanks {
  const of = all.map((each): ListRank | undefined => {
    const score = scoreOf(each);
    return score === undefined ? undefined : { score, place: 0 };
  });
  const scored = of.filter((each) => each !== undefined).sort((a, b) => b.score - a.score);
  for (const [i, each] of scored.entries()) each.place = i + 1;
  return { of, best: scored[0]?.score ?? 0 };
}

const shareOfBest = ({ score }: ListRank, { best }: ListRanks): number =>
  best > 0 ? Math.max(0, score) / best : 0;
