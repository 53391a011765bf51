import type { OnProgress } from '@sqrl/base/messages.ts';
import { prepareToFind } from '@sqrl/base/redact/find.ts';
import type { ThreadContext } from '@sqrl/base/thread.ts';
import { readerOfCi, readersIn } from '../../clients/readers.ts';
import { projectRoots } from '../../store/projects.ts';
import { homeOf } from '../../workspace/home.ts';
import { rereadAfterRepair } from './after-repair.ts';
import { findLogs } from './find-logs.ts';
import { followLogs } from './follow-logs.ts';
import type { IngestProtocol } from './ingest-order.ts';
import { openLogStores, type SettleRules } from './log-stores.ts';
import { mergeResults, readLogs } from './read-logs.ts';
import { survey } from './survey.ts';

/** Does what the thread was started for. */
export async function ingestWork<Files>(
  { order, tell, signal, isStopped, doNotLinger }: ThreadContext<IngestProtocol>,
  settling: SettleRules<Files>,
): Promise<IngestProtocol['result']> {
  const { env, now, work } = order;
  using logStores = openLogStores(homeOf(order.home), () => now, settling, env);
  const readers = await readersIn(env);
  const folders = {
    ...order.folders,
    repositories: [...new Set([...order.folders.repositories, ...projectRoots(logStores.user)])],
  };
  if (work.do === 'survey') return { surveyed: survey(logStores, readers, folders) };
  const { wanted, again } = work;
  prepareToFind();
  if (wanted.ci) readers.push(await readerOfCi());
  const reread = rereadAfterRepair(homeOf(order.home), logStores.user);
  const read = await readLogs(logStores, findLogs(readers, folders, wanted), {
    readers,
    now,
    again,
    stopped: isStopped,
    onProgress: throttled((...progress) => tell({ progress })),
  });
  const isAll = !wanted.paths && !wanted.clients && wanted.since === undefined;
  if (isAll && !read.stopped) reread.done(now, read.added);
  if (read.added > MAX_LINGERING_EVENTS) doNotLinger();
  if (work.do === 'follow') tell({ caughtUp: read });
  const followed =
    work.do === 'follow' && !isStopped()
      ? await followLogs(logStores, {
          readers,
          folders,
          repositories: () => projectRoots(logStores.user),
          wanted,
          now,
          stop: signal,
          tell: (news) => tell({ news }),
          trouble: (trouble) => tell({ trouble }),
          poll: work.poll === true,
          rests: work.rests === true,
          ...(work.minLookMs !== undefined && { minLookMs: work.minLookMs }),
        })
      : undefined;
  return {
    read: followed?.read ? mergeResults([read, followed.read]) : read,
    notices: logStores.notices,
    resting: followed?.resting,
  };
}

/** A thread that has read more events than this exits, which frees the memory that reading took. */
const MAX_LINGERING_EVENTS = 1000;

type IngestProgress = OnProgress;

/** Passes on at most MAX_STEPS of each kind of work: each message wakes another thread. */
function throttled(onProgress: IngestProgress): IngestProgress {
  let before = '';
  return (done, total, what) => {
    const step = `${what} ${Math.floor((MAX_STEPS * done) / total)}`;
    if (step !== before) onProgress(done, total, what);
    before = step;
  };
}

const MAX_STEPS = 50;
