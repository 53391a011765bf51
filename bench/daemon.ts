import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stopDaemonOf } from '@sqrl/squirrel/daemon/control.ts';
import type { DaemonFile } from '@sqrl/squirrel/protocol/daemon-file.ts';
import { askDaemon } from '@sqrl/squirrel/protocol/http-ask.ts';
import { connectDaemon } from '@sqrl/squirrel/protocol/http-client.ts';
import { reachDaemon } from '@sqrl/squirrel/protocol/reach-daemon.ts';
import type { Bench } from './bench.ts';
import { unpacked } from './ingest/unpack.ts';
import { times } from './percentiles.ts';
import { askSteadily, memoryMbOf } from './steady.ts';

const PROGRAM = fileURLToPath(new URL('../dist/squirrel/sqrl.js', import.meta.url));
const CALLS = 200;
const IDLE_S = 30;

/** What the daemon costs: to start, to ask, to stop, and while there is nothing to do. */
export const daemon: Bench = {
  summary:
    'Daemon: start, calls, stop, and idle memory and CPU (--data DIR with logs to read first, --program, --idle SECONDS, --load SECONDS of twenty requests each instead)',
  async run({ data, flags, print }) {
    const program = flags.program ?? PROGRAM;
    if (!existsSync(program) || !existsSync('/proc/self/stat')) {
      print('daemon: skipped, needs a build and /proc.');
      return undefined;
    }
    const root = mkdtempSync(join(tmpdir(), 'sqrl-bench-daemon-'));
    const [home, project] = [join(root, 'home'), join(root, 'shop')];
    for (const folder of [home, project]) mkdirSync(folder);
    writeFileSync(join(project, 'shop.ts'), 'export const price = 1;\n');
    const env = { PATH: process.env.PATH, HOME: root, SQRL_HOME: home };
    try {
      if (data !== undefined) {
        mkdirSync(join(root, '.claude', 'projects'), { recursive: true });
        await unpacked(data, join(root, '.claude', 'projects'));
      }
      const bareMs = await timed(() => ended([process.execPath, '-e', '0'], env));
      const startMs = await timed(() => ended([process.execPath, program, 'start'], env));
      const start = { node: '', args: [], env: {} };
      const reach = { home, version: '0.0.0', ifMissing: 'leave', start } as const;
      const file = (await reachDaemon(reach))!;
      await settled(file);
      if (flags.load !== undefined) {
        const load = await loaded(file, project, Number(flags.load));
        print(`load: ${JSON.stringify(load)}`);
        return { load };
      }
      const asleep = await idle(file, Number(flags.idle ?? IDLE_S));
      const calls = await asked(file, project);
      await using client = (await connectDaemon(reach, { project }))!;
      await client.call('remember', { text: 'Money is kept in integer cents' });
      await client.call('find', { question: 'how is money kept' });
      const awakeMb = memoryOf(file.pid);
      const stopMs = await timed(() => stopDaemonOf(home));
      print(
        `start ${Math.round(startMs)} ms (a bare Node ${Math.round(bareMs)} ms), stop ${Math.round(stopMs)} ms`,
      );
      print(`a call: P50 ${calls.p50.toFixed(1)} ms, P95 ${calls.p95.toFixed(1)} ms over ${CALLS}`);
      print(`idle: ${asleep.mb} MB, ${asleep.cpuPercent} % CPU; with the embedder loaded ${awakeMb} MB`);
      return { bareMs, startMs, stopMs, calls, idle: asleep, awakeMb };
    } finally {
      await stopDaemonOf(home);
      rmSync(root, { recursive: true, force: true });
    }
  },
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function ended([command, ...args]: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve) => {
    spawn(command!, args, { env, stdio: 'ignore' }).on('close', () => resolve());
  });
}

/** Until all that begins with it has come to rest. */
async function settled({ pid }: DaemonFile): Promise<void> {
  for (let still = 0, before = -1; still < 8; await sleep(1000)) {
    const cpu = cpuOf(pid);
    still = cpu === before ? still + 1 : 0;
    before = cpu;
  }
}

async function idle({ pid }: DaemonFile, seconds: number): Promise<{ mb: number; cpuPercent: number }> {
  const before = cpuOf(pid);
  await sleep(seconds * 1000);
  return { mb: memoryOf(pid), cpuPercent: Number(((cpuOf(pid) - before) / (seconds * 10)).toFixed(2)) };
}

function asked(file: DaemonFile, project: string): Promise<{ p50: number; p95: number }> {
  const path = `/v1/list?project=${encodeURIComponent(project)}`;
  return times(CALLS, () => askDaemon(file, { path, body: {} }));
}

/** What agents, hooks and a person ask, and now and then what a stranger does; with the status that is right. */
const MIX: readonly (readonly [name: string, body: (n: number) => object, wanted?: number])[] = [
  ['hook UserPromptSubmit', (n) => ({ prompt: `How does service ${n % 300} reach its port?` })],
  ['hook PreToolUse', () => ({ tool_name: 'Bash', tool_input: { command: 'npm test' } })],
  ['find', (n) => ({ question: `port of service ${n % 300}` })],
  ['remember', (n) => ({ text: `Service ${n % 300} needs port ${n}` })],
  ['hook PreToolUse', () => ({ tool_name: 'Read', tool_input: { file_path: 'shop.ts' } })],
  ['list', () => ({})],
  ['hook SessionStart', () => ({ source: 'startup' })],
  ['context', (n) => ({ task: `Move service ${n % 300} to another port` })],
  ['find', () => ({ question: 7 }), 400],
  ['no verb', () => ({}), 404],
];

async function loaded(file: DaemonFile, project: string, seconds: number) {
  const cpuMs = cpuOf(file.pid);
  const asked = await askSteadily(file.pid, seconds, async (n) => {
    const [name, body, wanted = 200] = MIX[n % MIX.length]!;
    const [, event] = name.split('hook ');
    const common = {
      session_id: `s${n % 50}`,
      transcript_path: '/none',
      hook_event_name: event,
      cwd: project,
    };
    const path = event
      ? `/v1/hook?client=claude-code&event=${event}&cwd=${encodeURIComponent(project)}&pid=1`
      : `/v1/${encodeURIComponent(name)}?project=${encodeURIComponent(project)}`;
    const reply = await fetch(`http://${file.host}:${file.port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${file.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...(event && common), ...body(n) }),
    });
    await reply.arrayBuffer();
    const { status } = reply;
    const isRight = status === wanted || (event !== undefined && status === 204);
    return { failed: isRight ? undefined : `${name}: ${status}` };
  });
  return { ...asked, cpuMsPerRequest: (cpuOf(file.pid) - cpuMs) / asked.requests };
}

/** Milliseconds that a process has worked, all its threads together. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const memoryOf = (pid: number): number => Math.round(memoryMbOf(pid));
