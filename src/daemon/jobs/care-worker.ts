// The thread that learns, so that nobody who asks ever waits for it.
import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../../base/problem.ts';
import type { JobStatus } from '../../protocol/status.ts';
import type { Surroundings } from '../furnish.ts';
import { careWork } from './care-work.ts';

/** What the thread is started with. */
export interface CareOrder {
  surroundings: Omit<Surroundings, 'now'>;
  /** Ids of projects, or all there are. */
  projects: readonly string[];
  all: boolean;
  /** Only where something waits to be learnt from. */
  unlearntOnly: boolean;
}

/** What it says. */
export type CareSaid =
  | {
      job: string;
      project: string | null;
      state: JobStatus['state'];
      done?: number;
      total?: number;
      note: string | null;
    }
  /** When all projects were last looked after. */
  | { dailyAt: number }
  | { problem: string };

const stop = new AbortController();
parentPort!.on('message', () => stop.abort());
const say = (said: CareSaid) => parentPort!.postMessage(said);

try {
  await careWork(workerData as CareOrder, { say, signal: stop.signal, now: Date.now });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  say({ problem: error.message });
} finally {
  parentPort!.close();
}
