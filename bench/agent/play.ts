import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { type AgentMemory, callsIn, callTool } from './memory.ts';
import { review, writeRepository } from './repository.ts';
import { type AgentTask, type Product, partsTold } from './tasks.ts';

/** What of memory an agent has. */
export const ARMS = {
  none: { hook: false, tools: false },
  hook: { hook: true, tools: false },
  tools: { hook: false, tools: true },
  both: { hook: true, tools: true },
} as const;
export type Arm = keyof typeof ARMS;

/** A task as it is given to an agent: a repository, a prompt, and the memory's tools where its arm has them. */
export interface GivenTask {
  task: AgentTask;
  arm: Arm;
  folder: string;
  prompt: string;
  /** What hooks told before the agent began. */
  told: string;
  /** A file with `mcpServers`, as clients read it. */
  mcp: string;
  /** The file in which calls of tools are noted. */
  calls: string;
  /** Where its hooks and tools are at home. */
  memory: AgentMemory;
}

/** An agent takes a task, or one that a reviewer returned. */
export type Agent = (given: GivenTask, returned: string | undefined) => Promise<void>;

/** What an agent made of a task. */
export interface Played {
  task: string;
  arm: Arm;
  /** Hand-ins that were returned; as many as are allowed where it never was right. */
  corrections: number;
  isRight: boolean;
  memoryCalls: number;
  tokensTold: number;
  seconds: number;
}

/** After so many corrections a task is over. */
export const MAX_CORRECTIONS = 5;

const ORDER =
  'Work in this repository only, as an engineer who will maintain it. `npm test` runs its tests. Hand in when you believe that the work is right.';

/**
 * Writes what an agent gets for a task into a folder, with a memory of its own. A client's own hooks hear the task alone; other agents read what
 * hooks told before it.
 */
export async function give(
  root: string,
  arm: Arm,
  product: Product,
  task: AgentTask,
  read: AgentMemory,
  client?: string,
): Promise<GivenTask> {
  const folder = join(root, arm, `${task.product}-${task.name}`);
  const { mcp, calls, ...beside } = filesBeside(folder);
  for (const path of [folder, dirname(mcp)]) mkdirSync(path, { recursive: true });
  writeRepository(folder, product, task);
  const memory = read.copy(beside.memory);
  const { hook, tools } = ARMS[arm];
  let told = '';
  if (hook && client) await memory.setUp(client, folder);
  else if (hook) {
    const session = { session_id: `${arm}-${task.product}-${task.name}`, cwd: folder };
    const first = await memory.hook('SessionStart', { ...session, source: 'startup' });
    told = [first, await memory.hook('UserPromptSubmit', { ...session, prompt: task.prompt })]
      .filter(Boolean)
      .join('\n\n');
  }
  const mcpServers = tools ? { squirrel: memory.server(folder, calls) } : {};
  writeFileSync(mcp, `${JSON.stringify({ mcpServers }, null, 2)}\n`);
  const prompt = client ? task.prompt : [told, task.prompt, ORDER].filter(Boolean).join('\n\n');
  writeFileSync(beside.prompt, `${prompt}\n`);
  return { task, arm, folder, prompt, told, mcp, calls, memory };
}

/** What belongs to a task and is not in its folder: an agent that looks around does not come upon the memory of an arm without one. */
export function filesBeside(folder: string) {
  const arm = dirname(folder);
  const at = join(dirname(arm), '.bench', basename(arm), basename(folder));
  return {
    ...{ mcp: `${at}.mcp.json`, calls: `${at}.calls.jsonl` },
    ...{ prompt: `${at}.prompt.md`, memory: `${at}.memory` },
  };
}

/** Has an agent take a task until a reviewer has nothing to return. */
export async function play(given: GivenTask, agent: Agent): Promise<Played> {
  const begun = performance.now();
  let corrections = 0;
  await agent(given, undefined);
  let returned = review(given.folder, given.task);
  while (returned !== undefined && corrections < MAX_CORRECTIONS) {
    corrections++;
    await agent(given, returned);
    returned = review(given.folder, given.task);
  }
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const { memoryCalls, tokensTold } = memoryUsed(given);
  // Where hooks told before the agent began, there is nothing but that.
  const byHooks = ARMS[given.arm].hook && given.told === '' ? await given.memory.tokensTold(given.folder) : 0;
  return {
    ...{ task: `${given.task.product}/${given.task.name}`, arm: given.arm, corrections, seconds },
    ...{ isRight: returned === undefined, memoryCalls, tokensTold: tokensTold + byHooks },
  };
}

/** What memory told of itself and when asked. */
export function memoryUsed({ told, calls }: Pick<GivenTask, 'told' | 'calls'>) {
  const made = callsIn(calls);
  const texts = [told, ...made.map(({ text }) => text)].filter(Boolean);
  return {
    memoryCalls: made.length,
    tokensTold: texts.reduce((sum, text) => sum + estimateTokens(text), 0),
  };
}

/** An agent that is a command: `claude -p {prompt} --mcp-config {mcp}`. */
export const commandAgent =
  (command: string): Agent =>
  ({ folder, prompt, mcp, memory }, returned) =>
    new Promise((resolve, reject) => {
      const said =
        returned === undefined ? prompt : `${prompt}\n\nA reviewer returned your work:\n\n${returned}`;
      const line = command
        .replace(/(["']?)\{prompt\}\1/g, '"$BENCH_PROMPT"')
        .replace(/(["']?)\{mcp\}\1/g, '"$BENCH_MCP"');
      const child = spawn('sh', ['-c', line], {
        ...{ cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], timeout: TURN_TIMEOUT_MS },
        env: { ...process.env, ...memory.env, BENCH_PROMPT: said, BENCH_MCP: mcp },
      });
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`The agent exits with status ${code}: ${command}`)),
      );
    });

const TURN_TIMEOUT_MS = 20 * 60_000;

/** Stands in for an agent where there is none: it knows both fixes, and makes the right one if it was told the whole rule. */
export const scriptedAgent: Agent = async ({ task, arm, folder, prompt, mcp }, returned) => {
  let known = prompt;
  if (ARMS[arm].tools && returned === undefined) {
    const { mcpServers } = JSON.parse(readFileSync(mcp, 'utf8'));
    known += await callTool(mcpServers.squirrel, 'get_task_context', { task: task.prompt });
  }
  const isRight = returned !== undefined || partsTold(known, task) === task.rule.length;
  writeFileSync(join(folder, `src/${task.name}.js`), isRight ? task.right : task.naive);
};
