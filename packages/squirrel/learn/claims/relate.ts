import { setTimeout as wait } from 'node:timers/promises';
import type { Notice } from '@sqrl/base/messages.ts';
import { MIN_PAIR_COSINE, type StatementPair } from '@sqrl/base/model/judgement.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { VectorIndex } from '@sqrl/base/sqlite/vectors/vector-index.ts';
import { EmbedderDown } from '@sqrl/embedder/embedder.ts';
import type { Judge } from '@sqrl/embedder/judge.ts';
import { draftsOfSignals, draftVectors } from '../../store/drafts/drafts.ts';
import {
  pairReading,
  putPairReading,
  type RelatedStatements,
  replaceRelated,
} from '../../store/drafts/model-questions.ts';
import { memoriesAt } from '../../store/memory/memories.ts';
import { heldMemories } from '../../store/memory/steps.ts';
import { memoryVectors } from '../../store/vectors/stored-index.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { memoryOf } from '../gate/draft.ts';
import { HABIT_SESSIONS } from '../statements/probability.ts';
import { saidAtOf } from './matters.ts';
import {
  isBelieved,
  isEcho,
  isStatement,
  mayRelate,
  mayReplace,
  NEAR_COSINE,
  pairsToRead,
  pairVerdict,
  textRelation,
} from './relation.ts';
import type { RivalMemory } from './rivals.ts';
import { significantWords } from './words.ts';

/** Neighbors that a statement is compared with. A reading takes about 36 ms of CPU, and those too far apart take none. */
const MAX_NEIGHBORS = 6;

/**
 * Has the relation model read near statements in pairs, and stores the verdicts. They depend only on the set of statements,
 * not on the order in which they arrived. If the model does not respond, the stored verdicts stay.
 */
export async function relateStatements(
  engine: Engine,
  store: Store,
  { notices, ...options }: ReadOptions & { notices: Notice[] },
): Promise<void> {
  const { judge } = engine;
  if (!judge || store.readOnly) return;
  const near = nearPairs(statementsIn(engine, store));
  const pairs = near.map(({ older, newer }) => pairOf(older, newer));
  try {
    await readPairs(store, judge, pairs, options);
  } catch (error) {
    if (!(error instanceof EmbedderDown)) throw error;
    notices.push({
      message: `The models that judge what was said do not respond: ${error.message}`,
      hint: 'What was said waits until they do; `sqrl ingest learn` tries again.',
    });
    return;
  }
  if (options.signal?.aborted) return;
  const related = near.flatMap(({ older, newer }) => relationOf(store, judge, older, newer));
  store.transaction(() => replaceRelated(store, related));
}

export interface RelatedMemories {
  /** The new memory replaces these, wholly or in part. */
  rivals: RivalMemory[];
  /** The new memory says the same as these, in other words. */
  repeated: RivalMemory[];
  ties: RelatedStatements[];
}

/** Asks the relation model how a new memory relates to its neighbors; finds none if the model is absent or busy. */
export async function relatedMemories(
  judge: Judge | undefined,
  { store, index }: IndexedStore,
  { memory, vector }: { memory: Memory; vector: Float32Array | undefined },
): Promise<RelatedMemories> {
  const found: RelatedMemories = { rivals: [], repeated: [], ties: [] };
  if (!judge || !vector || store.readOnly || !isStatement(memory)) return found;
  const rows = index.nearest(vector, 4 * MAX_NEIGHBORS).map(({ row }) => row);
  const near = memoriesAt(store, rows)
    .sort((a, b) => rows.indexOf(a.row) - rows.indexOf(b.row))
    .filter((each) => holds(each.memory, memory.createdAt) && isStatement(each.memory))
    .filter((each) => mayRelate(each.memory, memory))
    .slice(0, MAX_NEIGHBORS);
  const pairs = near.map((each) => pairOf(each.memory, memory));
  if (!(await readSoon(store, judge, pairs))) return found;
  for (const each of near)
    for (const tie of relationOf(store, judge, each.memory, memory)) {
      found.ties.push(tie);
      const { verdict, pieces } = tie;
      if (verdict === 'repeats') found.repeated.push(each);
      if (verdict === 'replaces' && mayReplace(memory, each.memory))
        found.rivals.push({ ...each, ...(pieces && { pieces }) });
    }
  return found;
}

