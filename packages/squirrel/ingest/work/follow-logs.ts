import { dirname, sep } from 'node:path';
import type { ClientFolders, Log } from '@sqrl/base/model/reader.ts';
import { foldersBelow, watchFolders } from '@sqrl/base/watch.ts';
import { awaitedIn, foldersToWatch } from './folders-to-watch.ts';
import type { ReadResult } from './read-logs.ts';

/** Where news of logs may appear. It crosses to another thread. */
export interface WatchedLogs extends ReturnType<typeof watchedLogs> {}

export function watchedLogs(logs: readonly Log[], folders: ClientFolders, now: number) {
  const watched = foldersToWatch(logs, folders, now);
  return { logs, folders: watched, awaited: awaitedIn(folders, watched) };
}

export interface FollowLogsOptions {
  signal: AbortSignal;
  /** Reads what is new in some logs; or in all, and says where they are. */
  read(logs: readonly Log[] | undefined): Promise<{ read: ReadResult; watched?: WatchedLogs | undefined }>;
  /** Told, in a sentence, what makes following harder; it goes on all the same. */
  trouble(because: string): void;
  /** Looks every second or so instead of watching. */
  poll?: boolean | undefined;
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

/**
 * Watches logs and has read what is new in them as soon as it is written, until the signal aborts. Only watches are held
 * meanwhile: whatever reads may end in between, and its memory be freed.
 */
export class LogFollower {
  readonly #options: FollowLogsOptions;
  readonly #watcher;
  readonly #due = new Set<string>();
  readonly #newFolders = new Set<string>();
  #logs = new Map<string, Log>();
  #awaited: WatchedLogs['awaited'] = { names: new Set(), folders: new Set() };
  #isPolling: boolean;
  #wake = () => {};

  constructor(options: FollowLogsOptions) {
    this.#options = options;
    this.#isPolling = options.poll ?? false;
    // Folder by folder: recursion would watch years of logs that no client writes to any more.
    this.#watcher = watchFolders({
      onChange: (path, isEntry) => this.#onChange(path, isEntry),
      onFailure: ({ code }) => this.#pollInstead(code),
    });
  }

  async run(watched: WatchedLogs | undefined): Promise<void> {
    const { signal, read } = this.#options;
    try {
      if (watched) this.#watch(watched);
      for (let lookMs = MIN_LOOK_MS; ; ) {
        await this.#change(this.#isPolling ? POLL_MS : lookMs);
        if (signal.aborted) return;
        const logs = this.#due.has(ALL)
          ? undefined
          : [...this.#due].flatMap((path) => this.#logs.get(path) ?? []);
        this.#due.clear();
        const { read: found, watched } = await read(logs);
        if (watched) this.#watch(watched);
        lookMs = found.added > 0 ? MIN_LOOK_MS : logs ? lookMs : Math.min(2 * lookMs, MAX_LOOK_MS);
      }
    } finally {
      this.#watcher.close();
    }
  }

  /** Waits until something has changed, no longer than so many milliseconds, and for the rest of the burst. */
  async #change(ms: number): Promise<void> {
    const { signal } = this.#options;
    const pause = (until: number) =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, until);
        signal.addEventListener('abort', end);
        this.#wake = end;
        if (signal.aborted) end();
      });
    if (this.#due.size === 0) await pause(ms);
    if (this.#due.size === 0) this.#due.add(ALL);
    this.#wake = () => {};
    await pause(DEBOUNCE_MS);
  }

  #later(path: string): void {
    this.#due.add(path);
    this.#wake();
  }

  #watch({ logs, folders, awaited }: WatchedLogs): void {
    this.#logs = new Map(logs.map((log) => [log.path, log]));
    this.#awaited = awaited;
    if (folders.size > MAX_FOLDERS) this.#isPolling = true;
    if (this.#isPolling) return;
    // Finds what was created in a folder before it was watched.
    if (this.#watcher.set(folders.union(this.#newFolders).union(awaited.folders))) this.#later(ALL);
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

  /** The log that a changed file belongs to: a database has files next to it, a repository in it. */
  #logOf(path: string): Log | undefined {
    const repository = path.split(`${sep}.git${sep}`)[0]!;
    return (
      this.#logs.get(path) ??
      this.#logs.get(path.replace(/-(wal|journal|shm)$/, '')) ??
      (repository === path ? undefined : this.#logs.get(repository))
    );
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

  #pollInstead(code: string | undefined): void {
    // A folder that may not be read cannot be polled either.
    if (this.#isPolling || this.#options.signal.aborted || code === 'EACCES' || code === 'EPERM') return;
    this.#isPolling = true;
    this.#watcher.close();
    this.#later(ALL);
    this.#options.trouble(
      `Watching failed (${String(code)}); polling logs every ${POLL_MS / 1000} s instead.`,
    );
  }
}

/** Everything, as a path to look at. */
const ALL = '';
