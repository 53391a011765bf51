import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '@sqrl/sdk/sdk.ts';
import type { Memory } from '@sqrl/sdk/types.ts';
import type { Bench } from './bench.ts';
import { type AgentCount, runTask } from './tools/agent.ts';
import { tasksIn } from './tools/tasks.ts';

/** Tasks per repository, spread over its files. */
const TASKS = 8;

/** What is printed under the figures: a script is not a model. */
const LIMITS =
  'A scripted agent follows every hint that fits and never doubts one, so this shows what memory offers at the right moment, not what a model makes of it.';

/**
 * A scripted agent takes the same tasks in a first and a second session, with and without memory: it searches for a symbol, reads files until it
 * finds the definition, changes that file, and runs a command the wrong way before the right one.
 */
export const tools: Bench = {
  summary:
    'Tool calls, files read again and tokens of a scripted agent with and without memory (--data DIR of checkouts)',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('tools: needs --data DIR, a folder with checkouts of repositories; skipped.');
      return undefined;
    }
    const figures: Record<string, unknown> = {};
    const all = { off: [] as AgentCount[], on: [] as AgentCount[] };
    for (const name of readdirSync(data).sort()) {
      if (!statSync(join(data, name)).isDirectory()) continue;
      const work = mkdtempSync(join(tmpdir(), 'sqrl-bench-tools-'));
      try {
        const counts = await repository(join(data, name), { work, most: Number(flags.tasks ?? TASKS) });
        if (counts === undefined) {
          print(`${name}: no symbol that a task could be about; left out.`);
          continue;
        }
        figures[name] = counts;
        for (const visit of ['first', 'second'] as const) {
          print(`${name}, ${visit} session of each task (${counts.tasks}):`);
          print(`  without memory: ${line(counts.off[visit])}`);
          print(`  with memory:    ${line(counts.on[visit])}`);
        }
        all.off.push(counts.off.second);
        all.on.push(counts.on.second);
      } finally {
        rmSync(work, { recursive: true, force: true });
      }
    }
    if (all.off.length === 0) return undefined;
    const [off, on] = [sum(all.off), sum(all.on)];
    const fewer = Math.round((1 - on.calls / off.calls) * 100);
    print(`\nSecond sessions, all repositories: ${fewer} % fewer tool calls with memory`);
    print(`  without memory: ${line(off)}\n  with memory:    ${line(on)}`);
    print(LIMITS);
    return { figures, second: { off, on, fewerCallsPercent: fewer } };
  },
};

async function repository(from: string, { work, most }: { work: string; most: number }) {
  const tasks = await tasksIn(from, most);
  if (tasks.length === 0) return undefined;
  const visits = async (memory?: Memory) => {
    const project = join(work, memory ? 'with' : 'without');
    const read = new Set<string>();
    const visit = async (wording: 'first' | 'second') => {
      const counts: AgentCount[] = [];
      for (const task of tasks) counts.push(await runTask(task, { wording, project, read, memory }));
      return sum(counts);
    };
    return { first: await visit('first'), second: await visit('second') };
  };
  for (const name of ['with', 'without'])
    cpSync(from, join(work, name), { recursive: true, filter: (path) => !path.endsWith('/node_modules') });
  await using memory = await openMemory({
    ...{ project: join(work, 'with'), home: join(work, 'home'), daemon: 'never', timeoutMs: UNHURRIED_MS },
    // Limits on time are measured elsewhere; here a busy machine must not count as a memory that says nothing.
    pointLimitsMs: {
      ...{ systemPrompt: UNHURRIED_MS, firstMessage: UNHURRIED_MS },
      ...{ toolResult: UNHURRIED_MS, betweenSteps: UNHURRIED_MS },
    },
  });
  return { tasks: tasks.length, off: await visits(), on: await visits(memory) };
}

const UNHURRIED_MS = 600_000;

const sum = (counts: readonly AgentCount[]): AgentCount =>
  counts.reduce(
    (total, each) => ({
      calls: total.calls + each.calls,
      failed: total.failed + each.failed,
      readAgain: total.readAgain + each.readAgain,
      tokens: total.tokens + each.tokens,
      told: total.told + each.told,
      sent: total.sent + each.sent,
    }),
    { calls: 0, failed: 0, readAgain: 0, tokens: 0, told: 0, sent: 0 },
  );

const line = ({ calls, failed, readAgain, tokens, told, sent }: AgentCount): string =>
  `${calls} calls (${failed} failed), ${readAgain} files read again, ${tokens} tokens of context (${told} told by memory), ${sent} sent`;
