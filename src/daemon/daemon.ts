import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../model/problem.ts';
import { type DaemonFile, daemonFilePath, readDaemonFile } from '../protocol/daemon-file.ts';
import { PROTOCOL } from '../protocol/wire.ts';
import { keepEngines } from './engines.ts';
import { type Surroundings, settingsOf } from './furnish.ts';
import { startJobs } from './jobs/jobs.ts';
import { type LogFile, openLogFile } from './log-file.ts';
import { restWhenIdle } from './rest.ts';
import { houseOf } from './server/house-of.ts';
import { launchFilesOf } from './server/launch-file.ts';
import { newsOf } from './server/news.ts';
import { serve } from './server/serve.ts';
import { visitorsOf } from './server/visitors.ts';
import { stoppedSince, waitToBeSingle } from './single.ts';

export interface DaemonOptions {
  surroundings: Surroundings;
  version: string;
  /** Ends it. */
  signal: AbortSignal;
  /** When this program began; a stop after that is meant for it too. */
  began: number;
  /** Told once it answers. */
  onReady?: (file: DaemonFile) => void;
}

/** It is to be gone in two seconds, whatever its work says. */
const LONGEST_MS = 1600;

/** How often it looks whether what it keeps is still there. */
const LOOK_MS = 10_000;

/** Is the daemon of a home until it is stopped; says how it ended, or that there is one already. */
export async function runDaemon(options: DaemonOptions): Promise<'stopped' | 'another'> {
  const { surroundings, version, signal, began, onReady } = options;
  const { home, now } = surroundings;
  using single = await waitToBeSingle(home, () => isAlive(readDaemonFile(home)));
  if (!single || stoppedSince(home, began)) return 'another';
  const log = openLogFile(join(home, 'daemon.log'), now);
  const stop = new AbortController();
  let because = 'a signal';
  const end = (why: string) => {
    because = why;
    stop.abort();
  };
  const untie = tie(signal, end, log);
  let hard: NodeJS.Timeout | undefined;
  try {
    const daemon = await begin({ surroundings, version, log, end });
    onReady?.(daemon.file);
    await stopped(stop.signal);
    hard = setTimeout(() => leaveAtOnce(home, daemon.file, single), LONGEST_MS);
    log.line(`stops: ${because}`);
    await daemon.close();
    log.line('stopped');
    return 'stopped';
  } catch (error) {
    log.line(`ended: ${error instanceof Problem ? error.message : ((error as Error).stack ?? error)}`);
    throw error;
  } finally {
    clearTimeout(hard);
    untie();
  }
}

interface Beginning extends Pick<DaemonOptions, 'surroundings' | 'version'> {
  log: LogFile;
  end: (why: string) => void;
}

/** Opens the port, writes down where it is, and begins to work. */
async function begin({ surroundings, version, log, end }: Beginning) {
  const { home, now } = surroundings;
  const { daemon: settings } = settingsOf(home);
  const startedAt = now();
  const token = randomBytes(32).toString('base64url');
  const rest = restWhenIdle(() => house.isIdle());
  const engines = keepEngines(surroundings, {
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
  const launchFiles = launchFilesOf(home);
  launchFiles.clear();
  const house = houseOf({
    ...{ version, token, engines, jobs, log, news, launchFiles, startedAt, now },
    visitors: visitorsOf(now),
    stop: end,
    onCall: rest.stir,
  });
  const server = await serve(house, home).catch(async (error) => {
    await jobs.stop();
    throw error;
  });
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
  await server.openDoor();
  log.line(`version ${version} answers on port ${server.port} as process ${process.pid}`);
  // Somebody looks at it as long as a page is open.
  const isUnseen = () => house.isIdle() && news.watchers() === 0;
  const idle = watchIdle(settings.idle_minutes, isUnseen, end);
  const gone = setInterval(() => existsSync(home) || end('its home is gone'), LOOK_MS).unref();
  return {
    file,
    async close() {
      clearInterval(idle);
      clearInterval(gone);
      rest.stop();
      // First, so that whoever comes now starts another one, which waits until this one has gone.
      removeFile(home, file);
      launchFiles.clear();
      await Promise.all([server.close(), jobs.stop(), house.settling.stop()]);
      await engines.close();
    },
  };
}

/** Ends it at a signal of the system's, of the caller's, and at a mistake of ours, of which nobody knows what it broke. */
function tie(signal: AbortSignal, end: (why: string) => void, log: LogFile): () => void {
  const told = () => end('a signal');
  const failed = (error: unknown) => {
    log.line(`failed: ${error instanceof Error ? error.stack : error}`);
    process.exitCode = 1;
    end('a mistake');
  };
  if (signal.aborted) told();
  signal.addEventListener('abort', told);
  for (const name of SIGNALS) process.on(name, told);
  process.on('uncaughtException', failed);
  process.on('unhandledRejection', failed);
  return () => {
    signal.removeEventListener('abort', told);
    for (const name of SIGNALS) process.off(name, told);
    process.off('uncaughtException', failed);
    process.off('unhandledRejection', failed);
  };
}

const SIGNALS = ['SIGTERM', 'SIGHUP'] as const;

const stopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Written beside and moved: whoever reads it reads all of it, and nobody else may. */
function write(home: string, file: DaemonFile): void {
  const path = daemonFilePath(home);
  const part = `${path}.${process.pid}`;
  rmSync(part, { force: true });
  writeFileSync(part, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(part, path);
}

function removeFile(home: string, { token }: DaemonFile): void {
  if (readDaemonFile(home)?.token === token) rmSync(daemonFilePath(home), { force: true });
}

function leaveAtOnce(home: string, file: DaemonFile, single: Disposable): void {
  removeFile(home, file);
  single[Symbol.dispose]();
  process.exit(0);
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
    if (quiet >= ms) end(`nothing to do for ${minutes} minutes`);
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
