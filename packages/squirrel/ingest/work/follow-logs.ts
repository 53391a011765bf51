import { dirname, sep } from 'node:path';
import type { ClientFolders, Log, LogReader } from '@sqrl/base/model/reader.ts';
import { foldersBelow, watchFolders } from '@sqrl/base/watch.ts';
import { logStampOf } from '../bytes.ts';
import { findLogs, type LogSelection } from './find-logs.ts';
import { awaitedIn, foldersToWatch } from './folders-to-watch.ts';
import type { LogStores } from './log-stores.ts';
import { mergeResults, type ReadResult, readLogs } from './read-logs.ts';
import { folderStamp, type RestingLogs } from './resting-logs.ts';

/** What was new in a log, and whose it is. */
export interface LogNews {
  client: Log['client'];
  path: string;
  added: number;
  /** Ids of projects; what happened outside of all is in none. */
  projects: string[];
}

export interface FollowLogsOptions {
  readers: readonly LogReader[];
  folders: ClientFolders;
  /** Repositories that are known by now; those it began with where it is not given. */
  repositories?: () => string[];
  wanted: LogSelection;
  /** When it began; later times are those of the logs themselves. */
  now: number;
  stop: AbortSignal;
  tell: (news: LogNews) => void;
  /** Told, in a sentence, what makes following harder; it goes on all the same. */
  trouble: (because: string) => void;
  /** Looks every second or so instead of watching. */
  poll?: boolean;
  pollMs?: number;
  /** Ends when two looks in a row found nothing new; another program then waits for the next change. */
  rests?: boolean;
  /** How long after something new the first look is; each later one takes twice as long to come. */
  minLookMs?: number;
}

/** What was read of logs while they were followed, and what to watch for where that ended for want of news. */
export interface FollowedLogs {
  read: ReadResult | undefined;
  resting: RestingLogs | undefined;
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
export const followLogs = (logStores: LogStores, options: FollowLogsOptions): Promise<FollowedLogs> =>
  new LogFollower(logStores, options).run();

class LogFollower {
  readonly #logStores: LogStores;
  readonly #options: FollowLogsOptions & { pollMs: number; minLookMs: number };
  readonly #seen = new Map<string, { log: Log; stamp: string }>();
  readonly #due = new Set<string>();
  readonly #newFolders = new Set<string>();
  readonly #failed = Promise.withResolvers<never>();
  readonly #rested = Promise.withResolvers<RestingLogs>();
  readonly #watcher;
  #folders: ClientFolders;
  #awaited;
  #isPolling: boolean;
  #watched: ReadonlySet<string> = new Set();
  #lookMs: number;
  #all: ReadResult | undefined;
  #burst: NodeJS.Timeout | undefined;
  #tick: NodeJS.Timeout | undefined;
  #work = Promise.resolve();

