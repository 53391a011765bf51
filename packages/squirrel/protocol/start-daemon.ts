import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@sqrl/base/problem.ts';
import { type DaemonFile, daemonEnvironment, readDaemonFile } from './daemon-file.ts';
import { type DaemonAddress, isDaemon, LOOK_MS, PATIENCE_MS } from './reach-daemon.ts';

/** Starts a daemon and waits until it answers. Where several start at once, one stays and all find it. */
export async function startDaemon(reach: DaemonAddress): Promise<DaemonFile> {
  const { start, home, patienceMs = PATIENCE_MS } = reach;
  let failed: string | undefined;
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
  } catch (error) {
    const message = `${home} cannot be created (${(error as NodeJS.ErrnoException).code}).`;
    throw new Problem(
      message,
      'Make the folder above it writable, or set SQRL_HOME to another folder.',
      'store',
    );
  }
  const child = spawn(start.node, [...start.args], {
    detached: true,
    stdio: 'ignore',
    // The caller's working directory may be removed later, or already is.
    cwd: home,
    env: daemonEnvironment(start.env, home),
    windowsHide: true,
  });
  child.once('error', (error) => (failed = error.message));
  child.once('exit', (code) => {
    if (code !== 0) failed = `it exited with status ${code}`;
  });
  child.unref();
  for (let waited = 0; waited < patienceMs; waited += LOOK_MS) {
    await sleep(LOOK_MS);
    const file = readDaemonFile(home);
    if (file && (await isDaemon(file).catch(() => false))) return file;
    if (failed !== undefined) break;
  }
  throw new Problem(
    `The daemon did not start${failed === undefined ? '' : `: ${failed}`}.`,
    `Run \`sqrl start --foreground\` to see why, or see ${home}/daemon.log. To work without it, pass --no-daemon.`,
    'store',
  );
}
