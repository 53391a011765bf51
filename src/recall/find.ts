import { type FusedHit, type FusionCandidate, fuse } from '../base/fuse.ts';
import type { Message } from '../base/messages.ts';
import type { Memory } from '../model/memory.ts';
import { hiddenRows, type MemoryFilter, rowsWhere } from '../store/memory/filters.ts';
import { memoriesAt, type Row } from '../store/memory/memories.ts';
import type { Store } from '../store/store.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import type { QuestionSurroundings } from './by-place.ts';
import { type CandidateLocation, isGiven, type MemorySpot, placesOn } from './candidates.ts';
import type { QuestionKind } from './question-kind.ts';
import { liftSiblings } from './siblings.ts';
import { isLeftOut, type RecallStage } from './stage.ts';
import type { TimeRange } from './time-range.ts';

/** What is asked. */
export interface SearchQuestion {
  text: string;
  /** Its meaning, where an embedder gave one. */
  vector: Float32Array | undefined;
  limit: number;
  filter: MemoryFilter;
  /** How much meaning counts, 0 to 1; words have the rest. */
  meaning: number;
  askedAt: number;
  /** Files and symbols at hand, and what lies beside them. */
  around?: QuestionSurroundings;
  kind?: QuestionKind;
  /** The time it asks about, where it names one. */
  time?: TimeRange | undefined;
  /** Of how many the order is only preliminary, since they will be looked at once more. */
  look?: number;
  /** Stages to leave out. */
  without?: readonly RecallStage[] | undefined;
}

/** An answer: a memory, where it lies, and the reasons for its place. */
export interface Hit {
  indexedStore: IndexedStore;
  row: Row;
  memory: Memory;
  score: number;
  why: Message[];
  /** What its score owes to what it is about, rather than to what it says. */
  bonus?: number;
  /** The cosine between its vector and the question's. */
  cosine?: number | undefined;
  /** The episode it was learnt in. */
  episode?: string | undefined;
  /** How many of the question's words that episode holds, over all it has to do with the question; 1 is the best memory's. */
  episodeWords?: number | undefined;
  /** What was learnt just before it in the same episode. */
  before?: string | undefined;
  /** Where what was learnt just before and just after it lies, as far as it is a candidate too. */
  beside?: readonly Row[];
}

/** Fewer candidates than this make poor scales to compare on. */
const MIN_CANDIDATES = 30;
/** How many candidates each way of searching brings for each answer wanted. */
const CANDIDATES_PER_ANSWER = 3;

/** Question in, answers out, best first. */
export function searchMemories(question: SearchQuestion, indexedStores: readonly IndexedStore[]): Hit[] {
  const wanted = Math.max(question.limit, question.look ?? 0);
  const pool = Math.max(MIN_CANDIDATES, wanted * CANDIDATES_PER_ANSWER);
  const among = indexedStores.map(({ store }) => store);
  const candidates = indexedStores.flatMap((indexedStore) =>
    placesOn(indexedStore, question, { pool, accept: acceptor(indexedStore.store, question), among }),
  );
  const chosen = best(candidates, question, wanted);
  const words = wordsByEpisode(candidates);
  const memories = memoriesIn(chosen.map(({ what }) => what));
  // Only a second look reads what was learnt before each.
  const before = question.look ? memoriesIn(chosen.flatMap(({ what }) => what.follows ?? [])) : undefined;
  return chosen.flatMap(({ what, score, why, more }) => {
    const memory = memories.get(what);
    if (!memory) return [];
    return [
      {
        indexedStore: what.indexedStore,
        row: what.row,
        memory,
        score,
        why: why(),
        bonus: more,
        cosine: what.cosine,
        episode: what.episode,
        episodeWords: what.episode === undefined ? undefined : words.get(what.episode),
        before: what.follows && before?.get(what.follows)?.text,
        beside: [what.before, what.after].flatMap((other) => other?.row ?? []),
      },
    ];
  });
}

