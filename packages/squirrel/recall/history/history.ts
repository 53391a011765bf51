import { stepText } from '@sqrl/base/messages.ts';
import { commitId } from '@sqrl/base/model/citation.ts';
import type { Episode } from '@sqrl/base/model/episode.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { commitsOfFile, type FileCommit } from '../../codebase/file-commits.ts';
import { type Fix, fixesOf } from '../../ingest/episodes/failures.ts';
import { listEpisodes } from '../../ingest/work/sessions.ts';
import { currentConfidence } from '../../learn/lifecycle/confidence.ts';
import { NO_TALLY, outcomesOf, tallies } from '../../store/delivery/outcomes-tally.ts';
import { injectionsWith } from '../../store/delivery/receipts.ts';
import {
  type FailureOccurrence,
  type FailurePattern,
  type FileStep,
  failurePatterns,
  failurePatternsLike,
  failureSeen,
  filesChangedWithin,
  filesTogether as filesTogetherWith,
  fileUse,
  hashOfStep,
  stepsOnFile,
  stepsOnFilesLike,
  type ToolUse,
  toolUseRows as toolUseSince,
} from '../../store/events/history.ts';
import { projectTime } from '../../store/events/project-time.ts';
import { fullMemoryAt } from '../../store/memory/belongings.ts';
import { memoryAt, type Row } from '../../store/memory/memories.ts';
import { idsWithSteps, stepsOfMemory } from '../../store/memory/steps.ts';
import { findById } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { CLOCK_MS, MAX_WORK_MS } from './line-origin.ts';

/** What was I working on before? What is unfinished, latest first; where nothing is, what was done last. */
export function tasks(engine: Engine, { limit, since }: HistoryRange): { tasks: Episode[] } {
  const some = { limit, since, offset: 0 };
  const unfinished = listEpisodes(engine, { ...some, statuses: ['active', 'paused'] }).episodes;
  return { tasks: unfinished.length > 0 ? unfinished : listEpisodes(engine, some).episodes };
}

interface HistoryRange {
  limit: number;
  since?: number | undefined;
}

/** Have I worked on this file? A change comes with the commit that it went into, and the symbols this touched. */
export async function fileHistory(engine: Engine, { path, ...some }: HistoryRange & { path: string }) {
  const { store } = engine.own;
  const steps = stepsOnFile(store, path, some);
  const commits = steps.some(isChange) ? await commitsOfFile(engine, path) : [];
  const commitOf = (step: FileStep) => {
    if (!isChange(step)) return null;
    // A commit names itself: by time alone it is another one that was made within the same minute.
    const hash = hashOfStep(store, step);
    const found = commits.findLast(({ id, at }) =>
      hash ? id === commitId(hash) : at >= step.at - CLOCK_MS && at <= step.at + MAX_WORK_MS,
    );
    return found ? { ...found, symbols: touchedBy(step, found) } : null;
  };
  return {
    ...{ path, use: fileUse(store, path, some.since) ?? null },
    steps: steps.map((step) => ({ ...step, commit: commitOf(step) })),
  };
}

/** Of what the commit touched, what lies where the change was made; its lines may have moved since. */
function touchedBy({ lines }: FileStep, { symbols }: FileCommit): string[] {
  const [from, to] = lines ?? [0, Number.POSITIVE_INFINITY];
  const near = symbols.filter(({ line, endLine }) => line <= to + MAX_SHIFT && endLine >= from - MAX_SHIFT);
  return (near.length > 0 ? near : symbols).slice(0, MAX_SYMBOLS).map(({ qualified }) => qualified);
}

const MAX_SHIFT = 10;
const MAX_SYMBOLS = 6;

const isChange = ({ way, outcome }: FileStep): boolean =>
  (way === 'edit' || way === 'write') && (outcome === null || outcome === 'ok');

