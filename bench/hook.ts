import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { eventOf } from '@sqrl/squirrel/clients/hook-events.ts';
import { stopDaemonOf } from '@sqrl/squirrel/daemon/control.ts';
import { connectDaemon } from '@sqrl/squirrel/protocol/http-client.ts';
import type { Bench } from './bench.ts';
import { cpuMs } from './cli/cpu.ts';
import { type CallPoints, pointsPerCall } from './hook/points.ts';
import { hundredths, percentile } from './percentiles.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const RUNS = 200;

/** What hooks cost as whole processes, each compared with a bare Node process at the same moment. */
export const hook: Bench = {
  summary:
    'Hooks as whole processes compared with a bare Node process, answers in time at a load of ten for each core, and hooks per call of a tool (--dist FOLDER, --runs N, --cpu N, --busy N, --load N)',
  async run({ flags, print }) {
    const dist = flags.dist ?? DIST;
    const program = join(dist, 'squirrel/hooks/hook.js');
    if (!existsSync(program)) {
      print('hook: skipped, needs a build. Run `npm run build` first.');
      return undefined;
    }
    const runs = Number(flags.runs ?? RUNS);
    const root = mkdtempSync(join(tmpdir(), 'sqrl-bench-hook-'));
    const [home, project] = [join(root, 'home'), join(root, 'shop')];
    for (const folder of [home, project]) mkdirSync(folder);
    writeFileSync(join(project, 'shop.ts'), 'export const price = 1;\n');
    // Without their limits, so that all are answered and measured; how many broke them is counted.
    const env = { PATH: process.env.PATH, HOME: root, SQRL_HOME: home, SQRL_HOOK_MS: '20000' };
    const start = {
      node: process.execPath,
      args: [join(dist, 'squirrel/sqrl.js'), 'start', '--foreground'],
      env,
    };
    try {
      await using client = (await connectDaemon(
        { home, version: '0.0.0', ifMissing: 'start', start },
        { project },
      ))!;
      for (const text of KNOWN) await client.call('remember', { text, source: 'user_taught' });
      const bare: number[] = [];
      const took = new Map(EVENTS.map(({ event }) => [event, [] as number[]]));
      for (let i = -WARM; i < runs; i++) {
        const bareMs = await timed([process.execPath, '-e', '0'], env, '');
        if (i >= 0) bare.push(bareMs);
        for (const { event, input } of EVENTS) {
          const said = JSON.stringify({ ...input, ...common(i, project), hook_event_name: event });
          const ms = await timed([process.execPath, program, 'claude-code', event], env, said);
          if (i >= 0) took.get(event)!.push(ms);
        }
      }
      const base = { p50: percentile(bare, 0.5), p95: percentile(bare, 0.95) };
      print(`a bare Node: P50 ${base.p50.toFixed(1)} ms, P95 ${base.p95.toFixed(1)} ms over ${runs}`);
      const events = Object.fromEntries(
        [...took].map(([event, all]) => {
          const [p50, p95] = [percentile(all, 0.5), percentile(all, 0.95)];
          const ratio = p50 / base.p50;
          const { limitMs } = eventOf('claude-code', event);
          const late = all.filter((ms) => ms > limitMs).length;
          const sized = `P50 ${p50.toFixed(1)} ms, P95 ${p95.toFixed(1)} ms, ${ratio.toFixed(2)} × bare`;
          print(`${event.padEnd(18)} ${sized}, ${late} over ${limitMs} ms`);
          return [event, { p50: hundredths(p50), p95: hundredths(p95), ratio: hundredths(ratio), late }];
        }),
      );
      const cpu = cpuOfEvents({ program, env, project, runs: Number(flags.cpu ?? CPU_RUNS) });
      const more = Object.entries(cpu.above).map(([event, ms]) => `${event} ${ms}`);
      print(`processor time of a bare Node: ${cpu.bare} ms; more than that: ${more.join(', ')}`);
      const log = join(home, 'hook.log');
      const troubles = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
      const why = troubles[0] === undefined ? '' : `: ${troubles[0]}`;
      print(`${troubles.length} of ${runs * EVENTS.length} were not answered${why}`);
      const points = pointsPerCall();
      for (const [client, calls] of Object.entries(points)) print(`${client.padEnd(12)} ${inWords(calls)}`);
      const load = availableParallelism() * Number(flags.load ?? LOADS_PER_CORE);
      const busy = await atLoad(load, { program, env, project, runs: Number(flags.busy ?? BUSY_RUNS) });
      const answered = Object.entries(busy).map(([event, { told, runs }]) => `${event} ${told} of ${runs}`);
      print(`at a load of ${load} on ${availableParallelism()} cores, in time: ${answered.join(', ')}`);
      return { runs, bare: base, events, cpu, unanswered: troubles.length, points, load, busy };
    } finally {
      await stopDaemonOf(home);
      rmSync(root, { recursive: true, force: true });
    }
  },
};

