// The thread that reads logs: finds, reads, redacts and keeps, so that nobody else ever waits for it.
import { availableParallelism } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../model/problem.ts';
import type { ClientFolders } from '../model/reader.ts';
import { expectsMuch } from './expect.ts';
import type { Wanted } from './find-logs.ts';
import type { LogNews } from './follow-logs.ts';
import { type ReadAside, startReadAside } from './read-aside.ts';
import type { ReadResult } from './read-logs.ts';
import type { Surroundings } from './readers.ts';
import type { SourceReport } from './survey.ts';

/** What the thread is started with. */
export interface IngestOrder {
  home: string;
  folders: ClientFolders;
  env: Surroundings;
  now: number;
  /** Set to 1, it ends the work after the batch at hand. */
  stop: SharedArrayBuffer;
  work: ReadWork | { do: 'survey' };
}

interface ReadWork {
  do: 'read' | 'follow';
  wanted: Wanted;
  again: boolean;
  /** Nothing was ever read, so that all there is may be new. */
  first: boolean;
  poll?: boolean;
}

/** What it says. */
export type Said =
  | { progress: [done: number, total: number, what: string] }
  | { news: LogNews }
  /** All that was there is read, and from now on it is followed. */
  | { caughtUp: ReadResult }
  | { trouble: string }
  | { read: ReadResult; notices: { message: string; hint: string }[] }
  | { surveyed: SourceReport[] }
  | { problem: { message: string; hint: string; code: Problem['code'] } };

const order = workerData as IngestOrder;
const stop = new AbortController();
// Only while it waits does it hear; while it reads it looks at the flag.
parentPort!.on('message', () => stop.abort());
// Before anything else is loaded: the other thread loads its program meanwhile.
let aside: ReadAside | undefined =
  order.work.do !== 'survey' && isWorthTwo(order.work) ? startReadAside() : undefined;

try {
  const { ingestWork } = await import('./ingest-work.ts');
  await ingestWork(order, {
    stop: stop.signal,
    say: (said) => parentPort!.postMessage(said),
    // One that has no core of its own is of no use.
    aside: availableParallelism() > 1 ? () => (aside ??= startReadAside()) : undefined,
    dismiss: () => aside?.dismiss(),
  });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  const { message, hint, code } = error;
  parentPort!.postMessage({ problem: { message, hint, code } } satisfies Said);
} finally {
  aside?.dismiss();
  parentPort!.close();
}

/** What was read before is mostly read, and only a look at the store would tell; so nothing is guessed then. */
function isWorthTwo({ wanted: { paths, ciOf }, again, first }: ReadWork): boolean {
  if (availableParallelism() === 1 || ciOf !== undefined) return false;
  if (paths?.length) return expectsMuch(paths);
  const { repositories: _, ...clients } = order.folders;
  return (first || again) && expectsMuch(Object.values(clients));
}
