import { existsSync, readFileSync, writeSync } from 'node:fs';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { connect } from '../connect.ts';
import { backupTo, keepCopy } from '../copies.ts';
import { withLock } from '../lock.ts';
import { addMemoryAction } from '../memory/changes.ts';
import { removeMemory } from '../memory/memories.ts';
import { migrate } from '../migrate.ts';
import { openStore } from '../open.ts';
import { restoreFrom } from '../restore.ts';
import { migrations } from '../schema.ts';
import { checkStore } from './check-store.ts';
import { idsIn, keep, NOON, openAtNoon } from './fill.ts';

const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};

/** Adds, revises and forgets without end, and says the number of each change once it is committed. */
export function writeWithoutEnd(path: string, writer: string): void {
  const store = openAtNoon(path);
  for (let n = 0; ; n++) {
    makeChange(store, writer, n);
    say(String(n));
  }
}

/** Types memories as a person does, without end, and says the id of each once it is committed. */
export function typeWithoutEnd(path: string): void {
  const store = openAtNoon(path);
  for (let n = 0; ; n++) {
    const id = `typed-${n}`;
    store.transaction(() => {
      keep(store, id, `Typed ${n}`);
      addMemoryAction(store, { id, memory: id, at: NOON, did: 'changed', was: {}, became: {} });
    });
    say(id);
  }
}

/** The n-th change of a writer. Every eighth revises a memory, every eighth forgets one. */
function makeChange(store: Store, writer: string, n: number): void {
  const row = (of: number) =>
    store.sql('select row from memory where id = ?').get(`${writer}-${of}`)!.row as number;
  if (n % 8 === 5)
    store
      .sql('update memory set text = ?, updated_at = ? where row = ?')
      .run(`Revised ${writer} ${n}`, n, row(n - 2));
  else if (n % 8 === 7) store.transaction(() => removeMemory(store, row(n - 3)));
  else keep(store, `${writer}-${n}`, `Written ${writer} ${n}`, n);
}

/** What a writer's memories must be after its first `count` changes. */
export function writtenAfter(writer: string, count: number): Map<string, string> {
  const texts = new Map<string, string>();
  for (let n = 0; n < count; n++) {
    if (n % 8 === 5) texts.set(`${writer}-${n - 2}`, `Revised ${writer} ${n}`);
    else if (n % 8 === 7) texts.delete(`${writer}-${n - 3}`);
    else texts.set(`${writer}-${n}`, `Written ${writer} ${n}`);
  }
  return texts;
}

/** The present schema and one more step, which takes its time. */
export const slowly = [
  ...migrations,
  `alter table memory add column weight integer;
   update memory set weight = (with recursive n (i) as (select 1 union all select i + 1 from n where i < 300) select sum(i) from n)`,
];

/** Migrates an older store, then copies it and restores a backup into it, over and over. */
export function changeWithoutEnd(path: string, backup: string): void {
  say('go');
  const store = openStore(path, { now: () => NOON, migrations: slowly });
  for (;;) {
    keepCopy(store, { now: NOON, reason: 'daily' });
    restoreFrom(store, backup, { now: NOON, migrations: slowly });
  }
}

/** Opens a damaged store, and says what it was told. */
export function openDamaged(path: string): void {
  say('go');
  using store = openAtNoon(path);
  say(JSON.stringify(store.notices));
}

/** Two steps more, of which the second does not end in anybody's lifetime. */
export const endless = [
  ...migrations,
  'create table first (name text)',
  `create table second as with recursive n (i) as (select 1 union all select i + 1 from n) select max(i) from n`,
];

/** Opens a store whose migrations have no end. */
export function openForLong(path: string): void {
  openStore(path, { now: () => NOON, migrations: endless });
}

/** Steps of which each leaves a row behind. */
export const counted = [
  ...migrations,
  'create table step (n integer)',
  ...Array.from({ length: 20 }, (_, n) => `insert into step values (${n})`),
];

/** Migrates a file at a given moment, without the lock that keeps others waiting. */
export function migrateAtOnce(path: string, moment: number): void {
  using db = connect(path);
  while (Date.now() < moment);
  migrate(db, path, counted);
}

/** Keeps others from what only one process may do to a file, until a screen shows a sign or the time is over. */
export function holdLock(
  path: string,
  { screen, sign, ms }: { screen: string; sign: string; ms: number },
): void {
  const shows = () => existsSync(screen) && readFileSync(screen, 'utf8').includes(sign);
  withLock(path, () => {
    say('go');
    const until = Date.now() + ms;
    while (Date.now() < until && !shows()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  });
}

/** Opens a store at a given moment and adds one memory. */
export function openAtOnce(path: string, moment: number, id: string): void {
  while (Date.now() < moment);
  using store = openStore(path, { now: () => NOON, migrations: slowly });
  keep(store, id, `Written by ${id}`);
}

/** Adds memories one by one. */
export function writeMany(path: string, writer: string, count: number): void {
  using store = openAtNoon(path);
  for (let n = 0; n < count; n++) keep(store, `${writer}-${n}`, `Written by ${writer}, number ${n}`);
}

/** Reads, copies, backs up and checks a store until it holds as many memories as it should. */
export function watchUntil(path: string, count: number): void {
  using store = openAtNoon(path);
  for (let last = 0, round = 0; last < count; round++) {
    const seen = idsIn(store).length;
    if (seen < last) throw new Error(`${last} memories became ${seen}`);
    last = seen;
    if (round % 3 === 0 && keepCopy(store, { now: NOON, reason: 'daily' }).memories < seen)
      throw new Error('A copy lacks memories');
    if (round % 3 === 1 && backupTo(store, `${path}.backup`, { overwrite: true }).memories < seen)
      throw new Error('A backup lacks memories');
    if (round % 3 === 2) for (const problem of checkStore(store).problems) throw new Error(problem);
  }
}

/** What a person meets who opens a store, reads it and writes to it. */
export interface StoreUseReport {
  opened?: { readOnly: boolean; notices: string[] };
  read?: number;
  wrote?: boolean;
  problem?: { name: string; code: string; message: string; hint: string };
}

/** Opens a store, reads it, writes to it, and says what was met on the way. */
export function tryStore(path: string): void {
  const met: StoreUseReport = {};
  try {
    using store = openAtNoon(path);
    met.opened = { readOnly: store.readOnly, notices: store.notices.map(({ message }) => message) };
    met.read = idsIn(store).length;
    keep(store, 'mine', 'Written by somebody else');
    met.wrote = true;
  } catch (error) {
    const { name, code, message, hint } = error as {
      name: string;
      code: string;
      message: string;
      hint: string;
    };
    met.problem = { name, code, message, hint };
  }
  say(JSON.stringify(met));
}