const holds = ({ status, expiresAt }: Memory, now: number): boolean =>
  status !== 'deprecated' && (expiresAt === null || expiresAt > now);

/** A person or agent waits for the answer: after this time the memory is stored without the model. */
const PATIENCE_MS = 3000;

async function readSoon(store: Store, judge: Judge, pairs: readonly StatementPair[]): Promise<boolean> {
  if (pairs.length === 0) return false;
  const reading = readPairs(store, judge, pairs, { urgent: true }).then(
    () => true,
    (error) => {
      if (error instanceof EmbedderDown) return false;
      throw error;
    },
  );
  return Promise.race([reading, wait(judge.patienceMs ?? PATIENCE_MS, false, { ref: false })]);
}

const pairOf = (older: Memory, newer: Memory): StatementPair => ({ old: older.text, new: newer.text });

/** The verdict on two statements that were read; none if both stand. */
function relationOf(store: Store, judge: Judge, older: Memory, newer: Memory): RelatedStatements[] {
  const reading = (pair: StatementPair) => pairReading(store, pair, judge.pairsId);
  const pair = pairOf(older, newer);
  const ids = { older: older.id, newer: newer.id };
  const read = reading(pair);
  const found = textRelation(pair, reading, newer.source === 'user_taught');
  const isFound = found !== undefined && isBelieved(older, newer, { ...found, ...read! });
  if (isFound && found.verdict !== 'revisits') return [{ ...ids, ...found }];
  // Below the bar, what a person asks for is mostly of one occasion: the model takes the next one for another wish.
  if (older.needsReview && newer.needsReview && read && isEcho(pair, read))
    return [{ ...ids, verdict: 'echoes', pieces: null }];
  return isFound ? [{ ...ids, ...found }] : [];
}

interface ReadOptions {
  urgent?: boolean;
  signal?: AbortSignal | undefined;
  /** Hears how many pairs of those to read were read. */
  onStep?: (done: number, all: number) => void;
}

/** Has the model read the pairs that it has not read before, and the pieces of long texts. */
async function readPairs(
  store: Store,
  judge: Judge,
  pairs: readonly StatementPair[],
  { urgent = false, signal, onStep }: ReadOptions,
): Promise<void> {
  const reading = (pair: StatementPair) => pairReading(store, pair, judge.pairsId);
  const read = async (some: readonly StatementPair[]): Promise<void> => {
    const unread = some.filter((pair) => reading(pair) === undefined);
    // Readings are stored batch by batch: a daemon that is stopped in between goes on from there.
    for (let i = 0; i < unread.length && !signal?.aborted; i += BATCH_PAIRS) {
      onStep?.(i, unread.length);
      const batch = unread.slice(i, i + BATCH_PAIRS);
      const readings = await judge.readPairs(batch, urgent);
      store.transaction(() => {
        for (const [j, pair] of batch.entries()) putPairReading(store, pair, judge.pairsId, readings[j]!);
      });
    }
  };
  await read(pairs);
  if (signal?.aborted) return;
  // The pieces of a long text matter only if the whole is replaced.
  const isReplacement = (pair: StatementPair) => pairVerdict(pair, reading(pair)!, true) === 'replaces';
  await read(pairs.filter(isReplacement).flatMap(pairsToRead));
}

/** About two seconds of work. */
const BATCH_PAIRS = 64;

/** A statement of a person or an agent: a draft or a memory. */
export interface KnownStatement {
  memory: Memory;
  at: number;
  vector: Float32Array;
  /** The session of a sentence below the bar, which waits to be said again; null for what is told. */
  waitsIn: string | null;
  /** It is not even a memory yet. */
  isWeak: boolean;
}

