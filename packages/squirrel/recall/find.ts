import { type FusionCandidate, fuse, weightOfMeaning } from '@sqrl/base/fuse.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { rowsLearned } from '../store/memory/belongings.ts';
import { hiddenRows, type MemoryFilter, rowsWhere } from '../store/memory/filters.ts';
import { memoriesAt, type Row } from '../store/memory/memories.ts';
import { keysInOne, keysOf, rowsAbout } from '../store/memory/places.ts';
import { whileUnchanged } from '../store/memory/unchanged.ts';
import { rarestWord, rowsByWords } from '../store/memory/words.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import type { QuestionKind } from './answering.ts';
import type { TimeRange } from './time-range.ts';

export interface SearchQuestion {
  text: string;
  vector: Float32Array | undefined;
  limit: number;
  filter: MemoryFilter;
  /** How much meaning counts, 0 to 1; words have the rest. */
  meaning: number;
  askedAt: number;
  around?: QuestionSurroundings;
  kind?: QuestionKind;
  time?: TimeRange | undefined;
}

export interface Hit {
  indexedStore: IndexedStore;
  row: Row;
  memory: Memory;
  score: number;
  why: string[];
  /** What its score owes to what it is about, rather than to what it says. */
  bonus?: number;
  /** The cosine between its vector and the question's. */
  cosine?: number | undefined;
}

/** Best first; of equal ones the newest first, so that the same question has the same answer. */
export const byScore = (a: Hit, b: Hit): number =>
  b.score - a.score ||
  b.memory.updatedAt - a.memory.updatedAt ||
  b.row - a.row ||
  (a.memory.id < b.memory.id ? -1 : 1);

/** Fewer candidates than this make poor scales to compare on. */
const MIN_CANDIDATES = 30;
const CANDIDATES_PER_ANSWER = 3;

export function searchMemories(question: SearchQuestion, indexedStores: readonly IndexedStore[]): Hit[] {
  const { limit, meaning, kind = 'semantic' } = question;
  const pool = Math.max(MIN_CANDIDATES, limit * CANDIDATES_PER_ANSWER);
  const among = indexedStores.map(({ store }) => store);
  const candidates = indexedStores.flatMap((indexedStore) =>
    placesOn(indexedStore, question, { pool, accept: acceptor(indexedStore.store, question), among }),
  );
  const weight = weightOfMeaning(meaning, strengthOfWords(candidates, among));
  const chosen = fuse(candidates, { meaning: weight, place: PLACE[kind] }).slice(0, limit);
  const memories = memoriesIn(chosen.map(({ what }) => what));
  return chosen.flatMap(({ what, score, why, more }) => {
    const memory = memories.get(what);
    const { indexedStore, row, cosine } = what;
    return memory ? [{ indexedStore, row, memory, score, why: why(), bonus: more, cosine }] : [];
  });
}

