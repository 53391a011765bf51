import { ingest } from '../../src/ingest/work/ingest.ts';
import { errorRetry } from '../../src/learn/observe/behaviour/error-retry.ts';
import { finish } from '../../src/learn/observe/observe.ts';
import { asFailure } from '../../src/learn/observe/observe-session.ts';
import { beginPad, see } from '../../src/learn/observe/pad.ts';
import type { FailureInSession, ObservedStep } from '../../src/learn/observe/signal.ts';
import type { KeptSighting } from '../../src/model/sighting.ts';
import { failuresOf } from '../../src/store/drafts/sightings.ts';
import { observedAfter } from '../../src/store/events/observed-steps.ts';
import { sessionsWhere } from '../../src/store/events/sessions.ts';
import { openStore } from '../../src/store/open.ts';
import { openBenchEngine } from '../engine.ts';

/** A session as it was, and what observing it finds. */
export interface PastSession {
  id: string;
  startedAt: number;
  endedAt: number;
  steps: ObservedStep[];
  /** By the event that failed. */
  failures: Map<string, FailureInSession>;
  sightings: KeptSighting[];
}

/** The sessions of each project in the folder, in the order they began. */
export async function pastSessions(folder: string): Promise<PastSession[][]> {
  await using engine = openBenchEngine();
  const { projects } = await ingest(engine, { paths: [folder], mine: true });
  return projects.map((id) => {
    using store = openStore(engine.home.project({ id }), { now: Date.now });
    return sessionsWhere(store)
      .map((session) => {
        const failures = failuresOf(store, session.row).map(asFailure);
        const steps = [...observedAfter(store, session.row, undefined)].map((step, place) => ({
          ...step,
          place,
        }));
        return pastSession({ ...session, id: `${session.client}:${session.id}` }, steps, failures);
      })
      .filter(({ steps }) => steps.length > 0)
      .sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1));
  });
}

/** A session from its steps and failures. */
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