  constructor(logStores: LogStores, options: FollowLogsOptions) {
    this.#logStores = logStores;
    this.#options = { pollMs: POLL_MS, minLookMs: MIN_LOOK_MS, ...options };
    this.#lookMs = this.#options.minLookMs;
    this.#folders = options.folders;
    this.#awaited = awaitedIn(options.folders, this.#newFolders);
    this.#isPolling = options.poll ?? false;
    // Folder by folder: recursion would watch years of logs that no client writes to any more.
    this.#watcher = watchFolders({
      onChange: (path, isEntry) => this.#onChange(path, isEntry),
      onFailure: ({ code }) => this.#pollInstead(code),
    });
  }

  async run(): Promise<FollowedLogs> {
    const { stop } = this.#options;
    const stopped = new Promise<undefined>((resolve) => {
      if (stop.aborted) resolve(undefined);
      stop.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    this.#queue(() => this.#lookAtAll());
    void this.#work.then(() => !stop.aborted && this.#tickAgain());
    try {
      const resting = await Promise.race([stopped, this.#failed.promise, this.#rested.promise]);
      await this.#work;
      return { read: this.#all, resting };
    } finally {
      clearTimeout(this.#tick);
      clearTimeout(this.#burst);
      this.#watcher.close();
    }
  }

  #onChange(path: string, isEntry: boolean): void {
    // Much else happens where a client's folder will appear, such as in the home folder.
    if (this.#awaited.folders.has(dirname(path))) {
      if (this.#awaited.names.has(path)) this.#later(ALL);
      return;
    }
    const log = this.#logOf(path);
    if (log) this.#later(log.path);
    else if (isEntry) {
      if (!this.#isPolling) this.#watchAlso(path);
      this.#later(ALL);
    }
  }

  #pollInstead(code: string | undefined): void {
    const { stop, trouble, pollMs } = this.#options;
    // A folder that may not be read cannot be polled either.
    if (this.#isPolling || stop.aborted || code === 'EACCES' || code === 'EPERM') return;
    this.#isPolling = true;
    this.#watcher.close();
    this.#tickAgain();
    trouble(`Watching failed (${String(code)}); polling logs every ${pollMs / 1000} s instead.`);
  }

  /** The log that a changed file belongs to: a database has files next to it, a repository in it. */
  #logOf(path: string): Log | undefined {
    const own = this.#seen.get(path) ?? this.#seen.get(path.replace(/-(wal|journal|shm)$/, ''));
    const repository = path.split(`${sep}.git${sep}`)[0]!;
    return (own ?? (repository === path ? undefined : this.#seen.get(repository)))?.log;
  }

  #watchAlso(path: string): void {
    for (const folder of foldersBelow(path, { depth: 3 })) {
      // The first log of a session may appear in it later.
      this.#newFolders.delete(folder);
      this.#newFolders.add(folder);
      if (this.#newFolders.size > MAX_NEW_FOLDERS)
        this.#newFolders.delete(this.#newFolders.keys().next().value!);
      this.#watcher.add(folder);
    }
  }

  #later(path: string): void {
    this.#due.add(path);
    this.#burst ??= setTimeout(() => {
      this.#burst = undefined;
      const paths = new Set(this.#due);
      this.#due.clear();
      this.#queue(() =>
        paths.has(ALL)
          ? this.#lookAtAll()
          : this.#lookAt([...paths].flatMap((each) => this.#seen.get(each)?.log ?? [])),
      );
    }, DEBOUNCE_MS);
  }

  #queue(step: () => Promise<void>): void {
    this.#work = this.#work.then(() => (this.#options.stop.aborted ? undefined : step()));
    this.#work.catch(this.#failed.reject);
  }

  #tickAgain(): void {
    clearTimeout(this.#tick);
    const wait = this.#isPolling ? this.#options.pollMs : this.#lookMs;
    this.#tick = setTimeout(() => {
      this.#lookMs = Math.min(this.#lookMs * 2, MAX_LOOK_MS);
      this.#queue(() => (this.#options.rests ? this.#restIfQuiet() : this.#lookAtAll()));
      this.#tickAgain();
    }, wait);
  }

  /** The folders' stamps are taken before a last look: what changes from then on differs from them. */
  async #restIfQuiet(): Promise<void> {
    const folders = [...this.#watched].map((path) => [path, folderStamp(path)] as const);
    await this.#lookAtAll();
    if (this.#isPolling || this.#due.size > 0 || this.#lookMs < 4 * this.#options.minLookMs) return;
    const logs = [...this.#seen].map(([path, { stamp }]) => [path, stamp] as const);
    const awaited = { folders: [...this.#awaited.folders], names: [...this.#awaited.names] };
    this.#rested.resolve({ folders, logs, awaited });
  }

  async #lookAtAll(): Promise<void> {
    const { readers, wanted, now, repositories, folders } = this.#options;
    if (repositories) {
      const all = new Set([...folders.repositories, ...repositories()]);
      this.#folders = { ...this.#folders, repositories: [...all] };
    }
    const logs = findLogs(readers, this.#folders, wanted);
    if (!this.#isPolling) {
      const watched = foldersToWatch(logs, this.#folders, now);
      this.#awaited = awaitedIn(this.#folders, watched);
      if (watched.size > MAX_FOLDERS) this.#isPolling = true;
      this.#watched = watched.union(this.#newFolders).union(this.#awaited.folders);
      // Finds what was created in a folder before it was watched.
      if (!this.#isPolling && this.#watcher.set(this.#watched)) this.#later(ALL);
    }
    await this.#lookAt(logs);
  }

  async #lookAt(logs: readonly Log[]): Promise<void> {
    const { readers, stop, tell } = this.#options;
    const changed = logs.filter((log) => {
      const now = JSON.stringify(logStampOf(log.path));
      const before = this.#seen.get(log.path);
      this.#seen.set(log.path, { log, stamp: now });
      return before?.stamp !== now || log.client === 'git';
    });
    const times = changed.map(({ path }) => logStampOf(path)?.changedAt ?? 0);
    const now = times.reduce((latest, at) => Math.max(latest, at), this.#options.now);
    for (const log of changed) {
      const read = await readLogs(this.#logStores, [log], { readers, now, stopped: () => stop.aborted });
      // It may run for weeks: one sum, not a list.
      this.#all = this.#all ? mergeResults([this.#all, read]) : read;
      if (read.added > 0) {
        tell({ client: log.client, path: log.path, added: read.added, projects: read.projects });
        this.#lookMs = this.#options.minLookMs;
      }
      if (stop.aborted) return;
    }
  }
}

/** Everything, as a path to look at. */
const ALL = '';
