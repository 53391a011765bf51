import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WRITER_GUARD } from '@sqrl/base/model/own-session.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { type DaemonFile, isNewer, readDaemonFile } from './daemon-file.ts';
import { askDaemon, DaemonGone } from './http-ask.ts';
import { type Launch, PROTOCOL, tokenProof } from './wire.ts';

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

/** Loaded only here: what starts processes costs a third of the time in which Node starts. */
const started = async (reach: DaemonAddress): Promise<DaemonFile> =>
  (await import('./start-daemon.ts')).startDaemon(reach);

export const PATIENCE_MS = 15_000;
const HELLO_MS = 1500;
export const LOOK_MS = 40;

/** Finds the daemon of a home, and starts it where that is wished for; undefined where there is none. */
export async function reachDaemon(reach: DaemonAddress): Promise<DaemonFile | undefined> {
  const found = await answering(reach);
  // An agent program that answers for a daemon must not start another one.
  const may = reach.ifMissing === 'start' && !reach.start.env[WRITER_GUARD];
  if (!found) return may ? await started(reach) : undefined;
  if (isNewer(reach.version, found.version) || found.protocol < PROTOCOL) {
    await stopDaemon(found, reach);
    return await started(reach);
  }
  if (found.protocol > PROTOCOL)
    throw new Problem(
      `The daemon has version ${found.version}, which this program (${reach.version}) does not support.`,
      'Update this program, or pass --no-daemon.',
    );
  return found;
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
export async function isDaemon(file: DaemonFile): Promise<boolean> {
  const nonce = randomBytes(16).toString('hex');
  const path = `/v1/hello?nonce=${nonce}`;
  const { status, said } = await askDaemon(file, { method: 'GET', path, token: false, timeoutMs: HELLO_MS });
  return status === 200 && said.proof === tokenProof(file.token, nonce);
}

/** Asks a daemon for an address that lets a browser in, once; it leads to the project of the folder, where one is given. */
export async function launchOf(daemon: DaemonFile, folder?: string): Promise<Launch> {
  const reply = await askDaemon(daemon, { path: '/v1/launch', body: { folder }, timeoutMs: 30_000 });
  if (reply.status !== 200)
    throw new Problem('The daemon did not open the panel.', 'Run `sqrl stop`, then try again.');
  return reply.said as unknown as Launch;
}
