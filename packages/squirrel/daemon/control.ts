import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@sqrl/base/problem.ts';
import { type DaemonFile, daemonFilePath, readDaemonFile } from '../protocol/daemon-file.ts';
import { askDaemon } from '../protocol/http-ask.ts';
import { becomeSingle, isHeld, markStopped } from './single.ts';

/** How long a daemon has to stop after a request, and after SIGTERM. */
const REQUEST_TIMEOUT_MS = 2500;
const SIGNAL_TIMEOUT_MS = 2500;
const LOOK_MS = 30;

/** Two may be started at once, and the one that came second take the other's place when that one stops. */
const MAX_ATTEMPTS = 4;

/** Stops the daemon of a home, whatever state it is in, and leaves nothing of it behind; says whose process it was. */
export async function stopDaemonOf(home: string): Promise<{ stopped: boolean; pid: number | null }> {
  let pid: number | null = null;
  markStopped(home);
  for (let i = 0; i < MAX_ATTEMPTS && isHeld(home); i++) pid = (await stopOne(home)) ?? pid;
  if (isHeld(home))
    throw new Problem(
      `The daemon${pid === null ? '' : ` (process ${pid})`} did not stop.`,
      pid === null ? `Find and kill the process that holds ${home}.` : `Run \`kill -9 ${pid}\`.`,
      'store',
    );
  sweep(home);
  return { stopped: pid !== null, pid };
}

/** Stops the daemon that holds the lock now; its process, where it is known. */
async function stopOne(home: string): Promise<number | undefined> {
  const file = await fileOf(home);
  if (file) await askDaemon(file, { path: '/v1/stop', body: {}, timeoutMs: 1000 }).catch(() => {});
  // Who holds the lock is the process that wrote the file: its number cannot be another's.
  if (
    !(await goneIn(home, file, REQUEST_TIMEOUT_MS)) &&
    send(file, 'SIGTERM') &&
    !(await goneIn(home, file, SIGNAL_TIMEOUT_MS))
  ) {
    send(file, 'SIGKILL');
    await goneIn(home, file, SIGNAL_TIMEOUT_MS);
  }
  return file?.pid;
}

/** One that is just starting has not written its file yet. */
async function fileOf(home: string): Promise<DaemonFile | undefined> {
  for (let waited = 0; waited < REQUEST_TIMEOUT_MS; waited += LOOK_MS) {
    const file = readDaemonFile(home);
    if (file || !isHeld(home)) return file;
    await sleep(LOOK_MS);
  }
  return undefined;
}

async function goneIn(home: string, file: DaemonFile | undefined, ms: number): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += LOOK_MS) {
    // Where it has gone and the lock is held all the same, another one holds it.
    if (file ? !isAlive(file.pid) : !isHeld(home)) return true;
    await sleep(LOOK_MS);
  }
  return false;
}

function send(file: DaemonFile | undefined, signal: NodeJS.Signals): boolean {
  if (!file) return false;
  try {
    process.kill(file.pid, signal);
  } catch {
    // It has just gone.
  }
  return true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
}

/** A process that has exited keeps its id until its parent reads its status; in a container that may take a while. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** What one that was killed has left. */
function sweep(home: string): void {
  using single = readDaemonFile(home) ? becomeSingle(home) : undefined;
  if (single) rmSync(daemonFilePath(home), { force: true });
}
