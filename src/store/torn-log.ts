import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { type Notice, notice } from '../base/messages.ts';
import { isSound } from './check.ts';
import { connect } from './connect.ts';
import { stamp } from './copies.ts';
import { suspect } from './suspicion.ts';
import { looksTorn, tornChanges, walOf } from './wal.ts';

/** Keeps a log that cannot be read to its end aside, and has the store go on from what can. The caller locks the file. */
export function settleTornLog(path: string, now: number): Notice | undefined {
  const aside = walOf(`${path}.damaged-${stamp(now)}`);
  const found = keepTornLog(path, aside);
  if (found === undefined) return undefined;
  if (!found.whole) {
    // Part of the log was in the file already, newer than what can be read of it. So the file alone, looked at closely.
    suspect(path);
    for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
  }
  if (!found.whole) return notice('notice.logTorn', { path, aside });
  return Number.isFinite(found.changes)
    ? notice('notice.logCut', { path, aside, n: found.changes })
    : notice('notice.logCutSomewhere', { path, aside });
}

/** Copies a torn log; whole says that the store is sound up to the damaged spot, and the log was merged up to there. */
function keepTornLog(path: string, aside: string): { changes: number; whole: boolean } | undefined {
  // Stays open longer than the one that writes: the last to end merges the log into the file, and cannot be asked not to.
  using anchor = connect(path, { way: 'read' });
  if (!looksTorn(anchor, path)) return undefined;
  using db = connect(path);
  db.exec('begin immediate');
  try {
    // Looked at again, now that no process can be in the middle of writing it.
    const changes = tornChanges(readFileSync(walOf(path)));
    if (changes === 0) return undefined;
    copyFileSync(walOf(path), aside);
    db.exec('rollback');
    const whole = isSound(db);
    // Built anew because what a partial index has too much is not found by any check.
    if (whole) db.exec('reindex; pragma wal_checkpoint(truncate)');
    return { changes, whole };
  } finally {
    if (db.isTransaction) db.exec('rollback');
  }
}