/** What the candidates of each episode share with the question in words, the many that share a little counting little. */
function wordsByEpisode(candidates: readonly FusionCandidate<CandidateLocation>[]): Map<string, number> {
  const most = candidates.reduce((best, { words }) => Math.max(best, words ?? 0), 0);
  const squares = new Map<string, number>();
  for (const { what, words } of candidates)
    if (what.episode !== undefined && most > 0)
      squares.set(what.episode, (squares.get(what.episode) ?? 0) + (Math.max(0, words ?? 0) / most) ** 2);
  return new Map([...squares].map(([episode, sum]) => [episode, Math.sqrt(sum)]));
}

/** The memories in some places, each shelf asked once. */
function memoriesIn<T extends MemorySpot>(places: readonly T[]): Map<T, Memory> {
  const found = new Map<T, Memory>();
  for (const [{ store }, some] of Map.groupBy(places, ({ indexedStore }) => indexedStore)) {
    const memories = new Map(
      memoriesAt(
        store,
        some.map(({ row }) => row),
      ).map(({ row, memory }) => [row, memory]),
    );
    for (const place of some) {
      const memory = memories.get(place.row);
      if (memory) found.set(place, memory);
    }
  }
  return found;
}

/** The best of the candidates, best first. */
function best(
  candidates: readonly FusionCandidate<CandidateLocation>[],
  question: SearchQuestion,
  wanted: number,
): FusedHit<CandidateLocation>[] {
  const { meaning, kind = 'semantic' } = question;
  const ordered = (weight: number) => {
    const fused = fuse(candidates, { meaning: weight, place: PLACE[kind] });
    return isLeftOut('siblings', question) ? fused : liftSiblings(fused, (what) => what);
  };
  const main = ordered(meaning);
  if (main.length <= wanted || !question.look) return main.slice(0, wanted);
  // Half of those that are looked at again are chosen by words: what shares a rare word with the question is easily
  // missed by meaning, and what only means the same is found all the same.
  const chosen = new Set(main.slice(0, Math.max(question.limit, wanted / 2)).map(({ what }) => what));
  const byWords = ordered(Math.min(meaning, BY_WORDS));
  const fill = (from: readonly FusedHit<CandidateLocation>[], most: number) => {
    for (const { what } of from) {
      if (chosen.size >= most) break;
      chosen.add(what);
    }
  };
  fill(byWords, wanted * (1 - OF_OTHER_EPISODES));
  fill(firstOfEpisodes(main, chosen), wanted);
  fill(byWords, wanted);
  return main.filter(({ what }) => chosen.has(what));
}

/** The best of each episode that has none among the chosen. */
function firstOfEpisodes(
  all: readonly FusedHit<CandidateLocation>[],
  chosen: ReadonlySet<CandidateLocation>,
): FusedHit<CandidateLocation>[] {
  const there = new Set([...chosen].map(({ episode }) => episode));
  return all.filter(({ what: { episode } }) => {
    if (episode === undefined || there.has(episode)) return false;
    there.add(episode);
    return true;
  });
}

/** This share of those that are looked at again stands for episodes that would not be there at all. */
const OF_OTHER_EPISODES = 0.2;

/** How little meaning counts where words choose. */
const BY_WORDS = 0.3;

/** How much it counts that a memory is about what is at hand, by what the question asks for. */
const PLACE: Record<QuestionKind, number> = { identifier: 0.3, semantic: 0.25, structural: 0.6 };

/** Says of a row whether it may be shown; undefined where all may. */
function acceptor(
  store: Store,
  { filter, askedAt }: Pick<SearchQuestion, 'filter' | 'askedAt'>,
): ((row: Row) => boolean) | undefined {
  if (!isGiven(filter)) {
    const hidden = hiddenRows(store, askedAt);
    return hidden.size === 0 ? undefined : (row) => !hidden.has(row);
  }
  const shown = rowsWhere(store, filter, askedAt);
  return (row) => shown.has(row);
}
