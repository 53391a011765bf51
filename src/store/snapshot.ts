import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type Message, message } from '../base/messages.ts';
import { Problem } from '../base/problem.ts';
import { memoriesInGoodCopy } from './check.ts';
import { moveInPlace } from './move-in-place.ts';

export interface Snapshot {
  file: string;
  bytes: number;
  memories: number;
}

/** Told what is begun now; the work itself does not wait. */
export type OnStep = (what: Message) => void;

/** What `writeSnapshot` tells. */
export const SNAPSHOT_STEPS = 2;

/** Writes a consistent copy of an open database, reads it to its end, and only then gives it its name. */
export function writeSnapshot(db: DatabaseSync, file: string, onStep?: OnStep): Snapshot {
  const part = `${file}${PART}${process.pid}`;
  try {
    rmSync(part, { force: true });
    // Made here, since SQLite would make it readable to others.
    closeSync(openSync(part, 'wx', 0o600));
    onStep?.(message('step.copying'));
    // In one go: a copy in steps starts over with every change made meanwhile.
    db.prepare('vacuum into ?').run(part);
    onStep?.(message('step.checking'));
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
