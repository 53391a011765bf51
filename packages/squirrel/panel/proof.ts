import { WEEK_MS } from '@sqrl/base/durations.ts';
import { Problem } from '@sqrl/base/problem.ts';
import {
  type LiftCase,
  type LiftCounts,
  countsOf as liftCounts,
  liftOfKind,
  liftsOf,
} from '../learn/lifecycle/lift.ts';
import { rulesStanding } from '../learn/rules/standing.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { search } from '../recall/verbs/find.ts';
import { AVOIDED, CITED } from '../store/delivery/outcomes-tally.ts';
import {
  deliveredSince,
  type FollowedReceipt,
  followedReceipts,
  liftRows,
  toldMemories,
} from '../store/delivery/receipts.ts';
import { pastWork } from '../store/events/last-work.ts';
import { flaggedMemories } from '../store/memory/steps.ts';
import { whileUnchanged } from '../store/memory/unchanged.ts';
import { type LifeSession, lifeSessions } from '../store/stats/session-measures.ts';
import type { Engine } from '../workspace/workspace.ts';
import { shortMemories } from './card.ts';
import { correctionsAvoided } from './corrections-avoided.ts';
import { comparedMetrics, groupsOf, measuredSessions } from './proof-compared.ts';

/** At most this many receipts are listed; `--json` and `--csv` have them all. */
const LISTED = 8;

/** What memory did here, in three kinds that are never mixed: counted, compared, and (by a replay) estimated. */
export async function proof(engine: Engine, { all, receipt }: Parsed<'proof'>) {
  engine.flush();
  const { store } = engine.own;
  const now = engine.now();
  const week = now - WEEK_MS;
  const followed = followedReceipts(store, receipt ?? null);
  if (receipt !== undefined && followed.length === 0)
    throw new Problem(
      `No receipt ${receipt} with a known outcome.`,
      'Run `sqrl proof` to list the receipts.',
      'not_found',
    );
  const texts = shortMemories(engine, new Set(followed.map(({ memory }) => memory)));
  const receipts = followed.map(({ used, failure, ...receipt }) => ({
    ...receipt,
    followed: outcomeOf({ used, failure, why: receipt.why }),
    text: texts.get(receipt.memory)?.text ?? '',
  }));
  const sessions = measuredSessions(store);
  const life = projectLife(store);
  return {
    project: engine.project ? { id: engine.project.id, name: engine.project.name } : null,
    at: now,
    counted: {
      week: countsOf(engine, followed, week),
      overall: countsOf(engine, followed, 0),
      rules: rulesStanding(engine),
      flagged: flaggedOf(engine),
      corrections: correctionsAvoided(
        engine,
        followed.filter((each) => ['avoided', 'followed'].includes(outcomeOf(each))),
      ),
      receipts: all || receipt !== undefined ? receipts : telling(receipts).slice(0, LISTED),
    },
    compared: {
      on: engine.settings.delivery.holdout,
      since: sessions[0]?.at ?? null,
      groups: groupsOf(sessions),
      metrics: await comparedMetrics(store, sessions),
      ...proofOfMemories(engine),
      sessions: all ? sessions : [],
      because: engine.settings.delivery.holdout
        ? null
        : 'The control group is off, so sessions with and without memory cannot be compared. Turn it on: `sqrl config set delivery.holdout true`.',
    },
    life: { stages: lifeStages(life), sessions: all ? life : [] },
    neighborhood: all ? await neighborhoodRate(engine) : null,
  };
}

/** The latest receipt of each memory that came to something, then the others: most reminders leave no trace. */
function telling<T extends { followed: Followed; memory: string }>(receipts: readonly T[]): T[] {
  const seen = new Set<string>();
  const isFirst = ({ followed, memory }: T) =>
    followed !== 'ignored' && !seen.has(memory) && !!seen.add(memory);
  const { first = [], other = [] } = Object.groupBy(receipts, (each) => (isFirst(each) ? 'first' : 'other'));
  return [...first, ...other];
}

/** Memories that reached an agent, and those of them that a person rejected or reworded afterwards. */
function flaggedOf({ own, indexedStores }: Engine): { told: number; flagged: number } {
  const told = toldMemories(own.store);
  const flagged = new Map(indexedStores.flatMap(({ store }) => [...flaggedMemories(store)]));
  return {
    told: told.size,
    flagged: [...told].filter(([memory, at]) => (flagged.get(memory) ?? 0) > at).length,
  };
}

