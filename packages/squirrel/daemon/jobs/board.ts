import { setTimeout as sleep } from 'node:timers/promises';
import type { JobStatus } from '../../protocol/live.ts';

type JobChange = Partial<Pick<JobStatus, 'state' | 'done' | 'total' | 'note'>>;

/** The status of background jobs. */
export interface JobBoard {
  /** Says how a piece of work stands; there is one of a name for each project. */
  set(name: string, project: string | null, change: JobChange): void;
  remove(name: string, project: string | null): void;
  /** Whether anything is being worked at, besides waiting for something to happen. */
  isBusy(): boolean;
  list(): JobStatus[];
}

const MAX_JOBS = 60;

/** Makes an empty board, which tells of every change. */
export function newBoard(now: () => number, onChange: (job: JobStatus) => void = () => {}): JobBoard {
  const jobs = new Map<string, JobStatus>();
  const keyOf = (name: string, project: string | null) => `${name}\0${project ?? ''}`;
  return {
    set(name, project, change) {
      const key = keyOf(name, project);
      const before = jobs.get(key) ?? { name, project, state: 'waiting', done: 0, total: 0, note: null };
      jobs.delete(key);
      const after = { ...before, ...change, updatedAt: now() };
      jobs.set(key, after);
      onChange(after);
      for (const [old, { state }] of jobs) {
        if (jobs.size <= MAX_JOBS) break;
        if (state === 'done') jobs.delete(old);
      }
    },
    remove: (name, project) => void jobs.delete(keyOf(name, project)),
    isBusy: () => [...jobs.values()].some(({ state }) => state === 'running'),
    list: () => [...jobs.values()].reverse(),
  };
}

/** Waits, unless it is told to stop. It does not keep the process running. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => {});
