import { readerOfCi, readersIn } from '../../clients/readers.ts';
import { prepareToFind } from '../../redact/find.ts';
import { projectRoots } from '../../store/projects.ts';
import { homeOf } from '../../workspace/home.ts';
import { findLogs } from './find-logs.ts';
import { followLogs } from './follow-logs.ts';
import type { IngestOrder, Said } from './ingest-order.ts';
import { openLogShelf, type Settling } from './log-stores.ts';
import type { ReadAside } from './read-aside.ts';
import { readLogs, together } from './read-logs.ts';
import { survey } from './survey.ts';

interface Surround {
  settling: Settling;
  stop: AbortSignal;
  say(said: Said): void;
  /** Another thread that reads, where there is room for one. */
  aside: (() => ReadAside) | undefined;
  /** Ends that thread, which may have been started for nothing. */
  dismiss(): void;
}

/** Does what the thread was started for, and says what came of it. */
export async function ingestWork(
  order: IngestOrder,
  { settling, stop, say, aside, dismiss }: Surround,
): Promise<void> {
  const { env, now, work } = order;
  const flag = new Int32Array(order.stop);
  const stopped = () => Atomics.load(flag, 0) === 1;
  using shelf = openLogShelf(homeOf(order.home), () => now, settling);
  const readers = await readersIn(env);
  const folders = {
    ...order.folders,
    repositories: [...new Set([...order.folders.repositories, ...projectRoots(shelf.user)])],
  };
  if (work.do === 'survey') return say({ surveyed: survey(shelf, readers, folders) });
  const { wanted, again } = work;
  prepareToFind();
  if (wanted.ciOf !== undefined) readers.push(await readerOfCi());
  const read = await readLogs(shelf, findLogs(readers, folders, wanted), {
    readers,
    now,
    again,
    stopped,
    onProgress: seldom((...progress) => say({ progress })),
    ...(aside && {
      aside: (what, heard) => aside().read({ ...what, env, now, again, stop: order.stop }, heard),
    }),
  });
  dismiss();
  if (work.do === 'follow') say({ caughtUp: read });
  const followed =
    work.do === 'follow' && !stopped()
      ? await followLogs(shelf, {
          readers,
          folders,
          repositories: () => projectRoots(shelf.user),
          wanted,
          now,
          stop,
          tell: (news) => say({ news }),
          trouble: (trouble) => say({ trouble }),
          poll: work.poll === true,
        })
      : undefined;
  say({ read: followed ? together([read, followed]) : read, notices: shelf.notices });
}

type OnProgress = (done: number, total: number, what: string) => void;

/** Says when something else begins, and when a good bit more of the same is done: each word wakes another thread. */
function seldom(say: OnProgress): OnProgress {
  let said = '';
  return (done, total, what) => {
    const now = `${what} ${Math.floor((STEPS * done) / total)}`;
    if (now !== said) say(done, total, what);
    said = now;
  };
}

/** So many steps has whatever is done, at most. */
const STEPS = 50;
