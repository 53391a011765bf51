import { HOUR_MS } from '@sqrl/base/durations.ts';
import { beginPause, endPauses, pauseAt, readPauses } from '@sqrl/base/pauses.ts';
import type { Engine } from '../workspace/workspace.ts';

export interface PauseRequest {
  set?: 'all' | 'project' | 'resume' | undefined;
  hours?: number | undefined;
}

/** Whether Squirrel is paused for the project; with `set`, begins a pause or ends every one. */
export function pause({ home, project, now }: Engine, { set, hours }: PauseRequest) {
  const at = now();
  const id = project?.id ?? null;
  if (set === 'resume') endPauses(home.root, { now: at });
  else if (set !== undefined)
    beginPause(home.root, {
      project: set === 'project' ? id : null,
      from: at,
      until: hours === undefined ? null : at + hours * HOUR_MS,
    });
  const paused = pauseAt(readPauses(home.root), id, at);
  return {
    paused: paused
      ? {
          of: paused.project === null ? ('all' as const) : ('project' as const),
          from: paused.from,
          until: paused.until,
        }
      : null,
  };
}
