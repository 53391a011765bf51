import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../model/problem.ts';
import { type DaemonFile, daemonFilePath, readDaemonFile } from '../protocol/daemon-file.ts';
import { askDaemon } from '../protocol/http-ask.ts';
import { becomeSingle, isHeld } from './single.ts';

/** How long a daemon has to stop when it is asked, and when it is told. */
const ASKED_MS = 2500;
const TOLD_MS = 2500;
const LOOK_MS = 30;

/** Stops the daemon of a home, whatever state it is in, and leaves nothing of it behind; says whose process it was. */
export async function stopDaemonOf(home: string): Promise<{ stopped: boolean; pid: number | null }> {
  if (!isHeld(home)) {
    sweep(home);
    return { stopped: false, pid: null };
  }
  const file = await fileOf(home);
  if (file) await askDaemon(file, { path: '/v1/stop', body: {}, timeoutMs: 1000 }).catch(() => {});
  // Who holds the lock is the process that wrote the file: its number cannot be another's.
  const gone =
    (await goneIn(home, file, ASKED_MS)) ||
    (send(file, 'SIGTERM') && (await goneIn(home, file, TOLD_MS))) ||
    (send(file, 'SIGKILL') && (await goneIn(home, file, TOLD_MS)));
  if (!gone)
    throw new Problem(
      `The daemon${file ? ` (process ${file.pid})` : ''} does not stop.`,
      'End its process by hand.',
      'store',
    );
  sweep(home);
  return { stopped: true, pid: file?.pid ?? null };
}

/** One that is just starting has not written its file yet. */
async function fileOf(home: string): Promise<DaemonFile | undefined> {
  for (let waited = 0; waited < ASKED_MS; waited += LOOK_MS) {
    const file = readDaemonFile(home);
    if (file || !isHeld(home)) return file;
    await sleep(LOOK_MS);
  }
  return undefined;
}

async function goneIn(home: string, file: DaemonFile | undefined, ms: number): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += LOOK_MS) {
    if (!isHeld(home) && !(file && isAlive(file.pid))) return true;
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

/** One that has ended keeps its number until somebody asks how it ended; in a container that may take a while. */
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
