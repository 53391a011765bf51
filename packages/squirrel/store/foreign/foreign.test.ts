import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { scratch } from '../testing/scratch.ts';
import { openForeign } from './foreign.ts';

const names = (path: string): unknown[] => {
  using foreign = openForeign(path);
  return foreign.read((ask) => ask('select name from thing order by name')).map((row) => row.name);
};

function aDatabase(mode: 'wal' | 'delete', folder = scratch()): { path: string; db: DatabaseSync } {
  const path = join(folder, 'theirs.db');
  const db = new DatabaseSync(path);
  onTestFinished(() => {
    if (db.isOpen) db.close();
  });
  db.exec(
    `pragma journal_mode = ${mode}; create table thing (name text); insert into thing values ('acorn')`,
  );
  return { path, db };
}

/** Every file of a folder with its content, so that a test can tell that nothing was touched. */
const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );

test('what another program has just written is read while it goes on writing', () => {
  const { path, db } = aDatabase('wal');
  expect(existsSync(`${path}-wal`)).toBe(true);
  using foreign = openForeign(path);
  const read = () =>
    foreign.read((ask) => ask('select name from thing order by name')).map((row) => row.name);

  expect(read()).toEqual(['acorn']);
  db.exec(`begin; insert into thing values ('beech')`);
  expect(read()).toEqual(['acorn']);
  db.exec('commit');
  expect(read()).toEqual(['acorn', 'beech']);
});

test('reading leaves the file and everything beside it as they were', async () => {
  for (const mode of ['wal', 'delete'] as const) {
    const folder = scratch();
    const path = join(folder, 'theirs.db');
    const writer = spawn(process.execPath, [
      '--no-warnings',
      '-e',
      `const db = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(path)});
       db.exec("pragma journal_mode = ${mode}; create table thing (name text); insert into thing values ('acorn')");
       console.log('written');
       process.stdin.on('end', () => db.close()).resume()`,
    ]);
    onTestFinished(() => void writer.kill('SIGKILL'));
    await new Promise((resolve) => writer.stdout.once('data', resolve));

    const live = contents(folder);
    expect(Object.keys(live)).toHaveLength(mode === 'wal' ? 3 : 1);
    expect(names(path)).toEqual(['acorn']);
    expect(contents(folder)).toEqual(live);

    writer.stdin.end();
    await new Promise((resolve) => writer.once('close', resolve));
    const closed = contents(folder);
    expect(Object.keys(closed)).toEqual(['theirs.db']);
    expect(names(path)).toEqual(['acorn']);
    expect(contents(folder)).toEqual(closed);
  }
});

test('a log without its index, as a copied folder leaves it, is left to its owner', () => {
  const { path } = aDatabase('wal');
  const folder = scratch();
  const left = join(folder, 'left.db');
  copyFileSync(path, left);
  copyFileSync(`${path}-wal`, `${left}-wal`);
  const before = contents(folder);

  expect(() => names(left)).toThrow(/did not finish writing/);
  expect(contents(folder)).toEqual(before);
  const owner = new DatabaseSync(left);
  owner.exec('select * from thing');
  owner.close();
  expect(names(left)).toEqual(['acorn']);
});

test('a writer that was killed leaves a log and its index, and both are read as they lie', () => {
  const folder = scratch();
  const path = join(folder, 'theirs.db');
  spawnSync(process.execPath, [
    '--no-warnings',
    '-e',
    `const db = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(path)});
     db.exec("pragma journal_mode = wal; create table thing (name text); insert into thing values ('acorn')");
     process.kill(process.pid, 'SIGKILL')`,
  ]);
  expect(existsSync(`${path}-shm`)).toBe(true);
  const before = contents(folder);

  expect(names(path)).toEqual(['acorn']);
  expect(contents(folder)).toEqual(before);
});

