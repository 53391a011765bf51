import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Notice } from '@sqrl/base/messages.ts';
import { writeRepairReport } from '@sqrl/base/repair-report.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { findDamage, memoriesInGoodCopy, probe } from './check.ts';
import { connect, inWalMode } from './connect.ts';
import { addCopy, type Copy, copiesOf, stamp } from './copies.ts';
import { damage, isDamage } from './failures.ts';
import { hasJournal } from './journal.ts';
import { asideOf, clearMark, isMarked, markReplaced, moveInPlace } from './lock.ts';
import { migrate, storeVersion } from './migrate.ts';
import { type ReplayReport, replayJournal } from './replay-journal.ts';
import { latestVersion } from './schema.ts';
import { wrapStore } from './wrap.ts';

export interface RepairOptions {
  now: number;
  migrations: readonly string[];
}

type Loss = 'damaged' | 'missing';

/** Creates, checks, replaces or migrates a file before it is used, and says what the person should know. The caller locks it. */
export function prepareFile(path: string, options: RepairOptions): Notice[] {
  if (asideOf(path) !== undefined) return [replace(path, 'damaged', options)];
  if (!existsSync(path)) {
    if (copiesOf(path).length > 0 || hasJournal(path)) return [replace(path, 'missing', options)];
    makeFile(path, options);
    clearMark(path);
    return [];
  }
  // A file of ours gets its name when it is whole, so this one was cut down to nothing.
  if (statSync(path).size === 0 && copiesOf(path).length > 0) return [replace(path, 'damaged', options)];
  try {
    bringUpToDate(path, options);
    return [];
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [replace(path, 'damaged', options)];
  }
}

function bringUpToDate(path: string, { now, migrations }: RepairOptions): void {
  using db = connect(path);
  const version = storeVersion(db, path, latestVersion(migrations));
  probe(db);
  if (isMarked(path)) {
    // Not even a broken index of words is just built anew: it may be the row that is wrong, and a copy may have it right.
    if (findDamage(db).length > 0) throw damage();
    clearMark(path);
  }
  const isOlder = version > 0 && version < latestVersion(migrations);
  // One migration may fail at every open: a copy each time would push out all the others.
  if (isOlder && copiesOf(path)[0]?.reason !== 'before-migration')
    addCopy(path, { now, reason: 'before-migration' });
  migrate(db, path, migrations);
  if (!inWalMode(db)) db.exec('pragma journal_mode = wal');
}

/**
 * Sets a file aside and puts its newest good copy in its place, or a new file where there is none, with what people typed;
 * the rest comes back when the logs are read again, which the report asks for. A process that dies in here leaves a
 * mark, and the next one goes on from there: until the new file has its name, no process takes the gap for an empty store.
 */
function replace(path: string, loss: Loss, { now, migrations }: RepairOptions): Notice {
  const resumed = asideOf(path);
  const aside = resumed ?? `${path}.${loss}-${stamp(now)}`;
  const copy = newestGoodCopy(path);
  if (loss !== 'missing' && !resumed) markReplaced(path, aside);
  writeRepairReport(path, {
    at: now,
    says: tell(path, { loss, aside, copy }).message,
    since: copy?.at ?? 0,
    readAgain: null,
  });
  let typed: ReplayReport | undefined;
  // Both are there where only the mark was left to remove.
  if (!(resumed && existsSync(path) && existsSync(aside))) {
    for (const end of ['', '-wal', '-shm'])
      if (existsSync(path + end) && !existsSync(aside + end)) renameSync(path + end, aside + end);
    typed = makeFile(path, { migrations, from: copy?.file, fill: (store) => replayJournal(store, path) });
  }
  clearMark(path);
  return tell(path, { loss, aside, copy, typed });
}

type UsableCopy = Copy & { memories: number };

function newestGoodCopy(path: string): UsableCopy | undefined {
  for (const copy of copiesOf(path)) {
    const memories = memoriesInGoodCopy(copy.file);
    if (memories !== undefined) return { ...copy, memories };
  }
  return undefined;
}

interface Replacement {
  loss: Loss;
  aside: string;
  copy: UsableCopy | undefined;
  typed?: ReplayReport | undefined;
}

function tell(path: string, { loss, aside, copy, typed }: Replacement): Notice {
  const back = typed?.memories ?? 0;
  const unread = typed?.unread ?? 0;
  const repair = [
    `${path} was ${loss}.`,
    copy
      ? `It was replaced by its copy of ${readable(copy.at)} with ${counted(copy.memories, 'memory', 'memories')}.`
      : 'It has no good copy; Squirrel created a new store.',
    ...(back > 0
      ? [
          `${counted(back, 'memory', 'memories')} that you typed or changed ${back === 1 ? 'is' : 'are'} back from the journal.`,
        ]
      : []),
    ...(unread > 0 ? [`Unreadable lines of the journal that were skipped: ${unread}.`] : []),
    'Squirrel reads the logs of your sessions again.',
  ];
  return {
    message: repair.join(' '),
    hint:
      loss === 'missing'
        ? 'If you deleted it on purpose, run `sqrl forget --all`, which also erases its copies.'
        : `The damaged file is kept as ${aside}; delete it when you no longer need it.`,
  };
}

const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

const readable = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

interface MakeOptions<T> {
  migrations: readonly string[];
  /** The copy it is made from; without one it begins empty. */
  from?: string | undefined;
  /** What to put into it before anybody sees it. */
  fill?: (store: Store) => T;
}

/** Makes a store's file under another name and gives it its own when it is whole. The caller holds the file's lock. */
function makeFile<T>(path: string, { migrations, from, fill }: MakeOptions<T>): T | undefined {
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
