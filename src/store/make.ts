import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { moveInPlace } from './move-in-place.ts';
import type { Store } from './store.ts';
import { wrapStore } from './wrap.ts';

export interface MakeOptions<T> {
  migrations: readonly string[];
  /** The copy it is made from; without one it begins empty. */
  from?: string | undefined;
  /** What to put into it before anybody sees it. */
  fill?: (store: Store) => T;
}

/** Makes a store's file under another name and gives it its own when it is whole. The caller holds the file's lock. */
export function makeFile<T>(path: string, { migrations, from, fill }: MakeOptions<T>): T | undefined {
  const made = `${path}.made`;
  // What another process left when it died in here, and the log of a file that is gone: SQLite would take it for ours.
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(made + end, { force: true });
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
  const isEmpty = !from && !fill;
  const known = isEmpty ? emptyFiles.get(migrations) : undefined;
  if (from) copyFileSync(from, made);
  else writeFileSync(made, known ?? '', { flag: 'wx', mode: 0o600 });
  const filled = known ? undefined : bringUp(made, migrations, fill);
  if (isEmpty && !known) emptyFiles.set(migrations, readFileSync(made));
  moveInPlace(made, path);
  return filled;
}

/** Brings a file to the newest schema, fills it, and has it keep a log from now on. */
function bringUp<T>(made: string, migrations: readonly string[], fill?: (store: Store) => T): T | undefined {
  using store = wrapStore(connect(made), { path: made });
  migrate(store.db, made, migrations);
  const filled = fill?.(store);
  store.db.exec('pragma journal_mode = wal');
  return filled;
}

/** The first new file that migrations led to, as it was closed; to make the next one takes far longer than to copy it. */
const emptyFiles = new WeakMap<readonly string[], Uint8Array>();
