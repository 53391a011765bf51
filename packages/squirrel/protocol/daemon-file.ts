import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where the daemon of a home answers, and to whom. */
export interface DaemonFile {
  host: string;
  port: number;
  token: string;
  pid: number;
  /** The product's version, and the version of what is said over HTTP. */
  version: string;
  protocol: number;
  startedAt: number;
}

/** The file through which a home's daemon is found. */
export const daemonFilePath = (home: string): string => join(home, 'daemon.json');

/** The stop mark: its modification time says when a person last stopped the daemon of a home. */
export const stopMarkPath = (home: string): string => join(home, 'daemon.stopped');

/**
 * When the daemon of a home was last stopped on purpose; undefined where no daemon was, or the mark is not valid. A time
 * in the future is not: the clock was set back since, and until it catches up no daemon could start.
 */
export function stoppedAt(home: string, now: number): number | undefined {
  const mark = lstatSync(stopMarkPath(home), { throwIfNoEntry: false });
  return mark?.isFile() && mark.mtimeMs <= now ? mark.mtimeMs : undefined;
}

/** The socket for hooks, a file that only its owner can open; undefined where the system has none, or its name is too long. */
export function daemonSocketPath(home: string): string | undefined {
  const path = join(home, 'daemon.sock');
  return process.platform === 'win32' || Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES ? undefined : path;
}

/** What every system takes for the name of such a file. */
const MAX_SOCKET_PATH_BYTES = 100;

/** What the file says; undefined where there is none, it is broken, or another user may have written it. */
export function readDaemonFile(home: string): DaemonFile | undefined {
  const path = daemonFilePath(home);
  try {
    const { uid, mode } = statSync(path);
    // One that others may write, or that another user put there, could lead our memories to their port.
    if (process.getuid && (uid !== process.getuid() || (mode & 0o077) !== 0)) return undefined;
    const said = JSON.parse(readFileSync(path, 'utf8')) as Partial<DaemonFile>;
    return isWhole(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

function isWhole(said: Partial<DaemonFile>): said is DaemonFile {
  const { host, port, token, pid, version, protocol } = said;
  return (
    host === '127.0.0.1' &&
    Number.isInteger(port) &&
    port! > 0 &&
    port! < 65_536 &&
    typeof token === 'string' &&
    token.length >= 32 &&
    Number.isInteger(pid) &&
    typeof version === 'string' &&
    Number.isInteger(protocol)
  );
}

/**
 * Node's flags for a daemon. It sleeps most of its life: a heap that grows in small steps is worth more to it than a quick
 * one, and it gives memory back when it is idle.
 */
export const DAEMON_FLAGS = ['--no-warnings', '--max-semi-space-size=1', '--expose-gc'] as const;

/**
 * The environment of a home's daemon: without what it must not inherit from the process that happens to start it, whose session and
 * settings it outlives. Memory that was read through goes back to the system at once.
 */
export const daemonEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !STARTERS_OWN.test(name))),
  SQRL_HOME: home,
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '65536',
  MALLOC_MMAP_THRESHOLD_: '65536',
});

const STARTERS_OWN =
  /^(NODE_OPTIONS|NODE_CHANNEL_.*|NODE_UNIQUE_ID|VITEST.*|npm_.*|CLAUDE_CODE_.*|CLAUDECODE)$/;

/** Whether a version of this product is newer than another; what is not a version is older than any. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  for (const [i, part] of a.entries()) if (part !== b[i]) return part > b[i]!;
  return false;
}

/** One that is still to come stands before the one it comes to: 1.0.0-rc.1 is older than 1.0.0. */
function numbersOf(version: string): number[] {
  const [, major, minor, patch, early] = /^(\d+)\.(\d+)\.(\d+)(-.*)?/.exec(version) ?? [];
  if (major === undefined) return [-1, 0, 0, 0, 0];
  const nth = early === undefined ? 0 : Number(/\d+$/.exec(early)?.[0] ?? 0);
  return [Number(major), Number(minor), Number(patch), early === undefined ? 1 : 0, nth];
}