export function filesTogether(
  { own }: Engine,
  { path, ...how }: { path: string; way: 'changed' | 'looked'; times: number; limit: number },
): { path: string; together: { path: string; times: number; close?: number; pattern?: boolean }[] } {
  const found = filesTogetherWith(own.store, [path], how)[0]!;
  if (how.way === 'looked') return { path, together: found };
  const close = filesChangedWithin(own.store, path, CLOSE_MS);
  const counted = found.map((each) => {
    const times = close.get(each.path) ?? 0;
    return { ...each, close: times, pattern: times >= MIN_PATTERN };
  });
  return { path, together: counted };
}

/** Changed so soon after one another, so often, two files are changed together by habit. */
const CLOSE_MS = 5 * 60 * 1000;
const MIN_PATTERN = 3;

export const lastWorkOn = (
  { own }: Engine,
  { letters, ...some }: HistoryRange & { letters: string },
): { steps: FileStep[] } => ({ steps: stepsOnFilesLike(own.store, letters, some) });

export const toolUse = ({ own }: Engine, since = 0): { tools: ToolUse[] } => ({
  tools: toolUseSince(own.store, since),
});

export const failures = (
  { own }: Engine,
  which: HistoryRange & { sessions: number },
): { failures: FailurePattern[] } => ({ failures: failurePatterns(own.store, which) });

export function failure(
  { own }: Engine,
  { fingerprint, limit, since }: HistoryRange & { fingerprint: string },
): { failure: FailurePattern; fixes: Fix[]; seen: FailureOccurrence[] } {
  const [found, another] = failurePatternsLike(own.store, fingerprint);
  if (!found)
    throw new Problem(
      `No failure has a fingerprint that starts with ${fingerprint}.`,
      '`sqrl history errors` lists them.',
      'not_found',
    );
  if (another)
    throw new Problem(`Several fingerprints start with ${fingerprint}.`, 'Type more of it.', 'usage');
  const seen = failureSeen(own.store, found.fingerprint, { limit: MAX_SEEN_ROWS, since });
  return { failure: found, fixes: fixesOf(seen), seen: seen.slice(0, limit) };
}

/** What happened to a memory, also to one that is gone, and what it came to. */
export function memoryHistory(engine: Engine, { id, limit }: { id: string; limit: number }) {
  const { store, whole, row } = findLife(engine, id);
  const living = row === undefined ? undefined : fullMemoryAt(store, row);
  const { evidence: _, relations: __, metrics, anchors: ___, ...memory } = living ?? {};
  const { opportunities, chances, uses, hits, misses, saved } = tallies(store, whole).get(whole) ?? NO_TALLY;
  return {
    id: whole,
    memory: living ? (memory as Memory) : null,
    confidence: living
      ? currentConfidence(living, {
          lastUsedAt: metrics!.lastUsedAt,
          time: projectTime(engine.own.store, engine.now()),
        })
      : null,
    steps: stepsOfMemory(store, whole).map(({ memory: _, ...step }) => ({
      ...step,
      did: stepText(step.did),
    })),
    tally: { opportunities, chances, uses, hits, misses, saved },
    deliveredAt: injectionsWith(engine.own.store, whole).find(({ shown }) => shown)?.at ?? null,
    outcomes: outcomesOf(engine.own.store, whole, limit).map(
      ({ memory: _, before: __, ...outcome }) => outcome,
    ),
  };
}

/** Where a memory lies, or lay: what was pruned has left a word behind. */
function findLife(engine: Engine, id: string): { store: Store; whole: string; row: Row | undefined } {
  try {
    const { indexedStore, row } = findById(engine, id);
    return { store: indexedStore.store, whole: memoryAt(indexedStore.store, row)!.id, row };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
    for (const { store } of engine.indexedStores) {
      const [whole, another] = idsWithSteps(store, id.toLowerCase());
      if (whole !== undefined && another === undefined) return { store, whole, row: undefined };
    }
    throw error;
  }
}

const MAX_SEEN_ROWS = 500;
