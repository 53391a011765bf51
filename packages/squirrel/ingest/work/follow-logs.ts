import { dirname, sep } from 'node:path';
import type { ClientFolders, Log, LogReader } from '@sqrl/base/model/reader.ts';
import { foldersBelow, watchFolders } from '@sqrl/base/watch.ts';
import { logStampOf } from '../bytes.ts';
import { findLogs, type LogSelection } from './find-logs.ts';
import { awaitedIn, foldersToWatch } from './folders-to-watch.ts';
import type { LogStores } from './log-stores.ts';
import { mergeResults, type ReadResult, readLogs } from './read-logs.ts';

/** What was new in a log, and whose it is. */
export interface LogNews {
  client: Log['client'];
  path: string;
  added: number;
  /** Ids of projects; what happened outside of all is in none. */
  projects: string[];
}

/** How logs are followed. */
export interface FollowLogsOptions {
  readers: readonly LogReader[];
  folders: ClientFolders;
  /** Repositories that are known by now; those it began with where it is not given. */
  repositories?: () => string[];
  wanted: LogSelection;
  /** When it began; later times are those of the logs themselves. */
  now: number;
  stop: AbortSignal;
  /** Told of what was new. */
  tell: (news: LogNews) => void;
  /** Told, in a sentence, what makes following harder; it goes on all the same. */
  trouble: (because: string) => void;
  /** Looks every second or so instead of watching. */
  poll?: boolean;
  pollMs?: number;
}

/** With more folders than these logs are polled: other programs need watches too. */
const MAX_FOLDERS = 2000;
/** New folders that are watched before a log is found in them. */
const MAX_NEW_FOLDERS = 500;
/** Clients write in bursts: one look for each. */
const DEBOUNCE_MS = 150;
const POLL_MS = 1500;
/** Watches miss changes on some disks, so all logs are looked at now and then; less often the longer nothing is new. */
const MIN_LOOK_MS = 20_000;
const MAX_LOOK_MS = 600_000;

/** Reads what is new in logs as soon as it is written, until it is stopped. All that is there must have been read before. */
export async function followLogs(
  logStores: LogStores,
  options: FollowLogsOptions,
): Promise<ReadResult | undefined> {
  const { readers, wanted, stop, tell, trouble, pollMs = POLL_MS } = options;
  let { folders } = options;
  let lookMs = MIN_LOOK_MS;
  let all: ReadResult | undefined;
  const seen = new Map<string, { log: Log; stamp: string }>();
  const due = new Set<string>();
  const newFolders = new Set<string>();
  let awaited = awaitedIn(folders, newFolders);
  let polling = options.poll ?? false;
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  // Folder by folder: recursion would watch years of logs that no client writes to any more.
  const watcher = watchFolders({
    onChange(path, isEntry) {
      // Much else happens where a client's folder will appear, such as in the home folder.
      if (awaited.folders.has(dirname(path))) {
        if (awaited.names.has(path)) later(ALL);
        return;
      }
      const log = logOf(path);
      if (log) later(log.path);
      else if (isEntry) {
        if (!polling) watchAlso(path);
        later(ALL);
      }
    },
    onFailure({ code }) {
      // A folder that may not be read cannot be polled either.
      if (polling || stop.aborted || code === 'EACCES' || code === 'EPERM') return;
      polling = true;
      watcher.close();
      tick();
      trouble(`Watching failed (${String(code)}); polling logs every ${pollMs / 1000} s instead.`);
    },
  });

  /** The log that a changed file belongs to: a database has files next to it, a repository in it. */
  function logOf(path: string): Log | undefined {
    const own = seen.get(path) ?? seen.get(path.replace(/-(wal|journal|shm)$/, ''));
    const repository = path.split(`${sep}.git${sep}`)[0]!;
    return (own ?? (repository === path ? undefined : seen.get(repository)))?.log;
  }

  function watchAlso(path: string): void {
    for (const folder of foldersBelow(path, { depth: 3 })) {
      // The first log of a session may appear in it later.
      newFolders.delete(folder);
      newFolders.add(folder);
      if (newFolders.size > MAX_NEW_FOLDERS) newFolders.delete(newFolders.keys().next().value!);
      watcher.add(folder);
    }
  }

  function later(path: string): void {
    due.add(path);
    timer ??= setTimeout(() => {
      timer = undefined;
      const paths = new Set(due);
      due.clear();
      queue(() =>
        paths.has(ALL) ? lookAtAll() : lookAt([...paths].flatMap((each) => seen.get(each)?.log ?? [])),
      );
    }, DEBOUNCE_MS);
  }

  function queue(step: () => Promise<void>): void {
    work = work.then(() => (stop.aborted ? undefined : step()));
    work.catch(fail);
  }

  async function lookAtAll(): Promise<void> {
    if (options.repositories)
      folders = {
        ...folders,
        repositories: [...new Set([...options.folders.repositories, ...options.repositories()])],
      };
    const logs = findLogs(readers, folders, wanted);
    if (!polling) {
      const watched = foldersToWatch(logs, folders, options.now);
      awaited = awaitedIn(folders, watched);
      if (watched.size > MAX_FOLDERS) polling = true;
      // Finds what was created in a folder before it was watched.
      else if (watcher.set(watched.union(newFolders).union(awaited.folders))) later(ALL);
    }
    await lookAt(logs);
  }

  async function lookAt(logs: readonly Log[]): Promise<void> {
    const changed = logs.filter((log) => {
      const now = JSON.stringify(logStampOf(log.path));
      const before = seen.get(log.path);
      seen.set(log.path, { log, stamp: now });
      return before?.stamp !== now || log.client === 'git';
    });
    const now = changed.reduce(
      (latest, { path }) => Math.max(latest, logStampOf(path)?.changedAt ?? 0),
      options.now,
    );
    for (const log of changed) {
      const read = await readLogs(logStores, [log], { readers, now, stopped: () => stop.aborted });
      // It may run for weeks: one sum, not a list.
      all = all ? mergeResults([all, read]) : read;
      if (read.added > 0) {
        tell({ client: log.client, path: log.path, added: read.added, projects: read.projects });
        lookMs = MIN_LOOK_MS;
      }
      if (stop.aborted) return;
    }
  }

  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const stopped = new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
  queue(lookAtAll);
  let ticking: NodeJS.Timeout | undefined;
  const tick = () => {
    clearTimeout(ticking);
    const wait = polling ? pollMs : lookMs;
    ticking = setTimeout(() => {
      queue(lookAtAll);
      lookMs = Math.min(lookMs * 2, MAX_LOOK_MS);
      tick();
    }, wait);
  };
  void work.then(() => !stop.aborted && tick());
  try {
    await Promise.race([stopped, failed]);
    await work;
  } finally {
    clearTimeout(ticking);
    clearTimeout(timer);
    watcher.close();
  }
  return all;
}

/** Everything, as a path to look at. */
const ALL = '';
