import { setImmediate } from 'node:timers/promises';
import { shellSteps } from '@sqrl/base/shell/steps.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { DETECTABLE_SHARE, type Difference, difference, standing } from '@sqrl/base/statistics/difference.ts';
import { isTestRun } from '../learn/observe/behavior/command-kind.ts';
import { whileUnchanged } from '../store/memory/unchanged.ts';
import { runsIn, type SessionMeasures, sessionMeasures } from '../store/stats/session-measures.ts';
import { tooFew } from './estimates.ts';

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

const TREATED = ['full', 'passive'] as const;
type TreatedGroup = (typeof TREATED)[number];

/** A session with every metric; null where it has none of that. */
type MeasuredProofSession = Record<ProofMetric, number | null> &
  Pick<SessionMeasures, 'client' | 'id' | 'at' | 'group' | 'filesChanged'>;

/** The sessions that are compared, the oldest first; none before there was a control group. Home asks twice for them. */
export const measuredSessions = whileUnchanged((store): MeasuredProofSession[] => {
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
});

export const groupsOf = (sessions: readonly MeasuredProofSession[]) => {
  const count = (group: string) => sessions.filter((session) => session.group === group).length;
  return { full: count('full'), passive: count('passive'), control: count('control') };
};

/** The difference of a group to the control group in one metric; computed once for the same sessions. */
export function differencesIn(
  store: Store,
  sessions: readonly MeasuredProofSession[],
): (metric: ProofMetric, group?: TreatedGroup) => Difference {
  const key = JSON.stringify(sessions);
  const known = compared.get(store);
  const found = known?.key === key ? known.found : new Map<string, Difference>();
  compared.set(store, { key, found });
  const of = (group: string, metric: ProofMetric) =>
    sessions.flatMap((session) =>
      session.group === group && session[metric] !== null
        ? [{ value: session[metric], size: session.filesChanged }]
        : [],
    );
  return (metric, group = 'full') => {
    const name = `${metric} ${group}`;
    const result = found.get(name) ?? difference(of(group, metric), of('control', metric));
    found.set(name, result);
    return result;
  };
}

const compared = new WeakMap<Store, { key: string; found: Map<string, Difference> }>();

/**
 * Every metric in full and passive sessions against control sessions, a metric at a time: the daemon answers others in
 * between. An effect is called one only where it stands among all metrics; one of the passive group only where the full
 * one stands too, so that looking at two groups calls no more of them by chance.
 */
export async function comparedMetrics(store: Store, sessions: readonly MeasuredProofSession[]) {
  const differenceOf = differencesIn(store, sessions);
  for (const metric of PROOF_METRICS)
    for (const group of TREATED) {
      await setImmediate();
      differenceOf(metric, group);
    }
  const [full, passive] = TREATED.map((group) => PROOF_METRICS.map((metric) => differenceOf(metric, group)));
  const stands = standing(full!.map(({ p }) => p));
  const passiveStands = standing(passive!.map(({ p }) => p));
  return PROOF_METRICS.map((metric, i) => ({
    metric,
    better: METRICS[metric],
    ...judged(full![i]!, stands[i]!),
    passive: withoutControl(judged(passive![i]!, stands[i]! && passiveStands[i]!)),
  }));
}

const judged = (found: Difference, stands: boolean) => ({
  ...found,
  verdict: verdictOf(found, stands),
  says: saysOf(found, stands),
});

/** The control group is the same for both. */
const withoutControl = <T extends { control: unknown }>({ control: _, ...rest }: T): Omit<T, 'control'> =>
  rest;

function verdictOf(
  { value }: Difference,
  stands: boolean,
): 'not enough data' | 'no difference shown' | 'less' | 'more' {
  if (value === null) return 'not enough data';
  if (!stands) return 'no difference shown';
  return value < 0 ? 'less' : 'more';
}

function saysOf({ value, missing }: Difference, stands: boolean): string {
  if (value === null) return tooFew(missing.toCompare);
  if (stands) return value < 0 ? 'Fewer with memory.' : 'More with memory.';
  if (!missing.toDetect) return 'No difference shown.';
  return `No difference shown; ${missing.toDetect} more control sessions would show one of ${DETECTABLE_SHARE * 100} % four times out of five.`;
}
