import { setTimeout as sleep } from 'node:timers/promises';
import type { JobStatus } from '../../protocol/live.ts';

type JobChange = Partial<Pick<JobStatus, 'state' | 'done' | 'total' | 'note'>>;

const MAX_JOBS = 60;

/** The status of background jobs. It tells of every change. */
export type JobBoard = ReturnType<typeof newBoard>;

export function newBoard(now: () => number, onChange: (job: JobStatus) => void = () => {}) {
  const jobs = new Map<string, JobStatus>();
  const keyOf = (name: string, project: string | null) => `${name}\0${project ?? ''}`;
  return {
    /** Says how a piece of work stands; there is one of a name for each project. */
    set(name: string, project: string | null, change: JobChange): void {
      const key = keyOf(name, project);
      const before: JobStatus = jobs.get(key) ?? {
        name,
        project,
        state: 'waiting',
        done: 0,
        total: 0,
        note: null,
        updatedAt: 0,
      };
      jobs.delete(key);
      const after = { ...before, ...change, updatedAt: now() };
      jobs.set(key, after);
      onChange(after);
      for (const [old, { state }] of jobs) {
        if (jobs.size <= MAX_JOBS) break;
        if (state === 'done') jobs.delete(old);
      }
    },
    remove: (name: string, project: string | null): void => void jobs.delete(keyOf(name, project)),
    /** Whether anything is being worked at, besides waiting for something to happen. */
    isBusy: (): boolean => [...jobs.values()].some(({ state }) => state === 'running'),
    list: (): JobStatus[] => [...jobs.values()].reverse(),
  };
}

export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => {});
