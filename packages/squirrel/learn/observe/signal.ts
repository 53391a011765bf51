import type { KeptSighting, Proposal, SessionKind, Sighting, SignalName } from '@sqrl/base/model/sighting.ts';
import type { FailureRow } from '../../store/drafts/sightings.ts';
import type { StepRow } from '../../store/events/steps.ts';
import type { TaskFiles } from '../tasks/project-tasks.ts';

export type ObservedStep = Omit<StepRow, 'row' | 'offset' | 'part' | 'length' | 'episodeRow'> & {
  /** Its place among the steps of its session, from nought. */
  place: number;
  /** Characters of the whole text, where it is known. */
  length?: number;
  /** What the project's files say of commands, where it lies on this machine. */
  byFiles?: TaskFiles | undefined;
};

/** What a sighting adds to what the step that shows it says itself. */
export type SightingDetails = Omit<Sighting, 'signal' | 'agents'>;

export interface SessionSummary {
  kind: SessionKind;
  startedAt: number;
  endedAt: number;
  steps: number;
  /** Failures with what resolved them, in order, as they are kept. */
  failures: readonly FailureInSession[];
}

/** The `agent` is the subagent it happened to; each agent's signals are told of its own failures. */
export type FailureInSession = Omit<FailureRow, 'agent'> & {
  agent?: string | null;
  /** The names of what was set for the command; the command itself is without its surroundings. */
  variables?: readonly string[];
};

/**
 * One way of noticing something. Its state is small whatever the length of the session, and has Maps for names that logs
 * chose; `see` takes constant time; `finish` leaves the state as it is. A subagent has a state of its own.
 */
export interface Signal<State = unknown> {
  name: SignalName;
  /** Each 0 to 1: how much it says, how far it holds in other sessions, how often it is a false alarm. */
  worth: { diagnostic: number; acrossSessions: number; falseAlarms: number };
  /** Sessions in which a matter must be seen before it may become a memory. */
  minSessions: number;
  begin(): State;
  see(state: State, step: ObservedStep): void;
  finish(state: State, session: SessionSummary): SightingDetails[];
  /** What the states of a session's agents show only together; each says how many agents it takes. */
  across?(states: readonly State[]): (SightingDetails & { agents: number })[];
  /** What the sightings of one matter, oldest first, propose to remember; null for nothing. */
  propose(seen: readonly KeptSighting[]): Proposal | null;
}

/** What a signal is worth; below 0.4 it is not looked at. */
export const worthOf = ({ diagnostic, acrossSessions, falseAlarms }: Signal['worth']): number =>
  diagnostic * 0.5 + acrossSessions * 0.3 + (1 - falseAlarms) * 0.2;

export const MIN_WORTH = 0.4;

export interface Mark {
  id: string;
  at: number;
  episode: string | null;
  tainted: boolean;
  branch: string | null;
}

export const markOf = ({ id, at, episode, tainted, branch }: ObservedStep): Mark => ({
  id,
  at,
  episode,
  tainted,
  branch,
});

/** A sighting shown by some steps, the last of which decides when and where. */
export function seenAt(
  marks: readonly [Mark, ...Mark[]],
  seen: Pick<SightingDetails, 'matter' | 'proof' | 'strength' | 'facts'> & { quote?: string | null },
): SightingDetails {
  const last = marks.at(-1)!;
  return {
    quote: null,
    ...seen,
    at: last.at,
    episode: last.episode,
    events: [...new Set(marks.map(({ id }) => id))].slice(-MAX_EVENTS),
    tainted: marks.some(({ tainted }) => tainted),
    branch: last.branch,
  };
}

const MAX_EVENTS = 5;

/** Puts something into a map of bounded size: the oldest entry is removed first. */
export function putInto<T>(map: Map<string, T>, name: string, value: T, most: number): T {
  map.delete(name);
  map.set(name, value);
  if (map.size > most) map.delete(map.keys().next().value!);
  return value;
}
