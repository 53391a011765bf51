import { lstatSync } from 'node:fs';
import { type DaemonFile, daemonSocketPath, isNewer, readDaemonFile } from '../protocol/daemon-file.ts';
import { PROTOCOL } from '../protocol/wire.ts';
import { type DaemonConnection, openLine } from './exchange.ts';
import { mayStart, startDaemon } from './start-daemon.ts';

/** A line to a daemon that has proved to be one. */
export interface VerifiedDaemon {
  line: DaemonConnection;
  daemon: DaemonFile;
  /** Where it is an older one: has one of this version take its place, for which it is asked to stop. */
  replace?: () => Promise<unknown>;
}

export interface ReachRequest {
  home: string;
  /** Something begins here: a daemon is started for it and waited for. */
  begins: boolean;
  /** The path of this program; the daemon's is next to it. */
  program: string;
}

/** Filled in when the program is built. */
declare const SQRL_VERSION: string | undefined;
const LOOK_MS = 20;

/** Finds the daemon of a home and has it prove that it is one; says why not where there is none. */
export async function reach({ home, begins, program }: ReachRequest): Promise<VerifiedDaemon | string> {
  const found = readDaemonFile(home);
  const isOld = found !== undefined && isOlder(found);
  if (found && found.protocol !== PROTOCOL && !isOld)
    return `the daemon has version ${found.version}, which this hook does not support`;
  if (found && found.protocol === PROTOCOL) {
    const line = await lineTo(found, home);
    const replace = () => startDaemon(home, program, 'instead');
    if (line)
      return { line, daemon: found, ...(isOld && begins && mayStart(home, process.env) && { replace }) };
  }
  // Who went idle took its file along, and is started when something begins; who was killed left it behind.
  if ((!found && !begins) || !mayStart(home, process.env)) return 'daemon not running';
  const began = await startDaemon(home, program, isOld && found?.protocol !== PROTOCOL ? 'instead' : 'anew');
  if (!begins) return began ? 'daemon not running; started it' : 'daemon not running yet';
  // Until time is over, which ends all of this.
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const daemon = readDaemonFile(home);
    if (!daemon || daemon.token === found?.token) continue;
    const line = await lineTo(daemon, home);
    if (line) return { line, daemon };
  }
}

/** A line to a daemon, by its own door or by its port; undefined where it is not there. */
async function lineTo(daemon: DaemonFile, home: string): Promise<DaemonConnection | undefined> {
  const path = daemonSocketPath(home);
  const door = path === undefined ? undefined : lstatSync(path, { throwIfNoEntry: false });
  // Only we could have put it there, so the process behind it is ours: it need not prove itself first.
  const isOurs = door?.isSocket() === true && door.uid === process.getuid?.() && (door.mode & 0o077) === 0;
  const line = isOurs ? await openLine({ path: path! }).catch(() => undefined) : undefined;
  return line ?? (await proven(daemon).catch(() => undefined));
}

/** A line to who knows the token. Another program may have got the port of a daemon that was killed. */
async function proven(daemon: DaemonFile): Promise<DaemonConnection | undefined> {
  // Loading it takes a sixth of starting Node; the socket above needs no proof, so only this fallback pays.
  const { createHmac, randomBytes } = await import('node:crypto');
  const line = await openLine({ port: daemon.port });
  const nonce = randomBytes(16).toString('hex');
  const { status, body } = await line.ask(
    `GET /v1/hello?nonce=${nonce} HTTP/1.1\r\nhost: 127.0.0.1:${daemon.port}\r\n\r\n`,
  );
  const proof = createHmac('sha256', daemon.token).update(`sqrl\0${nonce}`).digest('hex');
  if (status === 200 && body === JSON.stringify({ proof })) return line;
  line.close();
  return undefined;
}

const isOlder = ({ version, protocol }: DaemonFile): boolean =>
  protocol < PROTOCOL || (typeof SQRL_VERSION === 'string' && isNewer(SQRL_VERSION, version));
