import { dirname, join, relative } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { foldersBelow, watchFolders } from '@sqrl/base/watch.ts';
import { leftOutFolder } from '../parse/left-out.ts';
import { codeFiles } from '../tables/files.ts';
import type { Indexer } from './indexer.ts';
import type { IndexReport } from './work.ts';

export interface FollowCodeOptions {
  root: string;
  stop: AbortSignal;
  /** Told of every update, and which paths it was about; none are named where it was about all. */
  tell: (news: IndexReport & { paths: string[] }) => void;
  /** Told once nothing can be missed any more. */
  watching: () => void;
  /** Told when the system no longer says what changes, and all files are looked at every now and then instead. */
  polled?: () => void;
  /** Told, in a sentence, what makes following harder; it goes on all the same. */
  trouble: (because: string) => void;
  debounceMs?: number;
  pollMs?: number;
  watch?: typeof watchFolders;
}

/** Files are read after this long without another change. */
const DEBOUNCE_MS = 500;
/** A stream of changes without a pause is read this often. */
const MAX_DEBOUNCE_MS = 5000;
const POLL_MS = 5000;
/** Without changes for this long the indexer frees its memory. */
const IDLE_TIMEOUT_MS = 60_000;
/** Looking at all files is quicker than at more paths than these. */
const MAX_PATHS = 500;

/** Keeps an index like the files until it is stopped, or its parser is broken: a change is marked at once, and read when it is quiet again. */
export async function followCode(store: Store, indexer: Indexer, options: FollowCodeOptions): Promise<void> {
  const {
    root,
    stop,
    tell,
    watching,
    polled,
    trouble,
    debounceMs = DEBOUNCE_MS,
    pollMs = POLL_MS,
    watch = watchFolders,
  } = options;
  const due = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let polling: NodeJS.Timeout | undefined;
  let patience: NodeJS.Timeout | undefined;
  let quiet: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  let waiting = 0;
  const ended = Promise.withResolvers<void>();

  const isIgnored = (name: string) => leftOutFolder(name, 'walk');
  const watcher = watch({
    root,
    onChange(path, isEntry) {
      if (path.split('/').some(isIgnored)) return;
      if (isEntry)
        for (const folder of foldersBelow(join(root, path), { isIgnored }))
          watcher.add(relative(root, folder).replaceAll('\\', '/'));
      if (path !== '') indexer.stale([path]);
      due.add(path);
      later();
    },
    onFailure({ code }) {
      if (polling || stop.aborted) return;
      watcher.close();
      polled?.();
      trouble(`Watching failed (${String(code)}); polling files every ${pollMs / 1000} s instead.`);
      // One look at a time: where it takes longer than the pause, they would pile up.
      polling = setInterval(() => waiting === 0 && queue([]), pollMs);
    },
  });

  function later(): void {
    clearTimeout(timer);
    timer = setTimeout(now, debounceMs);
    patience ??= setTimeout(now, MAX_DEBOUNCE_MS);
  }

  function now(): void {
    clearTimeout(timer);
    clearTimeout(patience);
    patience = undefined;
    const paths = [...due];
    due.clear();
    queue(paths.length > MAX_PATHS || paths.includes('') ? [] : paths);
  }

  function queue(paths: string[]): void {
    waiting++;
    work = work
      .then(() => (stop.aborted || indexer.spent ? undefined : read(paths)))
      .finally(() => {
        waiting--;
      });
    work.catch(ended.reject);
  }

  async function read(paths: string[]): Promise<void> {
    clearTimeout(quiet);
    const updated = await indexer.update({
      stopped: () => stop.aborted,
      ...(paths.length > 0 && { only: paths }),
    });
    if (indexer.spent) return ended.resolve();
    watchAll();
    if (updated.added + updated.changed + updated.removed > 0) tell({ ...updated, paths });
    quiet = setTimeout(indexer.rest, IDLE_TIMEOUT_MS);
  }

  function watchAll(): void {
    if (polling) return;
    const folders = new Set(['']);
    for (const { path } of codeFiles(store))
      for (let at = dirname(path); at !== '.' && !folders.has(at); at = dirname(at)) folders.add(at);
    for (const folder of folders) watcher.add(folder);
  }

  if (stop.aborted) ended.resolve();
  stop.addEventListener('abort', () => ended.resolve(), { once: true });
  watchAll();
  // Finds what changed before the folders were watched.
  queue([]);
  void work.then(watching);
  try {
    await ended.promise;
    await work;
  } finally {
    clearTimeout(timer);
    clearTimeout(patience);
    clearTimeout(quiet);
    clearInterval(polling);
    watcher.close();
  }
}
