import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type Notice, notice } from '../base/messages.ts';
import { writeRepairReport } from '../base/repair-report.ts';
import { findDamage, isSound, probe } from './check.ts';
import { connect, inWalMode } from './connect.ts';
import { addCopy, copiesOf } from './copies.ts';
import { damage, isDamage, isOurMistake } from './failures.ts';
import { hasJournal } from './journal.ts';
import { makeFile } from './make.ts';
import { migrate, storeVersion } from './migrate.ts';
import { type RepairOptions, repair, resumeRepair } from './repair.ts';
import { replayJournal } from './replay-journal.ts';
import { FIRST_VERSION, latestVersion } from './schema.ts';
import { clearSuspicion, isSuspect } from './suspicion.ts';
import { rebuildWords } from './tables.ts';
import { settleTornLog } from './torn-log.ts';
import { walSize } from './wal.ts';

/** Does to a file whatever it needs before it can be used, and says what the person should know. The caller locks it. */
export function putRight(path: string, options: RepairOptions): Notice[] {
  const resumed = resumeRepair(path, options);
  // What was just created, and no other process can have touched, is whole and up to date.
  const notices = existsSync(path)
    ? [resumed, ...examined(path, options)]
    : [resumed, makeNew(path, options)];
  return notices.filter((notice) => notice !== undefined);
}

function makeNew(path: string, { now, migrations }: RepairOptions): Notice | undefined {
  makeFile(path, { migrations, ...(hasJournal(path) && { fill: (store) => replayJournal(store, path) }) });
  const [copy] = copiesOf(path);
  if (!copy) return undefined;
  const missing = notice('notice.storeMissing', { path, copy: copy.file });
  writeRepairReport(path, { at: now, says: missing.message, since: 0, readAgain: null });
  return missing;
}

function examined(path: string, options: RepairOptions): (Notice | undefined)[] {
  const notices = examine(path, options);
  bringUpToDate(path, options);
  return notices;
}

function examine(path: string, options: RepairOptions): (Notice | undefined)[] {
  // A file of ours gets its name when it is whole, so this one was cut down to nothing.
  if (statSync(path).size === 0 && copiesOf(path).length > 0) return [repair(path, options)];
  if (isOutdated(path, options)) return [repair(path, options, 'outdated')];
  try {
    const torn = walSize(path) > 0 ? settleTornLog(path, options.now) : undefined;
    if (torn) {
      const since = copiesOf(path)[0]?.at ?? 0;
      writeRepairReport(path, { at: options.now, says: torn.message, since, readAgain: null });
    }
    using db = connect(path);
    storeVersion(db, path, latestVersion(options.migrations));
    probe(db);
    return [torn, isSuspect(path) ? checkThrough(db, path) : undefined];
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [repair(path, options)];
  }
}

/** Whether a file was written before 0.1.0. */
function isOutdated(path: string, { migrations }: RepairOptions): boolean {
  try {
    // The end of a connection that may write would merge the log, which is still to be looked at.
    using db = connect(path, { way: 'read' });
    const version = storeVersion(db, path, latestVersion(migrations));
    return version > 0 && version < FIRST_VERSION;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return false;
  }
}

/** Reads a file to its end because something in it once could not be read. */
function checkThrough(db: DatabaseSync, path: string): Notice | undefined {
  const { file, words } = findDamage(db);
  // Not even a broken index is just built anew: it may be the row that is wrong, and a copy may have it right.
  if (file.length > 0) throw damage();
  if (words.length > 0) {
    rebuild(db);
    if (!isSound(db)) throw damage();
  }
  clearSuspicion(path);
  if (words.length === 0) return undefined;
  return notice('notice.wordIndexRebuilt', { path });
}

function rebuild(db: DatabaseSync): void {
  try {
    rebuildWords(db);
  } catch (error) {
    throw isOurMistake(error) ? damage() : error;
  }
}

function bringUpToDate(path: string, { now, migrations }: RepairOptions): void {
  using db = connect(path);
  const version = storeVersion(db, path, latestVersion(migrations));
  if (version < latestVersion(migrations)) {
    if (version > 0) addCopy(path, { now, reason: 'before-migration' });
    migrate(db, path, migrations);
  }
  if (!inWalMode(db)) db.exec('pragma journal_mode = wal');
}
