import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import { eventOf } from '@sqrl/squirrel/clients/hook-events.ts';

/** What came of a call of the hook program. */
export interface Called {
  event: string;
  ms: number;
  limitMs: number;
  timeoutMs: number;
  /** What a bare Node took at the same moment, at most; 0 where that is not measured. */
  bareMs: number;
  exit: number | null;
  out: string;
  err: string;
}

export interface Waves {
  dist: string;
  env: NodeJS.ProcessEnv;
  projects: readonly string[];
  /** Logs that sessions name as theirs when they end. */
  logs: readonly string[];
  /** Starts bare Nodes among the hooks, to compare. */
  isTimed: boolean;
}

const AT_ONCE = 50;
const BARE = 5;

/** Calls fifty hooks at once. */
export async function wave(waves: Waves, round: number): Promise<Called[]> {
  const bare: Promise<Ran>[] = [];
  const called = Array.from({ length: AT_ONCE }, (_, n) => {
    if (waves.isTimed && n % (AT_ONCE / BARE) === 0) bare.push(run(['-e', '0'], waves.env, ''));
    return callOne(waves, round, n);
  });
  const all = await Promise.all(called);
  const bareMs = Math.max(0, ...(await Promise.all(bare)).map(({ ms }) => ms));
  return all.map((each) => ({ ...each, bareMs }));
}

/** Calls hooks of every kind one after the other, each with the time it wants. */
export async function calmly(waves: Waves): Promise<Ran[]> {
  const all: Ran[] = [];
  for (let n = 0; n < KINDS.length; n++)
    all.push(await callOne({ ...waves, env: { ...waves.env, SQRL_HOOK_MS: '60000' } }, -1, n));
  return all;
}

async function callOne(
  { dist, env, projects, logs }: Waves,
  round: number,
  n: number,
): Promise<Omit<Called, 'bareMs'>> {
  const { client, event, input } = KINDS[n % KINDS.length]!;
  const about = {
    session_id: `wave-${round}-${n % 7}`,
    transcript_path: logs.at((round * AT_ONCE + n) % logs.length),
    cwd: projects[n % projects.length],
    hook_event_name: event,
  };
  const program = join(dist, 'squirrel/hooks/hook.js');
  const said = await run([program, client, event], env, JSON.stringify({ ...about, ...input }));
  const { limitMs, timeoutMs } = eventOf(client, event);
  return { event, limitMs, timeoutMs, ...said };
}

/** Whether a client gets from it nothing but words, or nothing at all. */
export function isClean({ exit, out, err }: Pick<Called, 'exit' | 'out' | 'err'>): boolean {
  if (exit !== 0 || err !== '') return false;
  if (out === '') return true;
  try {
    const said = JSON.parse(out);
    return Object.keys(said).every((name) => name === 'hookSpecificOutput' || name === 'systemMessage');
  } catch {
    return false;
  }
}

const KINDS: { client: HookClient; event: string; input: object }[] = [
  { client: 'claude-code', event: 'SessionStart', input: { source: 'startup' } },
  { client: 'claude-code', event: 'UserPromptSubmit', input: { prompt: 'Please make the prices round up' } },
  {
    client: 'claude-code',
    event: 'PreToolUse',
    input: { tool_name: 'Bash', tool_input: { command: 'node --test shop' } },
  },
  {
    client: 'claude-code',
    event: 'PostToolUse',
    input: { tool_name: 'Read', tool_input: { file_path: 'src/shop.ts' }, tool_response: { type: 'text' } },
  },
  {
    client: 'claude-code',
    event: 'PostToolUseFailure',
    input: {
      tool_name: 'Bash',
      tool_input: { command: 'node --test shop' },
      error: 'Exit code 1\nError: no',
    },
  },
  { client: 'claude-code', event: 'Stop', input: { stop_hook_active: false } },
  { client: 'claude-code', event: 'SessionEnd', input: { reason: 'other' } },
  { client: 'codex', event: 'UserPromptSubmit', input: { prompt: 'Why does the test of the shop fail?' } },
  { client: 'codex', event: 'PreToolUse', input: { tool_name: 'Bash', tool_input: { command: 'ls' } } },
  { client: 'claude-code', event: 'PreCompact', input: { trigger: 'auto' } },
];

interface Ran {
  ms: number;
  exit: number | null;
  out: string;
  err: string;
}

function run(args: string[], env: NodeJS.ProcessEnv, input: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, args, { env });
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (said.out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (said.err += text));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (exit) => resolve({ ms: performance.now() - began, exit, ...said }));
  });
}
