import type { SessionKind, Sighting } from '../../model/sighting.ts';
import { mergeAgents } from './merge.ts';
import type { Pad, Signals } from './pad.ts';
import { kindOfSession } from './session-kind.ts';
import type { FailureInSession } from './signal.ts';

/** Sums up what was seen of a session. The pad stays as it is, so that the session may go on. */
export function finish(
  pad: Pad,
  failures: readonly FailureInSession[],
  all: Signals,
): { kind: SessionKind; sightings: Sighting[] } {
  const { steps, startedAt, endedAt } = pad;
  const kind = kindOfSession(pad.kind);
  const session = { kind, startedAt, endedAt, steps };
  const byAgent = [...pad.agents].map(([agent, states]) => {
    const own = failures.filter((failure) => failure.agent === undefined || (failure.agent ?? '') === agent);
    return all.flatMap((signal, i) =>
      signal
        .finish(states[i], { ...session, failures: own })
        .map((seen): Sighting => ({ ...seen, signal: signal.name, agents: 1 })),
    );
  });
  return { kind, sightings: mergeAgents(byAgent, pad.agents.size > 1 ? together(pad, all) : []) };
}

const together = (pad: Pad, all: Signals): Sighting[] =>
  all.flatMap((signal, i) => {
    const states = [...pad.agents.values()].map((own) => own[i]);
    return (signal.across?.(states) ?? []).map((seen): Sighting => ({ ...seen, signal: signal.name }));
  });
