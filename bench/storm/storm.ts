import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { stopDaemonOf } from '@sqrl/squirrel/daemon/control.ts';
import { readDaemonFile } from '@sqrl/squirrel/protocol/daemon-file.ts';
import { contentOf } from '../../test/support/logs.ts';
import { startAgent } from './agents.ts';
import { differencesOf, lostOf } from './compare.ts';
import { type Called, calmly, isClean, wave } from './hook-waves.ts';
import { type AtRest, comeToRest } from './idle.ts';
import { madeLogs } from './made-logs.ts';
import { isAlive, type Process, processesOf } from './processes.ts';

export interface StormOptions {
  /** The built program. */
  dist: string;
  bytes: number;
  kills: number;
  /** Measures what a bare Node takes at the same moments, and the daemon while idle. */
  isTimed: boolean;
  /** How long each agent and the hooks rest after a round; 0 keeps every core busy. */
  restMs: number;
  print: (line: string) => void;
}

/** What a storm left behind. */
export interface Aftermath {
  /** Of the logs that were read. */
  bytes: number;
  events: number;
  /** What is not as a calm reading of the same logs has it. */
  differences: string[];
  kills: number;
  /** Daemons that exited without being killed, each with its last log line. */
  ownDeaths: string[];
  hooks: Called[];
  /** Why hooks were not answered, and how often. */
  troubles: Record<string, number>;
  /** Of those that were called one after the other when it was over. */
  unanswered: number;
  agents: { answered: number; refused: string[]; slowestMs: number; worksAgain: boolean }[];
  /** What an agent was told is remembered, and is not, or is more than once. */
  lost: string[];
  rest: AtRest;
  strays: Process[];
  tookMs: number;
}

const AGENTS = 4;

/** Lets everything happen at once on a machine of its own: logs that grow, hooks, agents, and a daemon that is killed. */
export async function storm({
  dist,
  bytes,
  kills,
  isTimed,
  restMs,
  print,
}: StormOptions): Promise<Aftermath> {
  const began = performance.now();
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-storm-')));
  const home = join(root, 'home');
  const projects = ['shop', 'my bäkery', 'farm'].map((name) => join(root, name));
  for (const folder of [home, ...projects]) mkdirSync(folder);
  writeFileSync(join(home, 'config.toml'), SETTINGS);
  // The tests keep compiled code from one process to the next; the bench does not set it.
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const cache: Record<string, string> = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
  const env = { PATH, HOME: root, SQRL_HOME: home, TMPDIR: root, ...cache };
  try {
    const folder = join(root, '.claude/projects/-storm');
    const logs = madeLogs({ folder, projects, bytes, startedAt: Date.now() - 2 * 86_400_000 });
    logs.grow(0.1);
    const agents = await Promise.all(
      Array.from({ length: AGENTS }, (_, n) =>
        startAgent(dist, { name: `agent ${n}`, env, cwd: projects[n % projects.length]!, restMs }),
      ),
    );
    const ownDeaths: string[] = [];
    let over = false;
    const hooks: Called[] = [];
    const waves = (async () => {
      for (let round = 0; !over; round++) {
        hooks.push(...(await wave({ dist, env, projects, logs: logs.paths, isTimed }, round)));
        await sleep(PAUSE_MS + restMs);
      }
    })();
    for (let kill = 1; kill <= kills; kill++) {
      const pid = await killNext(home, ownDeaths);
      logs.grow(0.1 + (0.9 * kill) / kills);
      print(`killed ${kill} of ${kills} (process ${pid}), ${hooks.length} hooks so far`);
    }
    over = true;
    await waves;
    const before = troublesIn(home);
    const after = await calmly({ dist, env, projects, logs: logs.paths, isTimed });
    const unanswered =
      count(troublesIn(home)) - count(before) + after.filter((each) => !isClean(each)).length;
    const worksAgain = await Promise.all(agents.map((agent) => agent.works()));
    await Promise.all(agents.map((agent) => agent.close()));
    print('the storm is over');

    const rest = await comeToRest(home, env, { dist, bytes, isTimed });
    const calm = join(root, 'calm');
    await ingestCalmly(dist, { ...env, SQRL_HOME: calm, SQRL_NO_DAEMON: '1' });
    await stopDaemonOf(home);
    const strays = await straysOf(home);
    const [found, wanted] = [contentOf(home), contentOf(calm)];
    return {
      bytes: logs.bytes,
      events: Object.entries(wanted).reduce(
        (sum, [name, rows]) => sum + (name.endsWith(' events') ? rows.length : 0),
        0,
      ),
      differences: differencesOf(found, wanted),
      kills,
      ownDeaths,
      hooks,
      troubles: before,
      unanswered,
      agents: agents.map(({ answered, refused, slowestMs }, n) => ({
        answered,
        refused,
        slowestMs,
        worksAgain: worksAgain[n]!,
      })),
      lost: lostOf(
        home,
        agents.flatMap(({ kept }) => kept),
      ),
      rest,
      strays,
      tookMs: performance.now() - began,
    };
  } finally {
    await stopDaemonOf(home).catch(() => {});
    for (const { pid } of processesOf(home)) process.kill(pid, 'SIGKILL');
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * As `sqrl init` leaves them: any client that needs the daemon starts it. Few passages are embedded, since all of them would
 * take a quarter of a core for minutes before the daemon is at rest.
 */
const SETTINGS = '[daemon]\nstart = true\n[delivery]\nholdout = false\n[conversations]\nmax_vectors = 50\n';
const PAUSE_MS = 500;
/** Somebody needs a daemon all the time; in so long another one must run. */
const NEXT_MS = 240_000;

/** Kills the daemon in the middle of what it does, once there is one that has had a moment to begin. */
async function killNext(home: string, ownDeaths: string[]): Promise<number> {
  for (let waited = 0; waited < NEXT_MS; waited += 50) {
    const pid = readDaemonFile(home)?.pid;
    if (pid !== undefined && isAlive(pid)) {
      await sleep(500 + Math.random() * 3000);
      if (isAlive(pid)) {
        process.kill(pid, 'SIGKILL');
        // Its file stays behind; one that is still dying must not be taken for the next.
        while (isAlive(pid)) await sleep(5);
        return pid;
      }
      ownDeaths.push(`${pid}: ${readFileSync(join(home, 'daemon.log'), 'utf8').slice(-2000)}`);
    }
    await sleep(50);
  }
  throw new Error(`In ${NEXT_MS} ms nobody has started another daemon.`);
}

/** Reads the same logs where nothing else happens. */
async function ingestCalmly(dist: string, env: NodeJS.ProcessEnv): Promise<void> {
  await promisify(execFile)(process.execPath, [join(dist, 'squirrel/sqrl.js'), 'ingest', '--json'], {
    env,
    cwd: env.HOME,
  });
}

/** What is still there of it; who has only just been told to go is given a moment. */
async function straysOf(home: string): Promise<Process[]> {
  for (let waited = 0; waited < 60_000 && processesOf(home).length > 0; waited += 100) await sleep(100);
  return processesOf(home);
}

function troublesIn(home: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of ['hook.log.1', 'hook.log']) {
    if (!existsSync(join(home, name))) continue;
    for (const line of readFileSync(join(home, name), 'utf8').trim().split('\n')) {
      const why = line.split(': ').slice(1).join(': ');
      counts[why] = (counts[why] ?? 0) + 1;
    }
  }
  return counts;
}

const count = (troubles: Record<string, number>): number =>
  Object.values(troubles).reduce((sum, each) => sum + each, 0);