function statementsIn({ user, meaning }: Engine, store: Store): KnownStatement[] {
  const vectors = draftVectors(store, meaning.model);
  const drafts = draftsOfSignals(store, ['said']);
  const drafted = drafts.flatMap((draft): KnownStatement[] => {
    const memory = memoryOf({ id: draft.id, candidate: draft });
    const vector = vectors.get(draft.row)?.value;
    const waitsIn = memory.needsReview ? draft.session : null;
    const isWeak = draft.sessions < draft.minSessions;
    return vector && isStatement(memory) ? [{ memory, at: draft.lastAt, vector, waitsIn, isWeak }] : [];
  });
  const held = [...new Set([store, user.store])].flatMap((each) => {
    const memories = heldMemories(each).filter(({ memory }) => isStatement(memory));
    const full = memoryVectors(
      each,
      meaning.model,
      memories.map(({ row }) => row),
    );
    return memories.flatMap((one): KnownStatement[] => {
      const vector = full.get(one.row);
      return vector ? [{ memory: one.memory, at: saidAtOf(one), vector, waitsIn: null, isWeak: false }] : [];
    });
  });
  // A person has confirmed or corrected some of the drafted memories: their words stand.
  const theirs = new Set(held.flatMap(({ memory }) => (memory.verified ? [memory.id] : [])));
  const isDraft = new Set(drafts.map(({ id }) => id));
  return [
    ...drafted.filter(({ memory }) => !theirs.has(memory.id)),
    ...held.filter(({ memory }) => !isDraft.has(memory.id) || memory.verified),
  ];
}

/** As near as this, one of two that wait for review may replace the other. */
const MIN_REPLACED_COSINE = 0.6;

/**
 * So many of those that wait are compared with each other, first those that the most sentences of other sessions come near.
 * A project of people has a few hundred; a script that asks the like thousands of times would keep a core busy for an hour.
 */
const MAX_WAITING = 500;

/** Pairs each statement with its nearest neighbors, the older first. */
export function nearPairs(
  statements: readonly KnownStatement[],
  maxWaiting = MAX_WAITING,
): { older: Memory; newer: Memory }[] {
  const [first] = statements;
  if (!first) return [];
  const same = statements.filter(({ vector }) => vector.length === first.vector.length);
  const index = new VectorIndex(first.vector.length);
  index.reserve(same.length);
  for (const [place, { vector }] of same.entries()) index.set(place, vector);
  const words = same.map(({ memory }) => new Set(significantWords(memory.text)));
  const neighbors = same.map((one, place) =>
    index
      .nearest(one.vector, MAX_NEIGHBORS + 1)
      .filter(({ row, score }) => row !== place && score >= MIN_PAIR_COSINE)
      .filter(
        ({ row, score }) => mayRelate(one.memory, same[row]!.memory) && mayBeSaidAgain(place, row, score),
      ),
  );
  const nearElsewhere = same.map((one, place) => nearFromElsewhere(one, neighbors[place]!));
  const leftOut = new Set(
    same
      .map((one, place) => ({ one, place }))
      .filter(({ one }) => one.waitsIn !== null)
      .sort((a, b) => nearElsewhere[b.place]! - nearElsewhere[a.place]! || b.one.at - a.one.at)
      .slice(maxWaiting)
      .map(({ place }) => place),
  );
  // They are compared only where enough other sessions may have said it, too.
  const isHabit = nearElsewhere.map((count) => count >= HABIT_SESSIONS - 1);
  const found = new Map<string, { older: Memory; newer: Memory }>();
  for (const [place, one] of same.entries())
    for (const { row, score } of neighbors[place]!) {
      const other = same[row]!;
      const isTold = one.waitsIn === null || other.waitsIn === null;
      if (!isTold && (leftOut.has(place) || leftOut.has(row))) continue;
      const mayReplace = !one.isWeak && !other.isWeak && (isTold || score >= MIN_REPLACED_COSINE);
      if (!mayReplace && (isTold || !isHabit[place] || !isHabit[row])) continue;
      const isFirst = one.at !== other.at ? one.at < other.at : one.memory.id < other.memory.id;
      const [older, newer] = isFirst ? [one.memory, other.memory] : [other.memory, one.memory];
      found.set(`${older.id} ${newer.id}`, { older, newer });
    }
  return [...found.values()];

  /**
   * Two sentences below the bar, of which there are hundreds, are compared if they are near and a word of their matter is in
   * both. Farther apart, they were mostly read for nothing.
   */
  function mayBeSaidAgain(place: number, row: number, score: number): boolean {
    if (same[place]!.waitsIn === null || same[row]!.waitsIn === null) return true;
    return score >= NEAR_COSINE && !words[place]!.isDisjointFrom(words[row]!);
  }

  function nearFromElsewhere({ waitsIn }: KnownStatement, near: readonly { row: number }[]): number {
    return near.filter(({ row }) => same[row]!.waitsIn !== waitsIn).length;
  }
}
