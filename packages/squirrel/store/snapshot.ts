import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { memoriesInGoodCopy } from './check.ts';
import { connect } from './connect.ts';
import { markDamaged } from './damage-mark.ts';
import { asProblem, isDamage } from './failures.ts';
import { moveInPlace } from './move-in-place.ts';

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
export const PART = '.part-';

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
