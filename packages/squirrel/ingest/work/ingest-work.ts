import type { Notice, OnProgress } from '@sqrl/base/messages.ts';
import type { ClientFolders, Log } from '@sqrl/base/model/reader.ts';
import { prepareToFind } from '@sqrl/base/redact/find.ts';
import { type RepairReport, readRepairReport, writeRepairReport } from '@sqrl/base/repair-report.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { ThreadContext } from '@sqrl/base/thread.ts';
import { type ReaderEnvironment, readerOfCi, readersIn } from '../../clients/readers.ts';
import { forgetReadingsSince } from '../../store/events/readings.ts';
import { openStore } from '../../store/open.ts';
import { projectRoots, projectsSeen } from '../../store/projects.ts';
import { replayJournal } from '../../store/replay-journal.ts';
import { type Home, homeOf } from '../../workspace/home.ts';
import { findLogs, type LogSelection } from './find-logs.ts';
import { type WatchedLogs, watchedLogs } from './follow-logs.ts';
import { openLogStores, type SettleRules } from './log-stores.ts';
import { type ReadResult, readLogs } from './read-logs.ts';
import { type SourceReport, survey } from './survey.ts';

export interface IngestOrder {
  home: string;
  folders: ClientFolders;
  env: ReaderEnvironment;
  now: number;
  work: ReadWork | { do: 'survey' };
}

interface ReadWork {
  do: 'read';
  wanted: LogSelection;
  again: boolean;
  /** Only these, which were found before. */
  logs?: readonly Log[] | undefined;
  /** Says where news of the logs may appear. */
  watches?: boolean;
}

export interface IngestProtocol {
  order: IngestOrder;
  news: { progress: Parameters<OnProgress> };
  result:
    | { read: ReadResult; notices: Notice[]; watched?: WatchedLogs | undefined }
    | { surveyed: SourceReport[] };
}

export async function ingestWork<Files>(
  { order, tell, isStopped, doNotLinger }: ThreadContext<IngestProtocol>,
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
  const { wanted, again, logs: known, watches } = work;
  prepareToFind();
  if (wanted.ci) readers.push(await readerOfCi());
  const isAll = !known && !wanted.paths && !wanted.clients && wanted.since === undefined;
  const reread = isAll ? rereadAfterRepair(homeOf(order.home), logStores.user) : undefined;
  const logs = known ?? findLogs(readers, folders, wanted);
  const watched = watches ? watchedLogs(logs, folders, now) : undefined;
  const read = await readLogs(logStores, logs, {
    readers,
    now,
    again,
    stopped: isStopped,
    onProgress: throttled((...progress) => tell({ progress })),
  });
  if (!read.stopped) reread?.done(now, read.added);
  if (read.added > MAX_LINGERING_EVENTS) doNotLinger();
  return { read, notices: logStores.notices, watched };
}

/** A thread that has read more events than this exits, which frees the memory that reading took. */
const MAX_LINGERING_EVENTS = 1000;

/** Passes on at most MAX_STEPS of each kind of work: each message wakes another thread. */
function throttled(onProgress: OnProgress): OnProgress {
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
