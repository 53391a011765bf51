import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readDaemonFile, stopMarkPath } from '../protocol/daemon-file.ts';
import { connectDaemon } from '../protocol/http-client.ts';
import { isHeld, lockPath } from './single.ts';
import { lives, PROGRAM, person, type TestPerson, until } from './testing/homes.ts';
import { mayMount, smallDisk } from './testing/small-disk.ts';

const ALONE = '[daemon]\nfollow = false\n';

/** Starts a daemon process as a client does, and waits until the process has ended; undefined where it lives on. */
async function startAndEnd({ home, env }: TestPerson, wrap: string[] = []) {
  const words = [...wrap, process.execPath, '--no-warnings', PROGRAM, 'start', '--foreground'];
  const child = spawn(words[0]!, words.slice(1), { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (data) => (said += data));
  child.stderr.on('data', (data) => (said += data));
  const status = await Promise.race([
    new Promise<number | null>((resolve) => child.on('close', resolve)),
    sleep(120_000, undefined, { ref: false }),
  ]);
  return { pid: child.pid!, status, said };
}

/** A start without the fault works. */
async function startsNow({ home, project, reach }: TestPerson) {
  const client = await connectDaemon(reach(), { project });
  expect((await client!.call('status', {})).daemon!.pid).toBe(readDaemonFile(home)!.pid);
  await client!.close();
}

test('where daemon.json cannot be written, no daemon stays alive without the lock, and the reason is logged', async () => {
  const ann = person(ALONE);
  const { home } = ann;
  mkdirSync(join(home, 'daemon.json'));
  const { pid, status, said } = await startAndEnd(ann);
  expect({ status, lives: lives(pid) }).toEqual({ status: 1, lives: false });
  expect(said).toContain('The daemon cannot run: EISDIR');
  expect(readFileSync(join(home, 'daemon.log'), 'utf8')).toMatch(/failed: .*EISDIR/);
  expect([isHeld(home), existsSync(lockPath(home))]).toEqual([false, false]);
  expect(readdirSync(home).filter((each) => /\.json\.\d+$/.test(each))).toEqual([]);

  rmSync(join(home, 'daemon.json'), { recursive: true });
  await startsNow(ann);
});

test('where the home cannot be created, the start says so and what to do', async () => {
  const ann = person();
  const file = join(ann.root, 'file');
  writeFileSync(file, '');
  const { exit, err } = await ann.sqrl(['start'], { SQRL_HOME: join(file, 'home') });
  expect(exit).toBe(1);
  expect(err).toMatch(/home cannot be created \(ENOTDIR\)\.\n.*set SQRL_HOME to another folder/);
});

test('where no file may grow, as under a quota, the daemon process ends', async () => {
  const ann = person(ALONE);
  const { pid, status } = await startAndEnd(ann, ['sh', '-c', 'ulimit -f 0; exec "$@"', 'sh']);
  expect({ status, lives: lives(pid) }).toEqual({ status: 1, lives: false });
  expect(isHeld(ann.home)).toBe(false);
  await startsNow(ann);
});

test.skipIf(!mayMount())('with 4 KB of disk left the daemon process ends', async () => {
  const ann = person(ALONE);
  const { home } = ann;
  using disk = smallDisk(home, 64);
  writeFileSync(join(home, 'config.toml'), ALONE);
  disk.fill(4096);
  const { pid, status } = await startAndEnd(ann);
  expect({ status, lives: lives(pid) }).toEqual({ status: 1, lives: false });
  expect(isHeld(home)).toBe(false);

  disk.free();
  await startsNow(ann);
  await ann.sqrl(['stop']);
});

test('a stop mark from the future does not keep the daemon down, and a start clears it', async () => {
  const ann = person(ALONE);
  const tomorrow = new Date(Date.now() + 86_400_000);
  writeFileSync(stopMarkPath(ann.home), '');
  utimesSync(stopMarkPath(ann.home), tomorrow, tomorrow);
  await startsNow(ann);
  expect(existsSync(stopMarkPath(ann.home))).toBe(false);
});

test.each(['a call', 'time'])(
  'the daemon of a home that was deleted and made again ends with %s, and another one answers',
  async (what) => {
    const ann = person(ALONE);
    const { home, project, reach } = ann;
    const client = await connectDaemon(reach(), { project });
    await client!.call('remember', { text: 'The old home knows this' });
    const old = readDaemonFile(home)!;
    // The daemon may be writing in it.
    rmSync(home, { recursive: true, maxRetries: 5 });
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, 'config.toml'), ALONE);

    if (what === 'a call') {
      expect((await client!.call('list', {})).memories).toEqual([]);
      expect(readDaemonFile(home)!.pid).not.toBe(old.pid);
    }
    await until(() => !lives(old.pid));
    await client!.close();
    await startsNow(ann);
    expect(isHeld(home)).toBe(true);
  },
);
