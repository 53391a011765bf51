import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { watchFolders } from '../../base/watch-folders.ts';
import { codeFiles } from '../../store/code/files.ts';
import type { Store } from '../../store/store.ts';
import type { Indexer } from '../index/indexer.ts';
import { leftOutFolder } from '../index/left-out.ts';
import type { Updated } from '../index/work.ts';

export interface FollowCodeOptions {
  root: string;
  stop: AbortSignal;
  /** Told of every update, and which paths it was about; none are named where it was about all. */
  tell: (news: Updated & { paths: string[] }) => void;
  /** Told once nothing can be missed any more. */
  watching: () => void;
  /** Told when files are read, and when no longer. */
  working?: (yes: boolean) => void;
  /** Told, in a sentence, what makes following harder; it goes on all the same. */
  trouble: (sentence: string) => void;
  debounceMs?: number;
  pollMs?: number;
  /** What watches folders on this system. */
  watch?: typeof watchFolders;
}

/** After so long without another change the files are read. */
const DEBOUNCE_MS = 500;
/** A stream of changes without a pause is read now and then all the same. */
const LONGEST_MS = 5000;
const POLL_MS = 5000;
/** After so long nobody is at work, and the memory is better used by others. */
const REST_MS = 60_000;
/** Past so many paths, looking at all files is quicker. */
const MANY = 500;

/** Keeps an index like the files until it is stopped, or its parser is broken: a change is marked at once, and read when it is quiet again. */
export async function followCode(store: Store, indexer: Indexer, options: FollowCodeOptions): Promise<void> {
  const {
    root,
    stop,
    tell,
    watching,
    working,
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

  const eyes = watch(root, {
    stir(path, came) {
      if (path.split('/').some((name) => leftOutFolder(name, 'walk'))) return;
      if (came) for (const folder of foldersBelow(root, path)) eyes.add(folder);
      if (path !== '') indexer.stale([path]);
      due.add(path);
      later();
    },
    failed({ code }) {
      if (polling || stop.aborted) return;
      eyes.close();
      trouble(`Watching failed (${code}); the files are looked at every ${pollMs / 1000} s instead.`);
      // One look at a time: where it takes longer than the pause, they would pile up.
      polling = setInterval(() => waiting === 0 && queue([]), pollMs);
    },
  });

  function later(): void {
    clearTimeout(timer);
    timer = setTimeout(now, debounceMs);
    patience ??= setTimeout(now, LONGEST_MS);
  }

  function now(): void {
    clearTimeout(timer);
    clearTimeout(patience);
    patience = undefined;
    const paths = [...due];
    due.clear();
    queue(paths.length > MANY || paths.includes('') ? [] : paths);
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
    working?.(true);
    const updated = await indexer.update({
      stopped: () => stop.aborted,
      ...(paths.length > 0 && { only: paths }),
    });
    working?.(false);
    if (indexer.spent) return ended.resolve();
    watchAll();
    if (updated.added + updated.changed + updated.removed > 0) tell({ ...updated, paths });
    quiet = setTimeout(indexer.rest, REST_MS);
  }

  function watchAll(): void {
    if (polling) return;
    const folders = new Set(['']);
    for (const { path } of codeFiles(store))
      for (let at = dirname(path); at !== '.' && !folders.has(at); at = dirname(at)) folders.add(at);
    for (const folder of folders) eyes.add(folder);
  }

  if (stop.aborted) ended.resolve();
  stop.addEventListener('abort', () => ended.resolve(), { once: true });
  watchAll();
  // What changed before there were eyes on it is found by looking.
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
    eyes.close();
  }
}

/** A folder that came, and those in it. */
function foldersBelow(root: string, path: string): string[] {
  try {
    if (!statSync(join(root, path)).isDirectory()) return [];
    const inner = readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !leftOutFolder(entry.name, 'walk'))
      .flatMap(({ name }) => foldersBelow(root, path === '' ? name : `${path}/${name}`));
    return [path, ...inner];
  } catch {
    return [];
  }
}
