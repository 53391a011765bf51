import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../base/problem.ts';
import { WRITER_GUARD } from '../model/own-session.ts';
import { type DaemonFile, readDaemonFile } from './daemon-file.ts';
import { daemonEnvironment } from './daemon-process.ts';
import { askDaemon, DaemonGone } from './http-ask.ts';
import { isNewer } from './newer.ts';
import { PROTOCOL, tokenProof } from './wire.ts';

/** How the daemon is started: by absolute paths, so that the caller and its folder do not matter. */
interface DaemonCommand {
  node: string;
  /** Its arguments: the script and the script's own. */
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
}

/** Which daemon is meant, and how it may be started. */
export interface DaemonAddress {
  home: string;
  /** Of the program that asks; an older daemon is replaced by one of this version. */
  version: string;
  start: DaemonCommand;
  /** Where none runs: start one, or leave it. */
  ifMissing: 'start' | 'leave';
  /** How long to wait for one that starts, or is busy. */
  patienceMs?: number;
}

const PATIENCE_MS = 15_000;
const HELLO_MS = 1500;
const LOOK_MS = 40;

/** Finds the daemon of a home, and starts it where that is wished for; undefined where there is none. */
export async function reachDaemon(reach: DaemonAddress): Promise<DaemonFile | undefined> {
  const found = await answering(reach);
  // An agent program that answers for a daemon must not start another one.
  const may = reach.ifMissing === 'start' && !reach.start.env[WRITER_GUARD];
  if (!found) return may ? startDaemon(reach) : undefined;
  if (isNewer(reach.version, found.version) || found.protocol < PROTOCOL) {
    await stopDaemon(found, reach);
    return startDaemon(reach);
  }
  if (found.protocol > PROTOCOL)
    throw new Problem(
      `The daemon has version ${found.version}, which this program (${reach.version}) does not support.`,
      'Update this program, or pass --no-daemon.',
    );
  return found;
}

/** Starts a daemon and waits until it answers. Where several start at once, one stays and all find it. */
async function startDaemon(reach: DaemonAddress): Promise<DaemonFile> {
  const { start, home, patienceMs = PATIENCE_MS } = reach;
  let failed: string | undefined;
  mkdirSync(home, { recursive: true, mode: 0o700 });
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

/** Asks a daemon to stop, and waits until it has let go of its file. */
async function stopDaemon(
  daemon: DaemonFile,
  { home, patienceMs = PATIENCE_MS }: Pick<DaemonAddress, 'home' | 'patienceMs'>,
): Promise<void> {
  await askDaemon(daemon, { path: '/v1/stop', body: {}, timeoutMs: HELLO_MS }).catch(() => {});
  for (let waited = 0; waited < patienceMs; waited += LOOK_MS) {
    if (readDaemonFile(home)?.token !== daemon.token) return;
    await sleep(LOOK_MS);
  }
  throw new Problem(
    'The daemon did not stop in time.',
    'Run `sqrl stop`; it kills the process if necessary.',
    'store',
  );
}

/** The daemon that a home's file names, where it really answers; a busy one is waited for. */
async function answering({ home, patienceMs = PATIENCE_MS }: DaemonAddress): Promise<DaemonFile | undefined> {
  for (let waited = 0; ; waited += HELLO_MS) {
    const file = readDaemonFile(home);
    if (!file) return undefined;
    try {
      return (await isDaemon(file)) ? file : undefined;
    } catch (error) {
      if (!(error instanceof DaemonGone) || !error.busy) return undefined;
      if (waited >= patienceMs)
        throw new Problem(
          `The daemon (process ${file.pid}) does not respond.`,
          'Run `sqrl stop`, or pass --no-daemon.',
          'store',
        );
    }
  }
}

/** Whether who answers there knows the token. Another program may have got the port of a daemon that was killed. */
async function isDaemon(file: DaemonFile): Promise<boolean> {
  const nonce = randomBytes(16).toString('hex');
  const path = `/v1/hello?nonce=${nonce}`;
  const { status, said } = await askDaemon(file, { method: 'GET', path, token: false, timeoutMs: HELLO_MS });
  return status === 200 && said.proof === tokenProof(file.token, nonce);
}
