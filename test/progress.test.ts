import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { main } from '@sqrl/squirrel/cli/cli.ts';
import { bareMachine } from '@sqrl/squirrel/cli/testing/world.ts';
import type { World } from '@sqrl/squirrel/cli/world.ts';
import { openLocal } from '@sqrl/squirrel/daemon/local.ts';
import { PROGRAM } from '@sqrl/squirrel/daemon/testing/homes.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { spawnChild } from '@sqrl/squirrel/store/testing/child.ts';
import { holdLock } from '@sqrl/squirrel/store/testing/store-tasks.ts';
import { homeOf } from '@sqrl/squirrel/workspace/home.ts';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './support/home.ts';

/** A home, and the command line on it with a file in a terminal's place. */
function terminal({ isTTY = true } = {}) {
  const root = temporaryFolder();
  const [home, folder, screen] = [join(root, 'home'), join(root, 'shop'), join(root, 'screen')];
  mkdirSync(folder);
  const fd = openSync(screen, 'a');
  onTestFinished(() => closeSync(fd));
  const open = () => openLocal({ home, folder, env: {}, freeMemory: 1e9, now: Date.now, timeZone: 'UTC' });
  const output = { write: (text: string) => writeSync(fd, text), isTTY, columns: 100, fd };
  const world: World = {
    ...bareMachine(),
    open,
    openDemo: async () => ({ ...(await open()), folder }),
    samples: '',
    stdin: { async *[Symbol.asyncIterator]() {} },
    stdout: { write: () => {} },
    stderr: output,
    processes: () => ({ above: [], hasTerminal: true }),
    env: {},
    cwd: root,
    version: '1.2.3',
    now: Date.now,
    signal: new AbortController().signal,
  };
  return {
    root,
    home,
    folder,
    screen,
    user: homeOf(home).user,
    type: (...argv: string[]) => main(argv, world),
    /** What was drawn over each other, line by line. */
    drawn: () =>
      readFileSync(screen, 'utf8')
        .split('\r')
        .map((line) => line.trimEnd())
        .filter(Boolean),
  };
}

/** Makes the user's store so large that copying and packing it takes its time. */
function fatten(path: string): void {
  using store = openStore(path, { now: Date.now });
  const insert = store.sql(`insert into embedding_cache values (?, 'm', randomblob(10000000), 9e15)`);
  for (let i = 0; i < 8; i++) insert.run(String(i));
}

/** Has another process keep a file to itself until the screen shows a sign that somebody waits, or for some seconds. */
const busy = (
  path: string,
  { screen, sign = ' s', ms = 60_000 }: { screen: string; sign?: string; ms?: number },
) => spawnChild(holdLock, [path, { screen, sign, ms }]).started;

const BAR = /^█*░+ +\d+ % {2}/;

test('a backup of a large store draws a bar that goes on while one step takes long', async () => {
  const { user, root, type, drawn } = terminal();
  fatten(user);
  expect(await type('backup', join(root, 'a.backup'))).toBe(0);
  expect(drawn().filter((line) => BAR.test(line))).not.toEqual([]);
  expect(drawn()).toContainEqual(
    expect.stringMatching(/(copying|checking|packing): user\.db \d\/\d · \d+ s$/),
  );
});

test('restoring draws a bar', async () => {
  const { user, root, screen, type, drawn } = terminal();
  await type('remember', 'Kept', '--global');
  await type('backup', join(root, 'a.backup'));
  await busy(user, { screen, sign: 'checking' });
  expect(await type('backup', 'restore', join(root, 'a.backup'), '--yes')).toBe(0);
  expect(drawn()).toContainEqual(expect.stringMatching(/^█*░+ +\d+ % {2}checking: user\.db \d\/\d · \d+ s$/));
});

test('erasing everything draws a bar', async () => {
  const { user, screen, type, drawn } = terminal();
  await type('remember', 'Gone soon', '--global');
  await busy(user, { screen, sign: 'deleting copies' });
  expect(await type('forget', '--all', '--everything', '--yes')).toBe(0);
  expect(drawn()).toContainEqual(expect.stringMatching(/% {2}deleting copies \d\/10 · \d+ s$/));
});

test('opening a store that another process migrates, copies or mends draws a bar', async () => {
  const { home, user, screen, type, drawn } = terminal();
  mkdirSync(home, { mode: 0o700 });
  await busy(user, { screen });
  expect(await type('list')).toBe(EXIT.nothing);
  expect(drawn().at(0)).toMatch(/^Opening the memory … \d+ s$/);
});

test('where no terminal is, nothing is drawn', async () => {
  const { user, root, screen, type, drawn } = terminal({ isTTY: false });
  await type('remember', 'Kept', '--global');
  await type('backup', join(root, 'a.backup'));
  for (const argv of [
    ['backup', 'restore', join(root, 'a.backup'), '--yes'],
    ['forget', '--all', '--everything', '--yes'],
  ]) {
    await busy(user, { screen, ms: 1800 });
    expect(await type(...argv)).toBe(0);
  }
  expect(drawn()).toEqual([]);
});

const onLinux = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

test.runIf(onLinux)('the program itself draws on a real terminal, and wipes the line', async () => {
  const { root, home, folder, user, type } = terminal();
  await type('remember', 'Gone soon', '--global');
  const screen = join(root, 'real');
  await busy(user, { screen, sign: '░' });
  const command = `stty cols 100; exec '${process.execPath}' --no-warnings '${PROGRAM}' forget --all --everything --yes`;
  const child = spawn('script', ['-qfec', command, screen], {
    cwd: folder,
    env: { PATH: process.env.PATH, SQRL_HOME: home, TERM: 'xterm', SHELL: '/bin/sh' },
    stdio: 'ignore',
  });
  expect(await new Promise((done) => child.on('close', done))).toBe(0);
  const lines = readFileSync(screen, 'utf8')
    .split('\r')
    .map((line) => line.trimEnd());
  const last = lines.findLastIndex((line) => BAR.test(line));
  // Which of the ten steps a drawing catches is chance: a short one passes between two.
  expect(lines[last]).toMatch(/% {2}[a-z ]+ \d+\/10 · \d+ s$/);
  expect(lines.slice(last + 1).join('')).toMatch(/^Deleted 1 memory/);
});