const FOLLOWED = ['avoided', 'followed', 'cited', 'failed again', 'ignored'] as const;
type Followed = (typeof FOLLOWED)[number];

const outcomeOf = ({ failure, used, why }: Pick<FollowedReceipt, 'failure' | 'used' | 'why'>): Followed => {
  if (failure === 'came') return 'failed again';
  if (why.includes(AVOIDED)) return 'avoided';
  if (why.includes(CITED)) return 'cited';
  return used ? 'followed' : 'ignored';
};

function countsOf({ own: { store } }: Engine, followed: readonly FollowedReceipt[], since: number) {
  const some = followed.filter(({ at }) => at >= since);
  const outcomes = Object.fromEntries(FOLLOWED.map((each) => [each, 0])) as Record<Followed, number>;
  for (const each of some) outcomes[outcomeOf(each)]++;
  const prevented = some.filter((each) => each.point === 'stopped' && outcomeOf(each) === 'avoided').length;
  return { ...deliveredSince(store, since), prevented, outcomes };
}

/** What memories and kinds of memories came to where they were told and where they were withheld at random. */
function proofOfMemories(engine: Engine) {
  const cases: LiftCase[] = liftRows(engine.own.store).map((row) => ({
    ...{ memory: row.memory, kind: row.kind },
    counts: liftCounts(row),
  }));
  const lifts = liftsOf(cases);
  const texts = shortMemories(engine, new Set(cases.map(({ memory }) => memory)));
  const memories = cases
    .filter(({ counts }) => isComparable(counts))
    .map(({ memory, kind }) => {
      const { told, withheld, difference, helps, share } = lifts.get(memory)!;
      return { memory, text: texts.get(memory)?.text ?? '', kind, told, withheld, difference, helps, share };
    })
    .sort((a, b) => a.difference.value - b.difference.value);
  const kinds = [...new Set(cases.map(({ kind }) => kind))].sort().map((kind) => {
    const { told, withheld, difference, helps } = liftOfKind(cases, kind);
    return { kind, told, withheld, difference, helps };
  });
  return { memories, kinds };
}

const MIN_SESSIONS = 3;

const isComparable = ({ told, withheld }: LiftCounts): boolean =>
  Math.min(told.sessions, withheld.sessions) >= MIN_SESSIONS;

/** The latest tasks that are asked for again, and the first memories of each that are compared. */
const TASKS = 40;
const FIRST = 8;
/** Files of a task that are taken as those at hand. */
const MAX_FILES = 3;

/**
 * Of the latest tasks, for how many the files that lie near those at hand, in the code and in past work, change which memories
 * come first. Memories and code are those of today; nothing is written.
 */
async function neighborhoodRate(engine: Engine): Promise<{ tasks: number; changed: number }> {
  const work = pastWork(engine.own.store, { before: engine.now(), most: TASKS })
    .filter(({ isCommit, changed }) => !isCommit && changed.length > 0)
    .slice(0, TASKS);
  let changed = 0;
  for (const { said, changed: files } of work) {
    const asked = {
      question: said,
      files: files.slice(0, MAX_FILES),
      limit: FIRST,
      filter: {},
      rerank: false,
      explicit: true,
    };
    const first = async (neighbors: boolean) =>
      new Set((await search(engine, { ...asked, neighbors })).hits.map(({ memory }) => memory.id));
    if ((await first(true)).symmetricDifference(await first(false)).size > 0) changed++;
  }
  return { tasks: work.length, changed };
}

/** Where a stage of a project's life begins, in sessions from 1; the last one has no end. */
const STAGES = [1, 6, 16, 31, 61, 121];

/** The sessions of a project, the oldest first; Home asks for them again and again. */
const projectLife = whileUnchanged((store): LifeSession[] => lifeSessions(store));

/** How much agents had to look for, and which failures came again, from a project's first sessions to its latest. */
const lifeStages = (sessions: readonly LifeSession[]) =>
  STAGES.flatMap((from, i) => {
    const some = sessions.slice(from - 1, (STAGES[i + 1] ?? sessions.length + 1) - 1);
    if (some.length === 0) return [];
    const mean = (of: (session: LifeSession) => number) =>
      Math.round((10 * some.reduce((sum, session) => sum + of(session), 0)) / some.length) / 10;
    return {
      from,
      to: from + some.length - 1,
      sessions: some.length,
      told: some.filter(({ told }) => told).length,
      discoveryCalls: mean(({ discoveryCalls }) => discoveryCalls),
      repeatedFailures: mean(({ repeatedFailures }) => repeatedFailures),
    };
  });
