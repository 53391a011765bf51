import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';
import { replaceFile } from '@sqrl/base/replace-file.ts';
import { type DaemonFile, daemonFilePath, readDaemonFile } from '../protocol/daemon-file.ts';
import { PROTOCOL } from '../protocol/wire.ts';
import { inodeOf } from '../store/wrap.ts';
import { type MachineContext, settingsOf } from './engine-parts.ts';
import { Engines } from './engines.ts';
import { startJobs } from './jobs/jobs.ts';
import { type LogFile, openLogFile } from './log-file.ts';
import { createServerContext } from './server/context.ts';
import { newsOf } from './server/news.ts';
import { PageAccess } from './server/page-access.ts';
import { type RunningServer, serve } from './server/serve.ts';
import { clearStopMark, type HomeLock, stoppedSince, waitToBeSingle } from './single.ts';

export interface DaemonOptions {
  surroundings: MachineContext;
  version: string;
  signal: AbortSignal;
  /** When this program began; a stop after that is meant for it too. */
  began: number;
  onReady?: (file: DaemonFile) => void;
  /** How long it may take to close before its process exits; one that runs inside another program waits. */
  maxCloseMs?: number;
}

/** It is to be gone in two seconds, whatever its work says. */
const MAX_MS = 1600;

/** After a failure it may take longer to close everything: no caller waits, and the reason must still be logged. */
const MAX_AFTER_FAILURE_MS = 8000;

/** How often it checks that its home is still the one it was started for. */
const LOOK_MS = 5000;

/** Is the daemon of a home until it is stopped; says how it ended, or that there is one already. */
export async function runDaemon(options: DaemonOptions): Promise<'stopped' | 'another'> {
  const { home, now } = options.surroundings;
  const log = openLogFile(join(home, 'daemon.log'), now);
  try {
    // Released last: until everything below is closed, no other daemon may start.
    using single = await waitToBeSingle(home, () => isAlive(readDaemonFile(home)));
    if (!single || stoppedSince(home, options.began, now())) return 'another';
    clearStopMark(home);
    await runAlone(options, single, log);
    return 'stopped';
  } catch (error) {
    log.line(`ended: ${error instanceof Error ? error.message : error}`);
    throw asStartProblem(error, home);
  }
}

/** Runs until something ends it. Throws, with everything closed, where it could not start or met a bug. */
async function runAlone(options: DaemonOptions, single: HomeLock, log: LogFile): Promise<void> {
  const { surroundings, version, signal, onReady, maxCloseMs = MAX_MS } = options;
  const token = randomBytes(32).toString('base64url');
  const stop = new AbortController();
  let because = 'received a signal';
  let failure: { error: unknown } | undefined;
  let hard: NodeJS.Timeout | undefined;
  const end = (why: string) => {
    if (stop.signal.aborted) return;
    because = why;
    stop.abort();
    // Counts from here, since a start that hangs must not keep the lock either.
    const [ms, status] = failure ? [Math.max(MAX_AFTER_FAILURE_MS, maxCloseMs), 1] : [maxCloseMs, 0];
    hard = setTimeout(() => leaveAtOnce(surroundings.home, token, single, status), ms);
  };
  const fail = (error: unknown) => {
    log.line(
      `failed: ${error instanceof Problem ? error.message : error instanceof Error ? error.stack : error}`,
    );
    failure ??= { error };
    end('an error');
  };
  const untie = tie(signal, end, fail);
  try {
    const daemon = begin({ surroundings, version, token, single, log, end });
    await daemon.ready().then(onReady).catch(fail);
    await stopped(stop.signal);
    log.line(`stopping: ${because}`);
    await daemon.close();
    log.line('stopped');
    if (failure) throw failure.error;
  } finally {
    clearTimeout(hard);
    untie();
  }
}

interface DaemonStart extends Pick<DaemonOptions, 'surroundings' | 'version'> {
  token: string;
  single: HomeLock;
  log: LogFile;
  end: (why: string) => void;
}

