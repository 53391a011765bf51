import { pauseAt, readPauses } from '@sqrl/base/pauses.ts';
import { resolveProjectIn } from './resolve-project.ts';

/** Whether a person has paused Squirrel in a folder's project, or in all. */
export function isPaused(home: string, folder: string, now: number): boolean {
  const pauses = readPauses(home);
  return pauses.length > 0 && pauseAt(pauses, resolveProjectIn(home, folder, { now }).id, now) !== undefined;
}
