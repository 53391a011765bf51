import { setImmediate } from 'node:timers/promises';
import { type Message, message } from '../base/messages.ts';
import { Problem } from '../base/problem.ts';
import { shellSteps } from '../base/shell/steps.ts';
import { DETECTABLE_SHARE, type Difference, difference, standing } from '../base/statistics/difference.ts';
import { isTestRun } from '../learn/observe/behaviour/command-kind.ts';
import { deliveredSince, type FollowedReceipt, followedReceipts } from '../store/delivery/receipts.ts';
import { runsIn, type SessionMeasures, sessionMeasures } from '../store/stats/session-measures.ts';
import type { Store } from '../store/store.ts';
import type { Engine } from '../workspace/workspace.ts';
import { proofOfMemories } from './proof-memories.ts';
import { shortTexts } from './short-texts.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;
/** Of the latest receipts so many are listed; `--json` and `--csv` have them all. */
const LISTED = 8;

/** What memory did here, in three kinds that are never mixed: counted, compared, and (by a replay) estimated. */
export async function proof(
  engine: Engine,
  { all = false, receipt }: { all?: boolean; receipt?: string | undefined },
) {
  engine.flush();
  const { store } = engine.own;
  const now = engine.now();
  const week = now - WEEK_MS;
  const followed = followedReceipts(store, 0, receipt ?? null);
  if (receipt !== undefined && followed.length === 0)
    throw new Problem(
      `No receipt ${receipt} with a known outcome.`,
      'Run `sqrl proof` to list the receipts.',
      'not_found',
    );
  const texts = shortTexts(engine, new Set(followed.map(({ memory }) => memory)));
  const receipts = followed.map(({ used, failure, ...receipt }) => ({
    ...receipt,
    followed: outcomeOf({ used, failure, why: receipt.why }),
    text: texts.get(receipt.memory) ?? '',
  }));
  const sessions = measured(engine);
  return {
    project: engine.project ? { id: engine.project.id, name: engine.project.name } : null,
    at: now,
    counted: {
      week: countsOf(engine, followed, week),
      overall: countsOf(engine, followed, 0),
      receipts: all || receipt !== undefined ? receipts : receipts.slice(0, LISTED),
    },
    compared: {
      on: engine.settings.delivery.holdout,
      since: sessions[0]?.at ?? null,
      groups: groupsOf(sessions),
      metrics: await comparedMetrics(engine.own.store, sessions),
      ...proofOfMemories(engine),
      sessions: all ? sessions : [],
      because: engine.settings.delivery.holdout ? null : message('proof.off'),
    },
  };
}

/** What a reminder came to. */
const FOLLOWED = ['avoided', 'followed', 'cited', 'failed again', 'ignored'] as const;
type Followed = (typeof FOLLOWED)[number];

const outcomeOf = ({ failure, used, why }: Pick<FollowedReceipt, 'failure' | 'used' | 'why'>): Followed => {
  const codes = codesIn(why);
  if (failure === 'came') return 'failed again';
  if (codes.has('outcome.avoided')) return 'avoided';
  if (codes.has('outcome.cited')) return 'cited';
  return used ? 'followed' : 'ignored';
};

/** The codes of a message and of those within it. */
function codesIn({ code, facts }: Message): Set<string> {
  const inner = Object.values(facts).flatMap((fact) => (typeof fact === 'object' ? [...codesIn(fact)] : []));
  return new Set([code, ...inner]);
}

function countsOf({ own: { store } }: Engine, followed: readonly FollowedReceipt[], since: number) {
  const some = followed.filter(({ at }) => at >= since);
  const outcomes = Object.fromEntries(FOLLOWED.map((each) => [each, 0])) as Record<Followed, number>;
  for (const each of some) outcomes[outcomeOf(each)]++;
  const prevented = some.filter((each) => each.point === 'stopped' && outcomeOf(each) === 'avoided').length;
  return { ...deliveredSince(store, since), prevented, outcomes };
}

const METRICS = {
  toolCallsPerTask: 'less',
  filesReadAgain: 'less',
  repeatedFailures: 'less',
  corrections: 'less',
  deadEnds: 'less',
  testsPassFirst: 'more',
  tokens: 'less',
} as const;
type ProofMetric = keyof typeof METRICS;
const PROOF_METRICS = Object.keys(METRICS) as ProofMetric[];

/** A session with every metric; null where it has none of that. */
type MeasuredProofSession = Record<ProofMetric, number | null> &
  Pick<SessionMeasures, 'client' | 'id' | 'at' | 'group' | 'filesChanged'>;

function measured({ own: { store } }: Engine): MeasuredProofSession[] {
  const sessions = sessionMeasures(store);
  const firstRuns = new Map<number, number>();
  const runs = runsIn(
    store,
    sessions.map(({ row }) => row),
  );
  for (const { session, command, outcome } of runs)
    if (!firstRuns.has(session) && shellSteps(command).some(isTestRun))
      firstRuns.set(session, outcome === 'ok' ? 1 : 0);
  return sessions.map(({ row, client, id, at, group, filesChanged, tasks, ...counts }) => ({
    client,
    id,
    at,
    group,
    filesChanged,
    toolCallsPerTask: counts.toolCalls / Math.max(1, tasks),
    filesReadAgain: counts.readAgain,
    repeatedFailures: counts.repeatedFailures,
    corrections: counts.corrections,
    deadEnds: counts.deadEnds,
    testsPassFirst: firstRuns.get(row) ?? null,
    tokens: counts.tokens,
  }));
}

const groupsOf = (sessions: readonly MeasuredProofSession[]) => {
  const count = (group: string) => sessions.filter((session) => session.group === group).length;
  return { full: count('full'), passive: count('passive'), control: count('control') };
};

/**
 * Every metric in full sessions against control sessions; an effect is called one only where it stands among all of them.
 * Computed once for the same numbers, a metric at a time: the daemon answers others in between.
 */
async function comparedMetrics(store: Store, sessions: readonly MeasuredProofSession[]) {
  const key = JSON.stringify(sessions);
  const known = compared.get(store);
  const found = known?.key === key ? known.found : [];
  const of = (group: string, metric: ProofMetric) =>
    sessions.flatMap((session) =>
      session.group === group && session[metric] !== null
        ? [{ value: session[metric], size: session.filesChanged }]
        : [],
    );
  for (const metric of PROOF_METRICS.slice(found.length)) {
    await setImmediate();
    found.push(difference(of('full', metric), of('control', metric)));
  }
  compared.set(store, { key, found });
  const stands = standing(found.map(({ p }) => p));
  return PROOF_METRICS.map((metric, i) => ({
    metric,
    better: METRICS[metric],
    ...found[i]!,
    verdict: verdictOf(found[i]!, stands[i]!),
    says: saysOf(found[i]!, stands[i]!),
  }));
}

const compared = new WeakMap<Store, { key: string; found: Difference[] }>();

function verdictOf(
  { value }: Difference,
  stands: boolean,
): 'not enough data' | 'no difference shown' | 'less' | 'more' {
  if (value === null) return 'not enough data';
  if (!stands) return 'no difference shown';
  return value < 0 ? 'less' : 'more';
}

function saysOf({ value, missing }: Difference, stands: boolean): Message {
  if (value === null) return message('proof.few', { n: missing.toCompare });
  if (stands) return message(value < 0 ? 'proof.less' : 'proof.more');
  if (!missing.toDetect) return message('proof.same');
  return message('proof.sameMissing', { n: missing.toDetect, percent: DETECTABLE_SHARE * 100 });
}