/** Begins to work; `ready` opens the port and writes down where it is. `close` ends whatever was opened until then. */
function begin({ surroundings, version, token, single, log, end }: DaemonStart) {
  const { home, now } = surroundings;
  const { daemon: settings } = settingsOf(home);
  const startedAt = now();
  let server: RunningServer | undefined;
  let inode: number | undefined;
  const timers: (NodeJS.Timeout | undefined)[] = [];
  const rest = restWhenIdle(() => context.isIdle());
  const engines = new Engines(surroundings, {
    onNewSettings: () => jobs.settingsChanged(),
    onClosed: rest.stir,
    onTrouble: log.line,
  });
  const news = newsOf(() => jobs.list());
  const jobs = startJobs({
    ...{ surroundings, engines, log, follow: settings.follow },
    onWork(topics, project) {
      rest.stir();
      news.tell(topics, project);
    },
  });
  /** Whether clients of this home still find this daemon; ends it where they do not. */
  function isCurrent(): boolean {
    const found = single.isCurrent() && (inode === undefined || inodeOf(daemonFilePath(home)) === inode);
    if (!found) end('home folder removed or replaced');
    return found;
  }
  const access = new PageAccess(home, now);
  access.clear();
  const context = createServerContext({
    ...{ version, home, token, engines, jobs, log, news, access, startedAt, now, isCurrent },
    stop: end,
    onCall: rest.stir,
  });
  return {
    async ready(): Promise<DaemonFile> {
      server = await serve(context, home);
      const file: DaemonFile = {
        host: '127.0.0.1',
        port: server.port,
        token,
        pid: process.pid,
        version,
        protocol: PROTOCOL,
        startedAt,
      };
      write(home, file);
      inode = inodeOf(daemonFilePath(home));
      await server.openDoor();
      access.renew(server.port);
      log.line(`version ${version} listening on port ${server.port}, process ${process.pid}`);
      // An open page keeps the daemon running.
      const isUnseen = () => context.isIdle() && news.watchers() === 0;
      timers.push(watchIdle(settings.idle_minutes, isUnseen, end), setInterval(isCurrent, LOOK_MS).unref());
      return file;
    },
    async close(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      rest.stop();
      // First, so that the next client starts another daemon, which waits until this one has exited.
      removeFile(home, token);
      access.clear();
      await Promise.all([server?.close(), jobs.stop(), context.settling.stop()]);
      await engines.close();
    },
  };
}

/** Ends it at a signal of the system's, of the caller's, and at a bug, since the state may be broken. */
function tie(signal: AbortSignal, end: (why: string) => void, fail: (error: unknown) => void): () => void {
  const told = () => end('received a signal');
  if (signal.aborted) told();
  signal.addEventListener('abort', told);
  for (const name of SIGNALS) process.on(name, told);
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  return () => {
    signal.removeEventListener('abort', told);
    for (const name of SIGNALS) process.off(name, told);
    process.off('uncaughtException', fail);
    process.off('unhandledRejection', fail);
  };
}

const SIGNALS = ['SIGTERM', 'SIGHUP'] as const;

const stopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

const write = (home: string, file: DaemonFile): void =>
  replaceFile(daemonFilePath(home), `${JSON.stringify(file, null, 2)}\n`, 0o600);

function removeFile(home: string, token: string): void {
  if (readDaemonFile(home)?.token === token) rmSync(daemonFilePath(home), { force: true });
}

function leaveAtOnce(home: string, token: string, single: HomeLock, status: number): void {
  removeFile(home, token);
  single[Symbol.dispose]();
  process.exit(status);
}

/** A failed system call as a Problem with a command to run; a bug comes back as it is. */
function asStartProblem(error: unknown, home: string): unknown {
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (error instanceof Problem || syscall === undefined) return error;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return new Problem(
    `The daemon cannot run: ${message}.`,
    isFull
      ? `Free space on the disk of ${home}, then run \`sqrl start\`.`
      : `Check that you can write every file in ${home} (ls -la ${home}), then run \`sqrl start\`.`,
    'store',
    error,
  );
}

function watchIdle(
  minutes: number,
  isIdle: () => boolean,
  end: (why: string) => void,
): NodeJS.Timeout | undefined {
  if (minutes === 0) return undefined;
  const ms = minutes * 60_000;
  let quiet = 0;
  const every = Math.max(20, Math.min(ms / 4, 30_000));
  return setInterval(() => {
    quiet = isIdle() ? quiet + every : 0;
    if (quiet >= ms) end(`idle for ${minutes} minutes`);
  }, every).unref();
}

function isAlive(file: DaemonFile | undefined): boolean {
  if (!file) return false;
  try {
    process.kill(file.pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** How long nothing must have happened. */
const QUIET_MS = 5000;

/** Gives memory back once after each spell of work, when there is nothing more to do; in between it costs nothing. */
function restWhenIdle(isIdle: () => boolean): { stir(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    if (isIdle()) collect();
    else again();
  };
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(look, QUIET_MS).unref();
  };
  again();
  return { stir: again, stop: () => clearTimeout(timer) };
}

/** Only a daemon that was started with DAEMON_FLAGS has this function. */
function collect(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
