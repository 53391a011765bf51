import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { Memory, MemorySession } from '@sqrl/sdk/types.ts';
import { definitionOf, type Task } from './tasks.ts';

/** What an agent did for a task. */
export interface AgentCount {
  calls: number;
  failed: number;
  /** Files that an earlier session of the repository had read. */
  readAgain: number;
  /** Everything that the agent was given to read: task, results, and what memory told. */
  tokens: number;
  /** Of these, what memory told. */
  told: number;
  /** The same summed over all requests, each of which has everything that came before. */
  sent: number;
}

interface AgentPlace {
  wording: 'first' | 'second';
  project: string;
  /** Files that were read in the repository so far. */
  read: Set<string>;
  memory?: Memory | undefined;
}

/** The same work in other words, as a person comes back to it. */
const WORDINGS = {
  first: (symbol: string) => `Add a check of the arguments to ${symbol}`,
  second: (symbol: string) => `Fix what ${symbol} returns when there is nothing to do`,
} as const;

/** A command as an agent tries it that does not know the machine, and as it works. */
const [WRONG, RIGHT] = ['rtk git status --short', 'git status --short'];

/** Files that are named in a hint are tried before the agent searches itself. */
const MAX_NAMED = 2;

/** Does a task by the script. With memory, it follows a hint instead of the next steps where the hint fits. */
export async function runTask(
  { symbol, file }: Task,
  { wording, project, read, memory }: AgentPlace,
): Promise<AgentCount> {
  const count: AgentCount = { calls: 0, failed: 0, readAgain: 0, tokens: 0, told: 0, sent: 0 };
  const task = WORDINGS[wording](symbol);
  const session: MemorySession | undefined = memory?.session({ task });
  const here = new Set<string>();
  let told = '';
  const given = (text: string) => {
    count.tokens += estimateTokens(text);
  };
  const hear = (text: string) => {
    if (text === '') return;
    given(text);
    count.told += estimateTokens(text);
    told += `\n${text}`;
  };

  /** Makes a call; undefined where memory stopped it. */
  async function call(name: string, input: Record<string, string>, work: () => CallEnd) {
    count.calls++;
    count.sent += count.tokens;
    const made = { id: `${count.calls}`, name, input };
    const before = await session?.beforeToolCall(made);
    hear(before?.text ?? '');
    if (before?.stop) return undefined;
    const ended = work();
    given(ended.output);
    if (ended.exitCode !== 0) count.failed++;
    hear((await session?.afterToolCall(made, ended))?.text ?? '');
    session?.observeStep({ text: `${name} is done.` });
    hear((await session?.betweenSteps())?.text ?? '');
    return ended;
  }
  const shell = (command: string) => call('bash', { command }, () => run('bash', ['-c', command], project));
  async function readFile(path: string): Promise<boolean> {
    if (read.has(path) && !here.has(path)) count.readAgain++;
    here.add(path);
    const ended = await call('read', { path }, () => ({
      ...{ output: readFileSync(join(project, path), 'utf8'), exitCode: 0 },
    }));
    return ended !== undefined && definitionOf(symbol).test(ended.output);
  }
  async function search(): Promise<void> {
    await call('glob', { pattern: '**/*' }, () => run('git', ['ls-files'], project));
    const grep = await call('grep', { pattern: symbol }, () => run('git', ['grep', '-lw', symbol], project));
    for (const path of grep?.output.split('\n').filter(Boolean) ?? [])
      if (!here.has(path) && (await readFile(path))) return;
  }

  given(task);
  hear((await session?.systemPrompt())?.text ?? '');
  const first = await session?.beforeFirstMessage();
  hear(first?.text ?? '');
  // Where a definition is among the contents it was handed, it has what it looked for; else it reads the files that are named first.
  let isFound = definitionOf(symbol).test(first?.text ?? '');
  const named = first?.files.filter(({ isContentIncluded }) => !isContentIncluded) ?? [];
  for (const { path } of named.slice(0, MAX_NAMED)) isFound ||= await readFile(path);
  if (!isFound) await search();
  await call('edit', { path: file }, () => {
    appendFileSync(join(project, file), '\n');
    return { output: 'ok', exitCode: 0 };
  });
  if (!/run it without `rtk`/.test(told)) await shell(WRONG!);
  await shell(RIGHT!);
  count.sent += count.tokens;
  await session?.finish({ outcome: 'success' });
  for (const path of here) read.add(path);
  return count;
}

interface CallEnd {
  output: string;
  exitCode: number;
}

function run(program: string, args: readonly string[], cwd: string): CallEnd {
  const { stdout, stderr, status } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return { output: `${stdout}${stderr}`, exitCode: status ?? 1 };
}
