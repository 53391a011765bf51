import { setImmediate } from 'node:timers/promises';
import type { KeptSighting } from '@sqrl/base/model/sighting.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { failuresOf } from '../../store/drafts/sightings.ts';
import { sessionsWhere } from '../../store/events/sessions.ts';
import { observedAfter } from '../../store/events/steps.ts';
import { errorRetry } from '../observe/behavior/error-retry.ts';
import { asFailure } from '../observe/observe-session.ts';
import { beginPad, finish, see } from '../observe/pad.ts';
import type { FailureInSession, ObservedStep } from '../observe/signal.ts';

export interface PastSession {
  id: string;
  startedAt: number;
  endedAt: number;
  steps: ObservedStep[];
  failures: Map<string, FailureInSession>;
  sightings: KeptSighting[];
}

/** The latest sessions of agents in a store, in the order they began. Others get their turn between two of them. */
export async function pastSessionsIn(
  store: Store,
  limit = -1,
  turn: () => Promise<void> = setImmediate,
): Promise<(PastSession & { row: number })[]> {
  const sessions = [];
  for (const session of sessionsWhere(store, {}, { limit })) {
    if (session.client === 'git' || session.client === 'ci') continue;
    await turn();
    const failures = failuresOf(store, session.row).map(asFailure);
    const steps = [...observedAfter(store, session.row, undefined)].map((step, place) => ({
      ...step,
      place,
    }));
    const id = `${session.client}:${session.id}`;
    if (steps.length > 0)
      sessions.push({ ...pastSession({ ...session, id }, steps, failures), row: session.row });
  }
  return sessions.sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1));
}

export function pastSession(
  { id, startedAt, endedAt }: { id: string; startedAt: number; endedAt: number },
  steps: ObservedStep[],
  failures: FailureInSession[],
): PastSession {
  const pad = beginPad();
  for (const step of steps) see(pad, step, [errorRetry]);
  const { kind, sightings } = finish(pad, failures, [errorRetry]);
  return {
    id,
    startedAt,
    endedAt,
    steps,
    failures: new Map(failures.map((failure) => [failure.event, failure])),
    sightings: sightings.map((sighting) => ({ ...sighting, session: id, sessionKind: kind })),
  };
}
