import { copyFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRepairReport } from '@sqrl/base/repair-report.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { backupTo, copiesOf, keepCopy } from '@sqrl/squirrel/store/copies.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { checkStore } from '@sqrl/squirrel/store/testing/check-store.ts';
import { spawnChild } from '@sqrl/squirrel/store/testing/child.ts';
import { idOf, idsIn, keepMany, NOON, openAtNoon } from '@sqrl/squirrel/store/testing/fill.ts';
import { scratch } from '@sqrl/squirrel/store/testing/scratch.ts';
import {
  changeWithoutEnd,
  openDamaged,
  slowly,
  writeMany,
  writeWithoutEnd,
  writtenAfter,
} from '@sqrl/squirrel/store/testing/store-tasks.ts';
import { expect, test } from 'vitest';
import { patient } from './support/patient.ts';

patient();

/** Kills a process that has begun, some time later. */
async function killLater(child: ReturnType<typeof spawnChild>, longest: number): Promise<string[]> {
  await child.started;
  await sleep(Math.random() * longest);
  child.process.kill('SIGKILL');
  const { code, trouble } = await child.ended;
  expect({ code, trouble }).toEqual({ code: null, trouble: '' });
  return child.said;
}

/** The texts of a writer's memories; one of which a part is missing shows as undefined. */
function textsOf(store: Store, writer: string): Map<string, string | undefined> {
  const rows = store
    .sql(
      `select id, text, (select count(*) from evidence where memory = m.row)
         + (select count(*) from relation where memory = m.row)
         + (select count(*) from metrics where memory = m.row) as parts
         from memory as m where id like ? || '-%'`,
    )
    .all(writer);
  return new Map(
    rows.map(({ id, text, parts }) => [id as string, parts === 3 ? (text as string) : undefined]),
  );
}

/** The ids that two lists of texts do not agree on. */
const difference = (found: Map<string, string | undefined>, wanted: Map<string, string>): string[] =>
  [...new Set([...found.keys(), ...wanted.keys()])].filter((id) => found.get(id) !== wanted.get(id));

test('kills in the middle of writing lose nothing that was acknowledged and leave nothing half-written', async () => {
  const path = join(scratch(), 'project.db');
  const acknowledged = new Map<string, number>();
  await spawnChild(writeMany, [path, 'first', 1]).ended;
  for (let round = 0; round < 6; round++) {
    // Three at a time: those that live on must not suffer from the death of another.
    const writers = [`a${round}`, `b${round}`, `c${round}`];
    const children = writers.map((writer) => spawnChild(writeWithoutEnd, [path, writer]));
    const said = await Promise.all(children.map((child) => killLater(child, 100)));
    for (const [i, writer] of writers.entries()) acknowledged.set(writer, said[i]!.length);
  }

  using store = openAtNoon(path);
  expect(store.notices).toEqual([]);
  expect(checkStore(store)).toEqual({ ok: true, problems: [] });
  for (const [writer, count] of acknowledged) {
    const found = textsOf(store, writer);
    // One more change may have been committed than its writer lived to say.
    const wrong = [count, count + 1].map((changes) => difference(found, writtenAfter(writer, changes)));
    expect(wrong, writer).toContainEqual([]);
  }
  expect([...acknowledged.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(18);
});

test('a kill in the middle of migrating, copying or restoring leaves the old content or the new', async () => {
  const folder = scratch();
  const old = join(folder, 'old');
  const backup = join(folder, 'backup.db');
  {
    using store = openAtNoon(join(old, 'project.db'));
    keepMany(store, 100, 1000);
    backupTo(store, backup);
    store.sql('delete from memory').run();
    keepMany(store, 300);
  }
  for (let round = 0; round < 10; round++) {
    const home = join(folder, `round${round}`);
    cpSync(old, home, { recursive: true });
    await killLater(spawnChild(changeWithoutEnd, [join(home, 'project.db'), backup]), 300);

    using store = openStore(join(home, 'project.db'), { now: () => NOON, migrations: slowly });
    expect(store.notices).toEqual([]);
    expect(checkStore(store)).toEqual({ ok: true, problems: [] });
    const ids = idsIn(store);
    const content = ids.length === 300 ? 0 : 1000;
    expect(ids).toEqual(Array.from({ length: content === 0 ? 300 : 100 }, (_, n) => idOf(content + n)));
    // Whatever was left half-done goes with the next copy, and every copy that has a name is good.
    keepCopy(store, { now: NOON, reason: 'daily' });
    expect(readdirSync(join(home, 'copies')).filter((name) => name.includes('part'))).toEqual([]);
    for (const { file } of copiesOf(store.path)) expect(isGood(file)).toBe(true);
  }
});

test('a kill in the middle of repairing never leaves an empty store', async () => {
  const folder = scratch();
  const damaged = join(folder, 'damaged', 'project.db');
  {
    using store = openAtNoon(damaged);
    keepMany(store, 150);
    keepCopy(store, { now: NOON, reason: 'daily' });
    keepMany(store, 150, 150);
  }
  const bytes = readFileSync(damaged);
  writeFileSync(damaged, bytes.fill(0xa5, 4096 * 30, 4096 * 35));
  writeFileSync(`${damaged}.mark`, '');
  for (let round = 0; round < 8; round++) {
    const home = join(folder, `round${round}`);
    cpSync(join(folder, 'damaged'), home, { recursive: true });
    const child = spawnChild(openDamaged, [join(home, 'project.db')]);
    await child.started;
    await sleep(Math.random() * 120);
    child.process.kill('SIGKILL');
    await child.ended;

    using store = openAtNoon(join(home, 'project.db'));
    expect(checkStore(store)).toEqual({ ok: true, problems: [] });
    expect(idsIn(store)).toEqual(expect.arrayContaining(Array.from({ length: 150 }, (_, n) => idOf(n))));
    // Whoever was killed, doctor tells it and the logs are read again.
    expect(readRepairReport(store.path)).toMatchObject({ since: NOON, readAgain: null });
  }
});

function isGood(file: string): boolean {
  const twin = `${file}.twin`;
  copyFileSync(file, twin);
  using store = openStore(twin, { now: () => NOON, migrations: slowly });
  return store.notices.length === 0 && checkStore(store).ok;
}