test('a half-done change that was not taken back is not read', () => {
  const folder = scratch();
  const path = join(folder, 'theirs.db');
  // The pages of the change reach the file, and the journal to undo it stays behind.
  spawnSync(process.execPath, [
    '--no-warnings',
    '-e',
    `const db = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(path)});
     db.exec("create table thing (name text); insert into thing values ('acorn')");
     db.exec("pragma cache_size = 1; begin; update thing set name = 'half'");
     db.exec("create table more (x); insert into more select randomblob(4000) from (with recursive n(i) as (select 1 union all select i + 1 from n where i < 50) select i from n)");
     process.kill(process.pid, 'SIGKILL')`,
  ]);
  expect(existsSync(`${path}-journal`)).toBe(true);
  const before = contents(folder);

  expect(() => names(path)).toThrow(/did not finish writing/);
  expect(contents(folder)).toEqual(before);
});

test('the other program is never kept waiting by an open reader', () => {
  const { path, db } = aDatabase('delete');
  db.exec('pragma busy_timeout = 0');
  using foreign = openForeign(path);
  foreign.read((ask) => ask('select * from thing'));

  db.exec(`insert into thing values ('beech')`);
  db.exec('vacuum');
  expect(foreign.read((ask) => ask('select count(*) as n from thing'))).toEqual([{ n: 2 }]);
});

test('a checkpoint that truncates the log is not kept waiting either', () => {
  const { path, db } = aDatabase('wal');
  using foreign = openForeign(path);
  foreign.read((ask) => ask('select * from thing'));

  expect(db.prepare('pragma wal_checkpoint(truncate)').get()).toMatchObject({ busy: 0 });
  expect(foreign.read((ask) => ask('select name from thing'))).toEqual([{ name: 'acorn' }]);
});

test('a file that its owner has locked is left for later', () => {
  const { path, db } = aDatabase('delete');
  db.exec('begin exclusive');
  expect(() => names(path)).toThrow(/in use/);
  db.exec('commit');
  expect(names(path)).toEqual(['acorn']);
});

test('somebody who starts to write a file that lay still is noticed, and what is read is whole', () => {
  const { path, db } = aDatabase('wal');
  db.close();
  using foreign = openForeign(path);
  const count = () => foreign.read((ask) => ask('select count(*) as n from thing')[0]!.n);
  expect(count()).toBe(1);

  const writer = new DatabaseSync(path);
  writer.exec(`insert into thing values ('beech')`);
  writer.close();
  let wrote = false;
  const counts = foreign.read((ask) => {
    const first = ask('select count(*) as n from thing')[0]!.n;
    if (!wrote) {
      const other = new DatabaseSync(path);
      other.exec(`delete from thing where name = 'beech'`);
      other.close();
      wrote = true;
    }
    return [first, ask('select count(*) as n from thing')[0]!.n];
  });
  expect(counts).toEqual([1, 1]);
});

test('what is damaged, cut short, empty, no database or not there says so and nothing else', () => {
  const { path, db } = aDatabase('delete');
  db.exec(`insert into thing select randomblob(200) from (values (1),(2),(3),(4))`);
  db.close();
  const folder = scratch();
  const at = (name: string, change: (path: string) => void): string => {
    const copy = join(folder, name);
    copyFileSync(path, copy);
    change(copy);
    return copy;
  };
  const torn = Buffer.from(readFileSync(path));
  torn.fill(0xff, 4096);

  expect(() => names(at('torn.db', (copy) => writeFileSync(copy, torn)))).toThrow(/damaged/);
  expect(() => names(at('short.db', (copy) => truncateSync(copy, 4097)))).toThrow(/damaged/);
  expect(() => names(at('text.db', (copy) => writeFileSync(copy, 'no database at all')))).toThrow(
    /not a database/,
  );
  expect(() => names(at('empty.db', (copy) => truncateSync(copy, 0)))).toThrow(/empty/);
  expect(() => names(at('gone.db', (copy) => rmSync(copy)))).toThrow(/cannot be opened/);
  expect(readdirSync(folder).sort()).toEqual(['empty.db', 'short.db', 'text.db', 'torn.db']);
});

