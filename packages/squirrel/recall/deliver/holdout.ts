import { createHash } from 'node:crypto';
import type { DeliveryPoint, Holdout } from '@sqrl/base/model/moment.ts';

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
