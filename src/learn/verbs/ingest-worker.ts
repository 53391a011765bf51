// The thread that reads logs: finds, reads, redacts and keeps, so that nobody else ever waits for it.
import { availableParallelism } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../../base/problem.ts';
import { expectsMuch } from '../../ingest/work/expect.ts';
import type { IngestOrder, ReadWork, Said } from '../../ingest/work/ingest-order.ts';
import { type ReadAside, startReadAside } from '../../ingest/work/read-aside.ts';

const order = workerData as IngestOrder;
const stop = new AbortController();
// Only while it waits does it hear; while it reads it looks at the flag.
parentPort!.on('message', () => stop.abort());
// Before anything else is loaded: the other thread loads its program meanwhile.
let aside: ReadAside | undefined =
  order.work.do !== 'survey' && isWorthTwo(order.work) ? startReadAside() : undefined;

try {
  const { ingestWork } = await import('../../ingest/work/ingest-work.ts');
  const { settling } = await import('./settle.ts');
  await ingestWork(order, {
    settling,
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
