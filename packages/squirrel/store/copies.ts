import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { memoriesInGoodCopy } from './check.ts';
import { connect } from './connect.ts';
import { asProblem, isDamage } from './failures.ts';
import { journalAt } from './journal.ts';
import { markDamaged, moveInPlace, withLock } from './lock.ts';

const KEEP = 7;

/** A copy of a store that was found good when it was made. */
export interface Copy {
  file: string;
  at: number;
  reason: string;
}

export interface CopyOptions {
  now: number;
  /** Why it is made, in small letters and dashes: daily, before-restore… */
  reason: string;
  keep?: number;
}

/** Copies a live store into the folder next to it, and lets go of the oldest copies. */
export function keepCopy(store: Store, options: CopyOptions): Copy & Snapshot {
  const { path } = store;
  if (path === ':memory:') throw new Error('A store in memory has no folder for copies');
  try {
    const copy = withLock(path, () => addCopy(path, options));
    // The store was just found good: the journal need not hold more than is in it.
    journalAt(store)?.rewrite();
    return copy;
  } catch (error) {
    if (isDamage(error)) markDamaged(path);
    throw asProblem(error, path);
  }
}

export const lastCopyAt = (path: string): number | undefined => copiesOf(path)[0]?.at;

/** Whether the newest copy of a file is older than a time span, by default a day. */
export function copyIsDue(path: string, now: number, every = 24 * 3600 * 1000): boolean {
  const last = lastCopyAt(path);
  // A copy from the future tells of a wrong clock, not of a copy that is still fresh.
  return last === undefined || Math.abs(now - last) >= every;
}

/** Whether a store has nothing but a code index, which can be made anew from the repository. */
export const hasOnlyCode = (store: Store): boolean =>
  store
    .sql(
      `select exists (select 1 from code_file) and not exists (select 1 from memory)
         and not exists (select 1 from session) and not exists (select 1 from mark where kind = 'space') as only`,
    )
    .get()!.only === 1;

/** The copies of a file, newest first. */
export function copiesOf(path: string): Copy[] {
  return namesIn(folderOf(path))
    .flatMap((name) => copyNamed(name, path) ?? [])
    .sort((a, b) => b.at - a.at);
}

/** Does what keepCopy does, for a caller that holds the file's lock. */
export function addCopy(path: string, { now, reason, keep = KEEP }: CopyOptions): Copy & Snapshot {
  mkdirSync(folderOf(path), { recursive: true, mode: 0o700 });
  // We hold the lock, so whatever is unfinished was left by a process that died.
  for (const file of unfinished(path)) rmSync(file);
  const taken = new Set(copiesOf(path).map((copy) => copy.at));
  let at = now;
  while (taken.has(at)) at++;
  const file = join(folderOf(path), `${stem(path)}-${stamp(at)}-${reason}.db`);
  // Not the store's own connection: that one may be in the middle of reading.
  using db = connect(path, { way: 'read' });
  const written = writeSnapshot(db, file);
  // A clock that once ran ahead has left copies that seem newer; the one just made must not give way to them.
  const others = copiesOf(path).filter((copy) => copy.file !== file);
  for (const old of others.slice(Math.max(0, keep - 1))) rmSync(old.file);
  return { ...written, at, reason };
}

export function removeCopies(path: string): void {
  for (const { file } of copiesOf(path)) rmSync(file);
  for (const file of unfinished(path)) rmSync(file);
}

export const stamp = (at: number): string => new Date(at).toISOString().replace(/[:.]/g, '-');

const timeOf = (name: string): number =>
  Date.parse(name.replace(/^(.*T\d\d)-(\d\d)-(\d\d)-(\d{3}Z).*/, '$1:$2:$3.$4'));

const folderOf = (path: string): string => join(dirname(path), 'copies');

const stem = (path: string): string => basename(path).replace(/\.db$/, '');

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

const COPY = /^(.+)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)-([a-z-]+)\.db$/;

function copyNamed(name: string, path: string): Copy | undefined {
  const [, of, at, reason] = COPY.exec(name) ?? [];
  if (of !== stem(path)) return undefined;
  return { file: join(folderOf(path), name), at: timeOf(at!), reason: reason! };
}

const unfinished = (path: string): string[] =>
  namesIn(folderOf(path))
    .filter((name) => name.startsWith(`${stem(path)}-`) && name.includes(PART))
    .map((name) => join(folderOf(path), name));

export interface Snapshot {
  file: string;
  bytes: number;
  memories: number;
}

/** Told what is begun now; the work itself does not wait. */
export type OnStep = (what: string) => void;

export const SNAPSHOT_STEPS = 2;

/** Writes a consistent copy of an open database, reads it to its end, and only then gives it its name. */
export function writeSnapshot(db: DatabaseSync, file: string, onStep?: OnStep): Snapshot {
  const part = `${file}${PART}${process.pid}`;
  try {
    rmSync(part, { force: true });
    // Made here, since SQLite would make it readable to others.
    closeSync(openSync(part, 'wx', 0o600));
    onStep?.('copying');
    // In one go: a copy in steps starts over with every change made meanwhile.
    db.prepare('vacuum into ?').run(part);
    onStep?.('checking');
    const memories = memoriesInGoodCopy(part);
    if (memories === undefined) throw notGood(file);
    const { size: bytes } = statSync(part);
    moveInPlace(part, file);
    return { file, bytes, memories };
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** What stands in the name of a file that is not finished. */
const PART = '.part-';

const notGood = (file: string): Problem =>
  new Problem(
    `The copy for ${file} failed verification and was discarded.`,
    'Try again: the store is checked at the next open, and repaired if it is damaged.',
    'store',
  );

export interface BackupOptions {
  overwrite?: boolean;
  onStep?: OnStep | undefined;
}

/** Writes a consistent copy of a live store to a file of the person's choice. */
export function backupTo(
  store: Store,
  file: string,
  { overwrite = false, onStep }: BackupOptions = {},
): Snapshot {
  if (resolve(file) === resolve(store.path))
    throw new Problem(`${file} is the store itself.`, 'Choose another file for the backup.', 'usage');
  if (existsSync(file) && !overwrite)
    throw new Problem(`${file} already exists.`, 'Choose another name, or pass --force.', 'usage');
  try {
    return snapshotOf(store, file, onStep);
  } catch (error) {
    if (isDamage(error)) markDamaged(store.path);
    // Whatever else went wrong, went wrong where the backup was to be written.
    throw asProblem(error, isDamage(error) ? store.path : file);
  }
}

function snapshotOf(store: Store, file: string, onStep: OnStep | undefined): Snapshot {
  if (store.path === ':memory:' || store.readOnly) return writeSnapshot(store.db, file, onStep);
  // Not the store's own connection: that one may be in the middle of reading.
  using db = connect(store.path, { way: 'read' });
  return writeSnapshot(db, file, onStep);
}
