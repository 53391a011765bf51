import { dirname, sep } from 'node:path';
import type { ClientFolders, Log, LogReader } from '../../model/reader.ts';
import { stampOf } from '../bytes.ts';
import { watchLogs } from '../watch-logs.ts';
import { findLogs, type Wanted } from './find-logs.ts';
import { awaitedIn, foldersBelow, foldersOf } from './folders-to-watch.ts';
import type { LogShelf } from './log-stores.ts';
import { type ReadResult, readLogs, together } from './read-logs.ts';

/** What was new in a log, and whose it is. */
export interface LogNews {
  client: Log['client'];
  path: string;
  added: number;
  /** Ids of projects; what happened outside of all is in none. */
  projects: string[];
}

/** How logs are followed. */
export interface FollowOptions {
  readers: readonly LogReader[];
  folders: ClientFolders;
  /** Repositories that are known by now; those it began with where it is not given. */
  repositories?: () => string[];
  wanted: Wanted;
  /** When it began; later times are those of the logs themselves. */
  now: number;
  stop: AbortSignal;
  /** Told of what was new. */
  tell: (news: LogNews) => void;
  /** Told, in a sentence, what makes following harder; it goes on all the same. */
  trouble: (sentence: string) => void;
  /** Looks every second or so instead of watching. */
  poll?: boolean;
  pollMs?: number;
}

/** More folders than these are not watched, for others need watches too. */
const MOST_FOLDERS = 2000;
/** Folders that came while it was following. */
const MOST_YOUNG = 500;
/** Writers write in bursts: one look for each. */
const SETTLE_MS = 150;
const POLL_MS = 1500;
/** Watches miss what happens on some disks; so all is looked at now and then, and less often the longer nothing came. */
const RARELY_MS = 20_000;
const RAREST_MS = 600_000;

/** Reads what is new in logs as soon as it is written, until it is stopped. All that is there must have been read before. */
export async function followLogs(shelf: LogShelf, options: FollowOptions): Promise<ReadResult | undefined> {
  const { readers, wanted, stop, tell, trouble, pollMs = POLL_MS } = options;
  let { folders } = options;
  let rest = RARELY_MS;
  let all: ReadResult | undefined;
  const seen = new Map<string, { log: Log; stamp: string }>();
  const due = new Set<string>();
  const young = new Set<string>();
  let awaited = awaitedIn(folders, young);
  let polling = options.poll ?? false;
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  const eyes = watchLogs({
    stir(path, came) {
      // Much else happens where a client's folder will once appear.
      if (awaited.folders.has(dirname(path))) {
        if (awaited.names.has(path)) later(ALL);
        return;
      }
      const log = logOf(path);
      if (log) later(log.path);
      else if (came) {
        if (!polling) watchAlso(path);
        later(ALL);
      }
    },
    failed(error) {
      if (polling || stop.aborted) return;
      polling = true;
      eyes.close();
      tick();
      trouble(`Watching failed (${error.code}); logs are looked at every ${pollMs / 1000} s instead.`);
    },
  });

  /** The log that a changed file belongs to: a database has files beside it, a repository in it. */
  function logOf(path: string): Log | undefined {
    const own = seen.get(path) ?? seen.get(path.replace(/-(wal|journal|shm)$/, ''));
    const repository = path.split(`${sep}.git${sep}`)[0]!;
    return (own ?? (repository === path ? undefined : seen.get(repository)))?.log;
  }

  function watchAlso(path: string): void {
    for (const folder of foldersBelow(path, 3)) {
      // Where the first log of a session is still to come, nothing but its folder tells.
      young.delete(folder);
      young.add(folder);
      if (young.size > MOST_YOUNG) young.delete(young.keys().next().value!);
      eyes.add(folder);
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
    }, SETTLE_MS);
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
      const watched = foldersOf(logs, folders, options.now);
      awaited = awaitedIn(folders, watched);
      if (watched.size > MOST_FOLDERS) polling = true;
      // What came into a folder before it was watched nobody would tell of.
      else if (eyes.set(watched.union(young).union(awaited.folders))) later(ALL);
    }
    await lookAt(logs);
  }

  async function lookAt(logs: readonly Log[]): Promise<void> {
    const changed = logs.filter((log) => {
      const now = JSON.stringify(stampOf(log.path));
      const before = seen.get(log.path);
      seen.set(log.path, { log, stamp: now });
      return before?.stamp !== now || log.client === 'git';
    });
    const now = changed.reduce(
      (latest, { path }) => Math.max(latest, stampOf(path)?.changedAt ?? 0),
      options.now,
    );
    for (const log of changed) {
      const read = await readLogs(shelf, [log], { readers, now, stopped: () => stop.aborted });
      // It may run for weeks: one sum, not a list.
      all = all ? together([all, read]) : read;
      if (read.added > 0) {
        tell({ client: log.client, path: log.path, added: read.added, projects: read.projects });
        rest = RARELY_MS;
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
    const wait = polling ? pollMs : rest;
    ticking = setTimeout(() => {
      queue(lookAtAll);
      rest = Math.min(rest * 2, RAREST_MS);
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
    eyes.close();
  }
  return all;
}

/** Everything, as a path to look at. */
const ALL = '';
