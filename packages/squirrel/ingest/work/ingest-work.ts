import type { OnProgress } from '@sqrl/base/messages.ts';
import { prepareToFind } from '@sqrl/base/redact/find.ts';
import { type RepairReport, readRepairReport, writeRepairReport } from '@sqrl/base/repair-report.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import type { ThreadContext } from '@sqrl/base/thread.ts';
import { readerOfCi, readersIn } from '../../clients/readers.ts';
import { forgetReadingsSince } from '../../store/events/readings.ts';
import { openStore } from '../../store/open.ts';
import { projectRoots, projectsSeen } from '../../store/projects.ts';
import { replayJournal } from '../../store/replay-journal.ts';
import type { Home } from '../../workspace/home.ts';
import { homeOf } from '../../workspace/home.ts';
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

/**
 * Has logs read again whose events were lost with a damaged store: how far they were read stands in the user's store,
 * which is whole. To read an event twice changes nothing. `done` notes how many came back.
 */
function rereadAfterRepair(home: Home, user: Store): { done(at: number, events: number): void } {
  const stores = [home.user, ...projectsSeen(user).map(({ id }) => home.project({ id }))];
  const repaired = stores.flatMap((store): [string, RepairReport][] => {
    const report = readRepairReport(store);
    return report?.readAgain === null ? [[store, report]] : [];
  });
  if (repaired.length > 0) forgetReadingsSince(user, Math.min(...repaired.map(([, { since }]) => since)));
  return {
    done(at, events) {
      for (const [path, report] of repaired) {
        // Once more, now that the logs are in: where both say something of a memory, the newer word counts.
        if (path !== user.path) {
          using store = openStore(path, { now: () => at });
          replayJournal(store);
        } else replayJournal(user);
        writeRepairReport(path, { ...report, readAgain: { at, events } });
      }
    },
  };
}
