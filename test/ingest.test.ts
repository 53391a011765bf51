import { spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '@sqrl/base/model/reader.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import { readings } from '@sqrl/squirrel/store/events/readings.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { markUnsettled } from '@sqrl/squirrel/store/projects.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from './support/home.ts';
import { contentOf, everyLog, readInto } from './support/logs.ts';
import { patient } from './support/patient.ts';

patient();

const logs = everyLog();
const lines = logs.filter(({ form }) => form === 'lines');
let wanted: ReturnType<typeof contentOf>;

const fresh = () => join(temporaryFolder(), 'home');

/** A home that has read every log; it stays for all tests. */
const whole = mkdtempSync(join(tmpdir(), 'sqrl-wanted-'));
afterAll(() => rmSync(whole, { recursive: true, force: true }));

beforeAll(async () => {
  const { troubles, added } = await readInto(whole, logs);
  expect(troubles).toEqual([]);
  expect(added).toBeGreaterThan(300);
  wanted = contentOf(whole);
});

/** A copy of the home that has read every log. */
function readHome(): string {
  const home = fresh();
  cpSync(whole, home, { recursive: true });
  return home;
}

test('reading twice, or once more from the beginning, changes nothing', async () => {
  const home = readHome();
  expect((await readInto(home, logs)).added).toBe(0);
  expect((await readInto(home, logs, { again: true })).added).toBe(0);
  expect(contentOf(home)).toEqual(wanted);
});

test('what a later version sees in a log is added when that is read again, and nothing twice', async () => {
  const home = readHome();
  using user = openStore(join(home, 'user.db'), { now: Date.now });
  for (const project of readdirSync(join(home, 'projects'))) {
    using store = openStore(join(home, 'projects', project, 'project.db'), { now: Date.now });
    store.sql('delete from touch').run();
    store.sql('update session set rules = 0').run();
    markUnsettled(user, project);
  }
  await readInto(home, []);
  expect(contentOf(home)).not.toEqual(wanted);
  expect((await readInto(home, logs, { again: true })).added).toBe(0);
  expect(contentOf(home)).toEqual(wanted);
});

test('logs may be read in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(logs, { minLength: logs.length }), async (shuffled) => {
      const home = fresh();
      await readInto(home, shuffled);
      expect(contentOf(home)).toEqual(wanted);
    }),
    { numRuns: runs(2) },
  );
});

test('a log that is read while it grows, whatever bytes are there, ends as the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
      async (parts) => {
        const folder = temporaryFolder();
        const home = join(folder, 'home');
        const grown = lines.map((log) => ({ log, bytes: readFileSync(log.path), to: copyIn(folder, log) }));
        const read = async () =>
          readInto(
            home,
            grown.map(({ log, to }) => ({ ...log, path: to })),
          );
        let from = 0;
        for (const part of [...parts.sort((a, b) => a - b), 1]) {
          for (const { bytes, to } of grown)
            appendFileSync(
              to,
              bytes.subarray(Math.floor(bytes.length * from), Math.floor(bytes.length * part)),
            );
          from = part;
          await read();
        }
        const whole = join(folder, 'whole');
        await readInto(
          whole,
          grown.map(({ log, to }) => ({ ...log, path: to })),
        );
        expect(contentOf(home)).toEqual(contentOf(whole));
      },
    ),
    { numRuns: runs(1) },
  );
});

test('killed at any moment, again and again, it ends as the same rows', async () => {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  const list = join(folder, 'logs.json');
  writeFileSync(list, JSON.stringify(logs));
  let kills = 0;
  for (let tries = 0; kills < 5 && tries < 40; tries++) {
    const child = spawn(process.execPath, ['--no-warnings', CHILD, home, list], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (text) => (said += text));
    const ended = new Promise((resolve) => child.on('close', resolve));
    while (!said.includes('begun') && child.exitCode === null) await sleep(5);
    await sleep(20 + kills * 25 * Math.random());
    child.kill('SIGKILL');
    await ended;
    // One that came to its end before the kill shows nothing.
    if (said.includes('done')) rmSync(home, { recursive: true });
    else kills++;
  }
  expect(kills).toBe(5);
  await readInto(home, logs);
  expect(contentOf(home)).toEqual(wanted);
});

const CHILD = fileURLToPath(new URL('./support/ingest-child.ts', import.meta.url));

test('a fork repeats what came before it, and none of it counts twice', async () => {
  const fork = logs.filter(({ path }) => path.includes('/claude-code/fork/'));
  expect(fork).toHaveLength(2);
  const [one, both, other] = [fresh(), fresh(), fresh()];
  const first = (await readInto(one, [fork[0]!])).added;
  const second = (await readInto(other, [fork[1]!])).added;
  const together = (await readInto(both, fork)).added;
  expect(together).toBeLessThan(first + second);
  expect(together).toBeGreaterThanOrEqual(Math.max(first, second));
});