/** What each hook's own process takes, without the daemon's part: the medians of rounds, in ms. */
function cpuOfEvents({
  program,
  env,
  project,
  runs,
}: {
  program: string;
  env: NodeJS.ProcessEnv;
  project: string;
  runs: number;
}): { bare: number; above: Record<string, number> } {
  const bare: number[] = [];
  const took = EVENTS.map(() => [] as number[]);
  for (let i = 0; i < runs; i++) {
    bare.push(cpuMs(['-e', '0'], { cwd: project, env }));
    for (const [n, { event, input }] of EVENTS.entries()) {
      const said = JSON.stringify({ ...input, ...common(CPU + i, project), hook_event_name: event });
      took[n]!.push(cpuMs([program, 'claude-code', event], { cwd: project, env, input: said }));
    }
  }
  const base = percentile(bare, 0.5);
  const above = EVENTS.map(({ event }, n) => [event, hundredths(percentile(took[n]!, 0.5) - base)]);
  return { bare: hundredths(base), above: Object.fromEntries(above) };
}

const CPU_RUNS = 40;
const WARM = 3;
const BUSY_RUNS = 20;
/** Ten busy loops for each core. */
const LOADS_PER_CORE = 10;

const inWords = (calls: CallPoints): string =>
  Object.entries(calls)
    .map(([what, hooks]) => `${what} ${hooks}`)
    .join(', ');

/** Calls hooks with the limits that they have in a client, while each core has much else to do; counts those in time. */
async function atLoad(
  load: number,
  { program, env, project, runs }: { program: string; env: NodeJS.ProcessEnv; project: string; runs: number },
): Promise<Record<string, { runs: number; told: number }>> {
  const log = join(env.SQRL_HOME!, 'hook.log');
  const { SQRL_HOOK_MS: _, ...limited } = env;
  const spinning = Array.from({ length: load }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    const told: Record<string, { runs: number; told: number }> = {};
    for (const { event, input } of EVENTS.slice(0, 3)) {
      const before = linesOf(log);
      for (let i = 0; i < runs; i++) {
        const said = JSON.stringify({ ...input, ...common(BUSY + i, project), hook_event_name: event });
        await timed([process.execPath, program, 'claude-code', event], limited, said);
      }
      told[event] = { runs, told: runs - (linesOf(log) - before) };
    }
    return told;
  } finally {
    for (const each of spinning) each.kill('SIGKILL');
  }
}

/** Sessions that no run before had. */
const BUSY = 1_000_000;
const CPU = 2_000_000;

const linesOf = (path: string): number =>
  existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0;

const KNOWN = [
  'Money is kept in integer cents, never as a float',
  'Run the tests with pnpm test, not with npm',
  'The staging database is reset every Sunday night',
];

const EVENTS = [
  { event: 'SessionStart', input: { source: 'startup' } },
  { event: 'UserPromptSubmit', input: { prompt: 'Please make prices round half up in shop.ts' } },
  { event: 'PreToolUse', input: { tool_name: 'Bash', tool_input: { command: 'node shop.test.js' } } },
  {
    event: 'PostToolUse',
    input: { tool_name: 'Read', tool_input: { file_path: 'shop.ts' }, tool_response: { type: 'text' } },
  },
  {
    event: 'PostToolUseFailure',
    input: {
      tool_name: 'Bash',
      tool_input: { command: 'node shop.test.js' },
      error: 'Exit code 1\nAssertionError: expected 2 to be 3\n    at shop.test.js:3:1',
    },
  },
  { event: 'Stop', input: { stop_hook_active: false } },
];

/** A session for each run: what was said once is not said again in it. */
const common = (run: number, cwd: string) => ({ session_id: `session-${run}`, transcript_path: '', cwd });

function timed([command, ...args]: string[], env: NodeJS.ProcessEnv, input: string): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(command!, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdout.resume();
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('close', () => resolve(performance.now() - began));
  });
}
