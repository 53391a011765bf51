import type { Touch, TouchWay } from '../../../../model/event.ts';
import type { KeptSighting, Proposal, Sighting } from '../../../../model/sighting.ts';
import { beginPad, finish, see } from '../../pad.ts';
import type { ObservedStep, Signal } from '../../signal.ts';

type ObservedStepFields = Partial<ObservedStep>;

const NOON = Date.UTC(2026, 10, 15, 12);

/** A session of which each step is said by what matters in it: a second apart, all in one episode. */
export const stepsOf = (some: readonly ObservedStepFields[], session = 's'): ObservedStep[] =>
  some.map((given, place) => ({
    id: `${session}-${place}`,
    agent: null,
    at: NOON + place * 1000,
    kind: 'reply',
    tool: null,
    toolName: null,
    call: null,
    command: null,
    files: [],
    outcome: null,
    exitCode: null,
    text: '',
    length: 0,
    tokens: null,
    durationMs: null,
    branch: null,
    tainted: false,
    episode: `${session}-episode`,
    place,
    ...given,
  }));

/** What one signal sees in a session. */
export function sightingsIn<State>(
  signal: Signal<State>,
  some: readonly ObservedStepFields[],
  session = 's',
): Sighting[] {
  const pad = beginPad();
  for (const step of stepsOf(some, session)) see(pad, step, [signal]);
  return finish(pad, [], [signal]).sightings;
}

/** What one signal proposes after these sessions, of matters that were seen often enough. */
export function proposedAfter<State>(
  signal: Signal<State>,
  ...sessions: readonly (readonly ObservedStepFields[])[]
): Proposal[] {
  const matters = new Map<string, KeptSighting[]>();
  for (const [i, some] of sessions.entries())
    for (const sighting of sightingsIn(signal, some, `s${i}`)) {
      const kept = { ...sighting, session: `claude-code:s${i}`, sessionKind: 'build' as const };
      matters.set(sighting.matter, [...(matters.get(sighting.matter) ?? []), kept]);
    }
  return [...matters.values()]
    .filter(
      (seen) =>
        seen.some(({ agents }) => agents >= 2) ||
        new Set(seen.map(({ session }) => session)).size >= signal.minSessions,
    )
    .flatMap((seen) => signal.propose(seen) ?? []);
}

/** The same session so many times. */
export const times = (count: number, some: readonly ObservedStepFields[]): ObservedStepFields[][] =>
  Array.from({ length: count }, () => [...some]);

const touching = (way: TouchWay, path: string): Touch[] => [{ path, outside: false, way, lines: null }];

export const reads = (path: string, given: ObservedStepFields = {}): ObservedStepFields => ({
  kind: 'result',
  tool: 'read',
  outcome: 'ok',
  files: touching('read', path),
  ...given,
});

export const changes = (path: string, given: ObservedStepFields = {}): ObservedStepFields => ({
  kind: 'result',
  tool: 'edit',
  outcome: 'ok',
  files: touching('edit', path),
  ...given,
});

export const runs = (command: string, given: ObservedStepFields = {}): ObservedStepFields => ({
  kind: 'result',
  tool: 'run',
  command,
  outcome: 'ok',
  ...given,
});

export const searches = (
  command: string,
  text: string,
  given: ObservedStepFields = {},
): ObservedStepFields => ({
  kind: 'result',
  tool: 'search',
  command,
  outcome: 'ok',
  text,
  ...given,
});

export const says = (text: string, given: ObservedStepFields = {}): ObservedStepFields => ({
  kind: 'reply',
  text,
  ...given,
});

export const prompts = (text: string): ObservedStepFields => ({ kind: 'prompt', text });
