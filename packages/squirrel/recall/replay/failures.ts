import { applies } from '../../learn/guards/applies.ts';
import type { PastSession } from '../../learn/replay/past-session.ts';
import {
  type Guard,
  GuardLearner,
  hasEnded,
  isExpected,
  replayedCalls,
} from '../../learn/replay/replay-guards.ts';
import { lineOf, minutesOf, type ReplayFindings, type ReplayTurn, tokensOf } from './claim.ts';

/**
 * Failures that a stop would have come before: calls that a guard of sessions that were over by then was all but certain
 * of. A right stop saves the failed call and, at most, all until the call that resolved it.
 */
export async function replayFailures(
  sessions: readonly PastSession[],
  asked: ReadonlySet<string>,
  turn: ReplayTurn,
): Promise<ReplayFindings> {
  const stops: { session: PastSession; step: PastSession['steps'][number]; guard: Guard; right: boolean }[] =
    [];
  let last: PastSession | undefined;
  for (const call of replayedCalls(sessions, new GuardLearner())) {
    const { session, step, fresh, fingerprint } = call;
    if (session !== last) await turn();
    last = session;
    if (!hasEnded(call) || !asked.has(session.id)) continue;
    for (const guard of fresh.filter(({ trigger }) => trigger.stops === true))
      stops.push({ session, step, guard, right: isExpected(guard, fingerprint, step) });
  }
  const right = stops.filter((each) => each.right);
  const told = [...Map.groupBy(stops, ({ guard }) => guard.text)].map(([text, some]) => ({
    ...{ kind: 'failure' as const, text, from: null },
    sessions: new Set(some.map(({ session }) => session.id)).size,
    ...{ session: some[0]!.session.id, at: some[0]!.step.at },
  }));
  return {
    told,
    spoken: stops.length,
    right: right.length,
    claims: right.map(({ session, step, guard }) => {
      const { id: event } = step;
      const place = session.steps.indexOf(step);
      const end = resolvedAt(session, event, place, guard);
      const until = session.steps.slice(place, end);
      return {
        kind: 'failure' as const,
        session: session.id,
        at: step.at,
        event,
        told: guard.text,
        truth: lineOf(session.failures.get(event)?.line ?? step.text),
        from: null,
        tokens: { low: tokensOf(step), high: until.reduce((sum, each) => sum + tokensOf(each), 0) },
        minutes: {
          low: minutesOf(session.steps, place, place),
          high: minutesOf(session.steps, place, end - 1),
        },
      };
    }),
  };
}

/** Steps after a failure that may belong to it. */
const MAX_STEPS = 30;

/** Where a failure ends: at the call that resolved it, which was needed anyway, or after the failed call where none is known. */
function resolvedAt(
  { steps, failures }: PastSession,
  event: string,
  place: number,
  { trigger }: Guard,
): number {
  const by = failures.get(event)?.resolution?.event;
  const end = by === undefined ? -1 : steps.findIndex(({ id }) => id === by);
  if (end <= place || end > place + MAX_STEPS) return place + 1;
  const again = steps[end]!;
  const files = again.files.map(({ path }) => path);
  const isSame = applies(trigger, { ...again, folder: again.folder ?? null, files });
  return isSame ? place + 1 : end;
}