test.skipIf(process.getuid?.() !== 0)('a folder that may not be written is read as any other', async () => {
  const folder = scratch();
  const { path, db } = aDatabase('wal', folder);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
  chmodSync(folder, 0o555);
  const asNobody = () =>
    new Promise<string>((resolve) => {
      const child = spawn(
        process.execPath,
        [
          '--no-warnings',
          '-e',
          `import(${JSON.stringify(FOREIGN)}).then(({ openForeign }) => {
          using foreign = openForeign(${JSON.stringify(path)});
          console.log(JSON.stringify(foreign.read((ask) => ask('select name from thing'))));
        })`,
        ],
        { uid: 65534, gid: 65534 },
      );
      let said = '';
      child.stdout.on('data', (data) => (said += data));
      child.stderr.on('data', (data) => (said += data));
      child.on('close', () => resolve(said.trim()));
    });

  expect(await asNobody()).toBe('[{"name":"acorn"}]');
  db.close();
  expect(await asNobody()).toBe('[{"name":"acorn"}]');
});

test('numbers of any size and questions about tables that are not there do no harm', () => {
  const { path, db } = aDatabase('delete');
  db.exec('create table big (n integer); insert into big values (9223372036854775807)');
  using foreign = openForeign(path);
  expect(foreign.read((ask) => ask('select n from big'))).toEqual([{ n: 2 ** 63 }]);
  expect([...foreign.columns('big')]).toEqual(['n']);
  expect([...foreign.columns('nowhere')]).toEqual([]);
});

const ENDLESS = 'with recursive n(i) as (select 1 union all select i + 1 from n) select i as name from n';

test.each([
  ['a view that never ends', `create view thing as ${ENDLESS}`],
  [
    'a view over a view that never ends',
    `create view endless as ${ENDLESS}; create view thing as select name from endless order by name`,
  ],
  [
    'a view that joins a table with itself',
    `create table t as select value from json_each('[${Array(100).fill(0)}]');
     create view thing as select count(*) as name from t, t b, t c, t d, t e, t f, t g, t h`,
  ],
  ['a virtual table', 'create virtual table thing using fts5 (name)'],
  [
    'a generated column',
    `create table thing (n integer, name as (length(replace(hex(zeroblob(n)), '0', '${'0'.repeat(1000)}'))));
     insert into thing (n) values (10)`,
  ],
])('%s in the place of a table is refused before it runs', (_, schema) => {
  const { path, db } = aDatabase('delete');
  db.exec(`drop table thing; ${schema}`);
  db.close();
  // In a process of its own: nothing ends a statement that never ends.
  const { status, stdout, signal } = spawnSync(
    process.execPath,
    [
      '--no-warnings',
      '-e',
      `import(${JSON.stringify(FOREIGN)}).then(({ openForeign }) => {
        using foreign = openForeign(${JSON.stringify(path)});
        try { foreign.read((ask) => ask('select max(name) from thing')) } catch (error) { console.log(error.message) }
      })`,
    ],
    { timeout: 600_000, encoding: 'utf8' },
  );
  expect({ status, signal, stdout }).toEqual({
    status: 0,
    signal: null,
    stdout: `${path} was not read: it has a view, a virtual table or a generated column in place of a plain table.\n`,
  });
});

test('a view whose schema entry claims to be a table is refused', () => {
  const { path, db } = aDatabase('delete');
  db.exec(`drop table thing; create view thing as ${ENDLESS}; pragma writable_schema = on`);
  db.enableDefensive(false);
  db.exec(`pragma writable_schema = on; update sqlite_schema set type = 'table' where name = 'thing'`);
  db.close();
  expect(() => names(path)).toThrow(/damaged|view/);
});

test.skipIf(process.platform === 'win32')('a fifo in the place of a database is refused', () => {
  const path = join(scratch(), 'fifo.db');
  spawnSync('sh', ['-c', 'mkfifo "$0"', path]);
  expect(() => names(path)).toThrow(/not a file/);
});

const FOREIGN = new URL('./foreign.ts', import.meta.url).href;
