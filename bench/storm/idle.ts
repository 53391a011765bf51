import { setTimeout as sleep } from 'node:timers/promises';
import { DAEMON_FLAGS, readDaemonFile } from '@sqrl/squirrel/protocol/daemon-file.ts';
import { connectDaemon } from '@sqrl/squirrel/protocol/http-client.ts';
import { cpuOf, memoryOf } from './processes.ts';

/** How a daemon behaves while idle. */
export interface AtRest {
  /** Until it had done what there was to do. */
  afterMs: number;
  cpuPercent: number;
  memoryMb: number;
  embedderLoaded: boolean;
  /** What it still works at. */
  busy: string[];
}

const LOOK_MS = 500;
const REST_MS = 5000;
/** Longer than news are gathered before the next job begins. */
const QUIET_MS = 3000;
const LONGEST_MS = 600_000;
/** So long may a megabyte of logs be learned from, on cores that have other work, too. */
const MS_PER_MB = 30_000;

/** Waits until a home's daemon has nothing to do; where times count, until it uses no CPU, and measures it for a few seconds. */
export async function comeToRest(
  home: string,
  env: NodeJS.ProcessEnv,
  { dist, isTimed, bytes = 0 }: { dist: string; isTimed: boolean; bytes?: number },
): Promise<AtRest> {
  // As hooks and commands start it: without these flags it holds 70 MB more a minute after a question.
  const args = [...DAEMON_FLAGS, `${dist}/squirrel/sqrl.js`, 'start', '--foreground'];
  const start = { node: process.execPath, args, env };
  const reach = { home, version: '0.0.0', ifMissing: 'start', patienceMs: LONGEST_MS, start } as const;
  await using client = (await connectDaemon(reach, { global: true }))!;
  const longestMs = Math.max(LONGEST_MS, (bytes / 1e6) * MS_PER_MB);
  const began = Date.now();
  const busy = async () => {
    const { daemon } = await client.call('status', {});
    return daemon!.jobs.filter(({ state }) => state === 'running').map(({ name }) => name);
  };
  const { pid } = readDaemonFile(home)!;
  // What one job leaves to the next begins a moment later; quiet is what lasts.
  const enough = isTimed ? REST_MS : QUIET_MS;
  let quiet = 0;
  while (quiet < enough && Date.now() - began < longestMs) {
    const before = cpuOf(pid);
    await sleep(LOOK_MS);
    const isCalm = !isTimed || cpuOf(pid) - before <= LOOK_MS / 50;
    const isQuiet = isCalm && (await busy()).length === 0;
    quiet = isQuiet ? quiet + LOOK_MS : 0;
  }
  const afterMs = Date.now() - began;
  const before = cpuOf(pid);
  if (isTimed) await sleep(REST_MS);
  const cpuPercent = ((cpuOf(pid) - before) / REST_MS) * 100;
  const { embedderLoaded } = (await client.call('status', {})).daemon!;
  // What begins after it was quiet for long enough comes to its end as well.
  const left = quiet < enough ? await busy() : [];
  return { afterMs, cpuPercent, memoryMb: memoryOf(pid), embedderLoaded, busy: left };
}
