import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { joined, message, type Notice, notice } from '../base/messages.ts';
import { writeRepairReport } from '../base/repair-report.ts';
import { memoriesInGoodCopy } from './check.ts';
import { type Copy, copiesOf, stamp } from './copies.ts';
import { makeFile } from './make.ts';
import { replayJournal } from './replay-journal.ts';
import { type SalvageReport, salvage } from './salvage.ts';
import { FIRST_VERSION } from './schema.ts';
import { moveInPlace } from './snapshot.ts';
import { clearSuspicion } from './suspicion.ts';

export interface RepairOptions {
  now: number;
  migrations: readonly string[];
}

/**
 * Sets a damaged file aside and puts the newest good copy in its place, with whatever the damaged one can still tell.
 * The caller holds the file's lock and no connection to it. A process that dies in here leaves a mark, and the next
 * one goes on from there: until the new file has its name, no process takes the gap for an empty store.
 */
export function repair(
  path: string,
  { now, migrations }: RepairOptions,
  why: 'damaged' | 'outdated' = 'damaged',
): Notice {
  const aside = readMark(path) ?? setMark(path, `${path}.${why}-${stamp(now)}`);
  const isOutdated = aside.includes('.outdated-');
  for (const end of existsSync(aside) ? ['-wal', '-shm'] : ['', '-wal', '-shm'])
    if (existsSync(path + end)) renameSync(path + end, aside + end);
  const copy = newestGoodCopy(path);
  const salvaged = makeFile(path, {
    migrations,
    from: copy?.file,
    fill: (store) => {
      const report = isOutdated ? undefined : salvage(store, aside);
      replayJournal(store, path);
      return report;
    },
  });
  const notice = salvaged ? tell(path, { aside, copy, ...salvaged }) : outdated(path, aside);
  writeRepairReport(path, { at: now, says: notice.message, since: copy?.at ?? 0, readAgain: null });
  return endRepair(path, notice);
}

/** Resumes a repair that was cut off. */
export function resumeRepair(path: string, options: RepairOptions): Notice | undefined {
  const aside = readMark(path);
  if (aside === undefined) return undefined;
  if (!existsSync(path) || !existsSync(aside)) return repair(path, options);
  const repaired = notice('notice.storeReplaced', { path, aside, repair: message('repair.newestCopy') });
  return endRepair(path, untold(path) ?? repaired);
}

/** Whether a repair was begun and has not ended. */
export const isRepairing = (path: string): boolean => existsSync(markOf(path));

/** A file from before 0.1.0 is kept and not read: the logs that it was made of are. */
const outdated = (path: string, aside: string): Notice => notice('notice.storeOutdated', { path, aside });

type UsableCopy = Copy & { memories: number };

function newestGoodCopy(path: string): UsableCopy | undefined {
  for (const copy of copiesOf(path)) {
    const memories = memoriesInGoodCopy(copy.file, FIRST_VERSION);
    if (memories !== undefined) return { ...copy, memories };
  }
  return undefined;
}

const markOf = (path: string): string => `${path}.mending`;

/** The mark names the file set aside, so that a resumed repair uses the same name. */
const readMark = (path: string): string | undefined =>
  isRepairing(path) ? join(dirname(path), readFileSync(markOf(path), 'utf8')) : undefined;

function setMark(path: string, aside: string): string {
  const part = `${markOf(path)}.part`;
  writeFileSync(part, basename(aside), { mode: 0o600 });
  moveInPlace(part, markOf(path));
  return aside;
}

/** Writes down what is to be told before the mark goes, since this process may not live to tell it. */
function endRepair(path: string, notice: Notice): Notice {
  const part = `${noticeOf(path)}.part`;
  writeFileSync(part, JSON.stringify(notice), { mode: 0o600 });
  moveInPlace(part, noticeOf(path));
  clearSuspicion(path);
  rmSync(markOf(path));
  return notice;
}

const noticeOf = (path: string): string => `${path}.notice`;

/** The notice of a repair that no process is known to have shown. */
export function untold(path: string): Notice | undefined {
  try {
    return JSON.parse(readFileSync(noticeOf(path), 'utf8')) as Notice;
  } catch {
    return undefined;
  }
}

/** Notes that it was told. */
export const wasTold = (path: string): void => rmSync(noticeOf(path), { force: true });

function tell(path: string, what: SalvageReport & { aside: string; copy: UsableCopy | undefined }): Notice {
  const { copy, brought, lost, aside } = what;
  const repair = [
    copy ? message('repair.copy', { at: readable(copy.at), n: copy.memories }) : message('repair.newStore'),
  ];
  if (brought > 0) repair.push(message('repair.recovered', { n: brought }));
  if (lost === undefined) repair.push(message('repair.lostUnknown'));
  else repair.push(lost === 0 ? message('repair.lostNone') : message('repair.lost', { n: lost }));
  return notice('notice.storeReplaced', { path, aside, repair: joined('repair.then', repair) });
}

const readable = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
