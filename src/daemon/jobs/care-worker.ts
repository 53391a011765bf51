// The thread that learns, so that no request ever waits for it.
import { serveThread } from '../../base/thread.ts';
import type { JobStatus } from '../../protocol/status.ts';
import type { MachineContext } from '../engine-parts.ts';
import { careWork } from './care-work.ts';

export interface CareOrder {
  surroundings: Omit<MachineContext, 'now'>;
  /** Ids of projects; not read where `all` is set. */
  projects: readonly string[];
  all: boolean;
  /** Leaves out projects with nothing left to learn from. */
  unlearntOnly: boolean;
}

/** The new state of a job. */
export interface CareNews {
  job: string;
  project: string | null;
  state: JobStatus['state'];
  done?: number;
  total?: number;
  note: string | null;
}

export interface CareProtocol {
  order: CareOrder;
  news: CareNews;
  /** When the daily run over all projects was last finished; undefined for a read-only store. */
  result: { dailyAt: number | undefined };
}

await serveThread<CareProtocol>(({ order, tell, signal }) =>
  careWork(order, { tell, signal, now: Date.now }),
);