function memoriesIn(places: readonly CandidateLocation[]): Map<CandidateLocation, Memory> {
  const found = new Map<CandidateLocation, Memory>();
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

/** How much the best candidate shares with the question in words, 0 to 1. */
function strengthOfWords(
  candidates: readonly FusionCandidate<CandidateLocation>[],
  among: readonly Store[],
): number {
  const best = candidates.reduce((most, { words }) => Math.max(most, words ?? 0), 0);
  return Math.min(1, best / (FULL_WORDS * rarestWord(among)));
}

/** Words have their full weight where the best candidate shares as much as this many of the rarest words. */
const FULL_WORDS = 2;

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

interface CandidateLocation {
  indexedStore: IndexedStore;
  row: Row;
  cosine: number | undefined;
}

type RowFilter = ((row: Row) => boolean) | undefined;

/** A memory that shares no word with the question and is no nearer than this has nothing to do with it. */
const MIN_COSINE = 0.1;

/**
 * What one shelf has: the best by words and by meaning, what is about the things at hand, and what is kept under the name
 * asked for or was learned at the time asked about. Of each the score in every way.
 */
function placesOn(
  indexedStore: IndexedStore,
  question: SearchQuestion,
  { pool, accept, among }: { pool: number; accept: RowFilter; among: readonly Store[] },
): FusionCandidate<CandidateLocation>[] {
  const { store, index } = indexedStore;
  const { vector, around } = question;
  const found = rowsByWords(store, question.text, { limit: pool, accept, among });
  const words = new Map(found.map(({ row, score }) => [row, score]));
  const glance = vector && index.glance(vector, accept);
  const meaning = new Map(glance?.nearest(pool).map((n) => [n.row, n.score]));
  const places = around ? rowsByPlace(store, around) : new Map();
  const keys = rowsByKey(store, question.text);
  const times = new Set(question.time ? rowsLearned(store, question.time, pool) : []);
  const named = new Set([...places.keys(), ...keys.keys()].filter((row) => accept?.(row) ?? true));
  const others = [...times].filter((row) => accept?.(row) ?? true);
  const rows = [...new Set([...meaning.keys(), ...words.keys(), ...named, ...others])];
  // Without this a memory found by words would seem to mean nothing, only because thirty others mean more.
  for (const row of glance ? rows : []) {
    const score = meaning.has(row) ? undefined : glance!.of(row);
    if (score !== undefined) meaning.set(row, score);
  }
  const worth = rows.filter(
    (row) => words.has(row) || named.has(row) || times.has(row) || meaning.get(row)! >= MIN_COSINE,
  );
  return worth.map((row) => ({
    what: { indexedStore, row, cosine: meaning.get(row) },
    words: words.get(row),
    meaning: meaning.get(row),
    place: places.get(row),
    key: keys.get(row) ?? undefined,
    time: times.has(row) ? question.time!.said : undefined,
  }));
}

export const isGiven = (filter: MemoryFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/**
 * The memories whose key names what is asked about: who asks for the package manager wants the one thing that is kept
 * under that name, whatever else shares words with it.
 */
function rowsByKey(store: Store, question: string): Map<Row, Memory['key']> {
  const asked = contentWords(question);
  const found = new Map<Row, Memory['key']>();
  if (asked.size === 0) return found;
  const names = namesIn(store);
  for (const first of asked)
    for (const { row, key, words } of names.get(first) ?? [])
      if (words.every((word) => asked.has(word))) found.set(row, key);
  return found;
}

/** The keys of a store by the first of their words. They are taken apart anew only where one of them has changed. */
function namesIn(store: Store) {
  const said = saidIn(store);
  const last = known.get(store);
  if (last?.said === said) return last.names;
  const names = Map.groupBy(
    keysOf(said)
      .map(({ row, key }) => ({ row, key, words: wordsOf(key) }))
      .filter(({ words }) => words.length > 0),
    ({ words }) => words[0]!,
  );
  known.set(store, { said, names });
  return names;
}

const saidIn = whileUnchanged(keysInOne);
const known = new WeakMap<
  Store,
  { said: string; names: Map<string, { row: Row; key: string; words: string[] }[]> }
>();

/** `tool.package_manager`: the words behind the first dot say what it is about. */
const wordsOf = (key: string): string[] => [
  ...contentWords(key.slice(key.indexOf('.') + 1).replaceAll(/[._=]/g, ' ')),
];

/** What lies around the question: files and symbols at hand, and those that have to do with them. */
export interface QuestionSurroundings {
  /** Each with how near it is, 0 to 1; those at hand are 1. */
  files: ReadonlyMap<string, number>;
  symbols: ReadonlyMap<string, number>;
}

/** The memories about what lies around the question, each as near as the nearest thing that it is about. */
function rowsByPlace(
  store: Store,
  { files, symbols }: QuestionSurroundings,
): Map<Row, { near: number; through: string }> {
  const found = new Map<Row, { near: number; through: string }>();
  for (const [kind, around] of [
    ['file', files],
    ['symbol', symbols],
  ] as const) {
    if (around.size === 0) continue;
    for (const { name, row } of rowsAbout(store, kind, [...around.keys()])) {
      const near = around.get(name)!;
      if (near > (found.get(row)?.near ?? 0)) found.set(row, { near, through: name });
    }
  }
  return found;
}
