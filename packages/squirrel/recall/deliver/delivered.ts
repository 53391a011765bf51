import { createHash } from 'node:crypto';
import type { DeliveryPoint, Holdout } from '@sqrl/base/model/moment.ts';
import type { Injection } from '../../store/delivery/injections.ts';

/**
 * Sums up what was said. What a control group would have been told counts as told, so that it differs in nothing but
 * that. Where the context was emptied, what was said before may be said again, but has been paid for.
 */
export function deliveredIn(injections: readonly Injection[], emptiedAt: number) {
  const since = injections.filter(({ at }) => at >= emptiedAt);
  return {
    /** Ids of memories that the agent still has before it; of these, those told later than in the brief. */
    memories: new Set(since.flatMap(({ memories }) => memories)),
    reminded: new Set(
      since.filter(({ point }) => point !== 'session start').flatMap(({ memories }) => memories),
    ),
    /** Ids of messages of past sessions that it still has before it. */
    passages: new Set(since.flatMap(({ passages }) => passages)),
    /** Ids of memories that a call was stopped for, and what the calls were. */
    stopped: new Set(since.filter(({ point }) => point === 'stopped').flatMap(({ memories }) => memories)),
    stoppedCalls: new Set(since.flatMap(({ point, about }) => (point === 'stopped' ? (about ?? '') : []))),
    briefed: since.some(({ point }) => point === 'session start'),
    about: new Set(since.map(({ point, about }) => sayingOf(point, about))),
    tokens: injections.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

export type DeliveredSoFar = ReturnType<typeof deliveredIn>;

export const sayingOf = (point: string, about: string | null): string => `${point}\n${about ?? ''}`;

/** Percent of sessions that are told nothing inferred, and of those that are told it only at their start and first prompt. */
const CONTROL = 5;
const PASSIVE = 10;

/** The group a session belongs to, by a hash of its id and its project: the same at every point of it, and in its subagents. */
export function holdoutOf(session: string, project: string): Holdout {
  const [main] = session.split('/');
  const place = createHash('sha256').update(`${main}:${project}`).digest().readUInt32BE(0) % 100;
  if (place < CONTROL) return 'control';
  return place < CONTROL + PASSIVE ? 'passive' : 'full';
}

/** Whether a session of a group is to see what is said at a point. */
export const isShownTo = (group: Holdout, point: DeliveryPoint): boolean =>
  group === 'full' || (group === 'passive' && (point === 'session start' || point === 'first prompt'));
