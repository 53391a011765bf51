import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Notice, OnProgress } from '@sqrl/base/messages.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { isStoreFile, readArchive, writeArchive } from '../store/archive.ts';
import { backupTo, SNAPSHOT_STEPS } from '../store/copies.ts';
import { asProblem as storeProblem } from '../store/failures.ts';
import { moveInPlace } from '../store/lock.ts';
import { openStore } from '../store/open.ts';
import { RESTORE_STEPS, restoreFrom } from '../store/restore.ts';
import type { Engine } from '../workspace/workspace.ts';

/** Writes every store of the home into one file, while they are in use. */
export function backup(
  engine: Engine,
  { file, overwrite }: Parsed<'backup'>,
  { onProgress }: { onProgress?: OnProgress | undefined },
) {
  const to = resolve(file);
  if (existsSync(to) && !overwrite)
    throw new Problem(`${to} already exists.`, 'Choose another name, or pass --force.', 'usage');
  refuseOwnFile(engine, to);
  engine.flush();
  const work = workFolder(dirname(to));
  const notices: Notice[] = [];
  let memories = 0;
  let stores = 0;
  const paths = storePaths(engine);
  let begun = 0;
  const step = (what: string) => onProgress?.(begun++, paths.length * (SNAPSHOT_STEPS + 1) + 1, what);
  try {
    const entries = function* () {
      for (const path of paths) {
        const copy = join(work, 'store.db');
        const name = nameOf(engine, path);
        const onStep = (what: string) => step(`${what}: ${name}`);
        // Counted in the copy: others may go on writing to the store.
        memories += withStore(engine, path, notices, (store) =>
          backupTo(store, copy, { overwrite: true, onStep }),
        ).memories;
        stores++;
        onStep('packing');
        yield { name, bytes: readFileSync(copy) };
      }
    };
    writeArchive(join(work, 'archive'), entries(), engine.now());
    step('writing to disk');
    moveInPlace(join(work, 'archive'), to);
    return { file: to, bytes: statSync(to).size, stores, memories, notices };
  } catch (error) {
    throw asProblem(error, to);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Puts back every store that a backup holds, one after the other, each of them whole or not at all. */
export async function restore(
  engine: Engine,
  { file }: Parsed<'restore'>,
  { onProgress, signal }: { onProgress?: OnProgress | undefined; signal?: AbortSignal | undefined },
) {
  const from = resolve(file);
  if (!existsSync(from))
    throw new Problem(`${from} does not exist.`, 'Pass a file written by `sqrl backup`.', 'not_found');
  engine.flush();
  const work = workFolder(engine.home.root);
  const notices: Notice[] = [];
  try {
    // All are read before the first is written, so that a damaged backup changes nothing.
    const entries: { name: string; copy: string }[] = [];
    onProgress?.(0, 0, 'reading the backup');
    for (const { name, bytes } of readArchive(from)) {
      if (!STORE.test(name))
        throw new Problem(`${from} contains "${name}", which is not a store.`, 'Nothing was changed.');
      const copy = join(work, `${entries.length}.db`);
      writeFileSync(copy, bytes, { mode: 0o600 });
      entries.push({ name, copy });
    }
    let begun = 0;
    const step = (what: string) => onProgress?.(begun++, entries.length * RESTORE_STEPS, what);
    const stores = [];
    for (const { name, copy } of entries) {
      // Cancellation is checked here, between two stores.
      await setImmediate();
      if (signal?.aborted) throw stopped(stores.length, entries.length);
      const restored = withStore(engine, join(engine.home.root, name), notices, (store) =>
        restoreFrom(store, copy, {
          now: engine.now(),
          onStep: (what) => step(`${what}: ${name}`),
        }),
      );
      stores.push({ name, ...restored });
    }
    return { file: from, stores, notices };
  } finally {
    for (const { index, passages } of engine.indexedStores) {
      index.drop();
      passages.drop();
    }
    rmSync(work, { recursive: true, force: true });
  }
}

const stopped = (done: number, all: number): Problem =>
  new Problem(
    `Stopped after ${done} of ${all} stores.`,
    done === 0 ? 'Nothing was changed.' : 'Restored stores are kept; run it again for the rest.',
    'cancelled',
  );

/** A store's place in the home; a folder called "." or ".." would lead out of its own. */
const STORE = /^(user\.db|projects\/(?!\.{1,2}\/)[\w.-]+\/project\.db)$/;

/** Refuses to write over what is being backed up: anything in the home, and stores wherever they lie. */
function refuseOwnFile({ home }: Engine, to: string): void {
  const real = existsSync(to) ? realpathSync(to) : join(realFolder(dirname(to)), basename(to));
  if (isBelow(realFolder(home.root), real) || isBelow(resolve(home.root), to))
    throw new Problem(
      `${to} is inside ${home.root}, next to the memories themselves.`,
      'Choose a path outside it, preferably on another disk.',
      'usage',
    );
  if (isStore(to))
    throw new Problem(`${to} is a store of memories, not a backup.`, 'Choose another name.', 'usage');
}

function isStore(path: string): boolean {
  try {
    return isStoreFile(path);
  } catch (error) {
    throw asProblem(error, path);
  }
}

const realFolder = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
}

/** Where what is being written lies until it is whole: on the same disk as its last place. */
function workFolder(beside: string): string {
  try {
    return mkdtempSync(join(beside, '.sqrl-'));
  } catch (error) {
    throw asProblem(error, beside);
  }
}

function storePaths({ home }: Engine): string[] {
  const projects = existsSync(home.projects) ? readdirSync(home.projects) : [];
  return [home.user, ...projects.map((id) => home.project({ id })).filter((path) => existsSync(path))];
}

const nameOf = ({ home }: Engine, path: string): string => relative(home.root, path).replaceAll('\\', '/');

/** Uses the engine's own store where it has this file open, and opens it for the moment otherwise. */
function withStore<T>(engine: Engine, path: string, notices: Notice[], work: (store: Store) => T): T {
  const open = engine.indexedStores.find(
    ({ store }) => basename(store.path) === basename(path) && sameFile(store.path, path),
  );
  if (open) return work(open.store);
  using store = openStore(path, { now: engine.now });
  notices.push(...store.notices);
  return work(store);
}

const sameFile = (a: string, b: string): boolean => existsSync(b) && statSync(a).ino === statSync(b).ino;

function asProblem(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (error instanceof Problem || code === undefined) return error;
  if (code === 'ERR_SQLITE_ERROR') return storeProblem(error, path);
  const hints: Record<string, string> = {
    ENOSPC: 'The disk is full: free some space, or choose another disk.',
    EACCES: 'Permission denied: choose another folder.',
    EROFS: 'The disk is read-only: choose another disk.',
    ENOENT: 'The folder does not exist: create it first.',
    ENOTDIR: 'A part of that path is a file: choose another folder.',
  };
  return new Problem(
    `${path} could not be written (${code}).`,
    hints[code] ?? 'Choose another path.',
    'store',
    error,
  );
}
