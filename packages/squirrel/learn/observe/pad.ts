import type { SessionKind, Sighting } from '@sqrl/base/model/sighting.ts';
import { mergeAgents } from './merge.ts';
import { beginKind, kindOfSession, seeKind } from './session-kind.ts';
import { type FailureInSession, MIN_WORTH, type ObservedStep, type Signal, worthOf } from './signal.ts';
import { signals } from './signals.ts';

// biome-ignore lint/suspicious/noExplicitAny: each knows its own state, nobody else looks into it
export type Signals = readonly Signal<any>[];

export const worthSeeing = (all: Signals = signals): Signals =>
  all.filter(({ worth }) => worthOf(worth) >= MIN_WORTH);

/** What has been seen of a running session so far: constant time a step, and small whatever its length. */
export const beginPad = () => ({
  ...{ steps: 0, startedAt: 0, endedAt: 0, kind: beginKind() },
  /** The states of the signals, in their order, for each agent; the main agent's name is empty. */
  agents: new Map<string, unknown[]>(),
});

export type Pad = ReturnType<typeof beginPad>;

export function see(pad: Pad, step: ObservedStep, all: Signals): void {
  if (pad.steps === 0) pad.startedAt = step.at;
  pad.endedAt = step.at;
  pad.steps++;
  seeKind(pad.kind, step);
  const states = statesOf(pad, step.agent ?? '', all);
  for (let i = 0; i < all.length; i++) all[i]!.see(states[i], step);
}

/** Agents that are told apart in one session; all that come later count as one. */
const MAX_AGENTS = 100;

function statesOf(pad: Pad, agent: string, all: Signals): unknown[] {
  const name = pad.agents.has(agent) || pad.agents.size <= MAX_AGENTS ? agent : LATER;
  const states = pad.agents.get(name) ?? all.map((signal) => signal.begin());
  pad.agents.set(name, states);
  return states;
}

const LATER = '\0later';

/** Sums up what was seen of a session. The pad stays as it is. */
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
  const together = all.flatMap((signal, i) => {
    const found = signal.across?.([...pad.agents.values()].map((own) => own[i])) ?? [];
    return found.map((seen): Sighting => ({ ...seen, signal: signal.name }));
  });
  return { kind, sightings: mergeAgents(byAgent, pad.agents.size > 1 ? together : []) };
}