const aLog = (): Log => lines.find(({ path }) => path.includes('/claude-code/fix/'))!;

test('a half-written line waits for its other half', async () => {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  const log = { ...aLog(), path: copyIn(folder, aLog()) };
  const bytes = readFileSync(aLog().path);
  const end = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  for (let to = end; to < bytes.length; to += 97) {
    writeFileSync(log.path, bytes.subarray(0, to));
    await readInto(home, [log]);
    expect(readingIn(home, log)).toMatchObject({ offset: end });
  }
  writeFileSync(log.path, bytes);
  await readInto(home, [log]);
  expect(readingIn(home, log)).toMatchObject({ offset: bytes.length });
});

test('a log that was cut short, replaced, renamed or deleted costs nothing that was read', async () => {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  const log = { ...aLog(), path: copyIn(folder, aLog()) };
  const bytes = readFileSync(aLog().path);
  writeFileSync(log.path, bytes);
  const { added } = await readInto(home, [log]);
  const before = contentOf(home);

  writeFileSync(log.path, bytes.subarray(0, bytes.length / 2));
  expect(await readInto(home, [log])).toMatchObject({ read: 1, added: 0, troubles: [] });
  const another = readFileSync(lines.find(({ path }) => path.includes('/claude-code/parallel/'))!.path);
  writeFileSync(`${log.path}.new`, another);
  renameSync(`${log.path}.new`, log.path);
  expect((await readInto(home, [log])).added).toBeGreaterThan(0);
  rmSync(log.path);
  expect(await readInto(home, [log])).toMatchObject({ read: 0, added: 0, troubles: [] });
  writeFileSync(log.path, bytes);
  expect((await readInto(home, [log])).added).toBe(0);

  const events = (content: typeof before) =>
    Object.entries(content)
      .filter(([name]) => name.endsWith(' events'))
      .flatMap(([, all]) => all as { id: string }[]);
  expect(events(before)).toHaveLength(added);
  const ids = new Set(events(contentOf(home)).map(({ id }) => id));
  for (const { id } of events(before)) expect(ids).toContain(id);
});

test('stopped in the middle it goes on from there', async () => {
  const home = fresh();
  let left = 3;
  const { stopped } = await readInto(home, logs, { stopped: () => left-- <= 0 });
  expect(stopped).toBe(true);
  expect((await readInto(home, logs)).stopped).toBe(false);
  expect(contentOf(home)).toEqual(wanted);
});

test('a record that nobody knows, and a line that is none, are counted and cost nothing else', async () => {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  const log = { ...aLog(), path: copyIn(folder, aLog()) };
  const bytes = readFileSync(aLog().path);
  writeFileSync(
    log.path,
    Buffer.concat([Buffer.from('not json at all\n{"type":"telepathy","sessionId":"x"}\n'), bytes]),
  );
  const { added } = await readInto(home, [log]);
  expect(added).toBe((await readInto(fresh(), [aLog()])).added);
  const counts = JSON.parse(readingIn(home, log).counts);
  expect(Object.keys(counts.unknown)).toEqual(['telepathy']);
  expect(Object.values(counts.broken)).toHaveLength(1);
});

test('a file that may not be read is told of, and the others are read', async () => {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  const packed = join(folder, 'broken.jsonl.gz');
  writeFileSync(packed, 'this is not packed at all');
  const closed = join(folder, 'folder.jsonl');
  mkdirSync(closed);
  const because = expect.stringContaining('could not be read (');
  const all = [{ ...aLog(), path: packed }, { ...aLog(), path: closed, form: 'lines' } as const, aLog()];
  const read = await readInto(home, all);
  expect(read.troubles).toMatchObject([
    { path: packed, because },
    { path: closed, because },
  ]);
  expect(read.added).toBeGreaterThan(5);
});

function copyIn(folder: string, log: Log): string {
  // Claude's subagents are told by the folder their log lies in.
  const from = log.path.indexOf('/fixtures/logs/');
  const to = join(folder, 'logs', log.path.slice(from + '/fixtures/logs/'.length));
  mkdirSync(join(to, '..'), { recursive: true });
  if (existsSync(`${log.path.replace(/\.jsonl$/, '')}.meta.json`))
    cpSync(`${log.path.replace(/\.jsonl$/, '')}.meta.json`, `${to.replace(/\.jsonl$/, '')}.meta.json`);
  return to;
}

function readingIn(home: string, { path }: Log) {
  using store = openStore(join(home, 'user.db'), { now: Date.now });
  const found = readings(store).find((reading) => reading.path === path);
  if (!found) throw new Error(`${basename(path)} was not read`);
  return found;
}
