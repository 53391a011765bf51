import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Problem } from '../base/problem.ts';
import { connect } from './connect.ts';
import { markDamaged } from './damage-mark.ts';
import { asProblem, isDamage } from './failures.ts';
import { type OnStep, type Snapshot, writeSnapshot } from './snapshot.ts';
import type { Store } from './store.ts';

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
