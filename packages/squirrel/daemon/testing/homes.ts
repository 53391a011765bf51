import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AS_PERSON } from '@sqrl/base/testing/as-person.ts';
import { onTestFinished } from 'vitest';
import type { DaemonAddress } from '../../protocol/reach-daemon.ts';
import { stopDaemonOf } from '../control.ts';

/** The program as it stands in the sources; built, where the build is of these very sources, since that starts sooner. */
export const PROGRAM = process.env.TESTED_PROGRAM ?? fileURLToPath(new URL('../../sqrl.ts', import.meta.url));

/** A person's folders in a temporary place: a home, a project, and nothing of anybody else's. */
export interface TestPerson {
  root: string;
  home: string;
  project: string;
  env: Record<string, string>;
  /** How a client reaches this person's daemon. */
  reach(given?: Partial<DaemonAddress>): DaemonAddress;
  sqrl(
    argv: string[],
    env?: Record<string, string>,
    /** The user it runs as; only root may choose. */
    uid?: number,
  ): Promise<{ exit: number | null; out: string; err: string }>;
}

/** Sets up a person; when the test is over their daemon is stopped and everything is removed. */
export function person(settings = ''): TestPerson {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-daemon-')));
  const [home, project] = [join(root, 'home'), join(root, 'my shöp')];
  for (const folder of [home, project]) mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(home, 'config.toml'), settings);
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, HOME: root, SQRL_HOME: home, TMPDIR: root };
  const children: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL');
    await stopDaemonOf(home);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    root,
    home,
    project,
    env,
    reach: (given = {}) => ({
      home,
      version: '0.1.0',
      ifMissing: 'start',
      patienceMs: 600_000,
      start: { node: process.execPath, args: ['--no-warnings', PROGRAM, 'start', '--foreground'], env },
      ...given,
    }),
    async sqrl(argv, more = {}, uid = undefined) {
      const child = spawn(process.execPath, ['--no-warnings', AS_PERSON, PROGRAM, ...argv], {
        cwd: project,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(uid !== undefined && { uid, gid: uid }),
      });
      children.push(child);
      const said = { out: '', err: '' };
      child.stdout.on('data', (data) => (said.out += data));
      child.stderr.on('data', (data) => (said.err += data));
      const exit = await new Promise<number | null>((done) => child.on('close', done));
      return { exit, ...said };
    },
  };
}

/** Waits until something is there. */
export async function until<T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  for (let waited = 0; waited < 600_000; waited += 25) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await sleep(25);
  }
  throw new Error('It never came.');
}

/** Whether a process lives; one that has ended and whose end its parent has not heard of yet does not. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
