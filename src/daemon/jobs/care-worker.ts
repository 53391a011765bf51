// The thread that learns, so that no request ever waits for it.
import type { Message } from '../../base/messages.ts';
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
  unlearnedOnly: boolean;
  /** Embeds passages of all projects, not only of those that are looked after. */
  embedAll: boolean;
}

/** The new state of a job. */
export interface CareNews {
  job: string;
  project: string | null;
  state: JobStatus['state'];
  done?: number;
  total?: number;
  note: Message | null;
}

export interface CareProtocol {
  order: CareOrder;
  news: CareNews;
  /** Other work waits: what can be done later ends. */
  message: 'work waits';
  result: {
    /** When the daily run over all projects was last finished; undefined for a read-only store. */
    dailyAt: number | undefined;
    /** Embedding passages ended early, because its time was over or other work waits. */
    leftPassages: boolean;
  };
}

await serveThread<CareProtocol>(({ order, tell, signal, onMessage }) => {
  const otherWork = new AbortController();
  onMessage(() => otherWork.abort());
  return careWork(order, { tell, signal, otherWork: otherWork.signal, now: Date.now });
});
