import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { stopDaemonOf } from '@sqrl/squirrel/daemon/control.ts';
import { stopMarkPath } from '@sqrl/squirrel/protocol/daemon-file.ts';
import { claudeWriter } from '../../test/support/claude-writer.ts';
import { writeRepository } from './repository.ts';
import type { Product, ProjectTalk } from './tasks.ts';

/** The program as an agent's client starts it: built, or as it stands in the sources. */
export interface Programs {
  sqrl: string;
  hook: string;
}

/** A memory that has read the conversations of some products, for agents that work in clones of their repositories. */
export interface AgentMemory extends AsyncDisposable {
  home: string;
  /** For what an agent starts. */
  env: { SQRL_HOME: string; SQRL_HOOK_MS: string };
  /** A copy of its own for one task, so that no session learns from another. */
  copy(root: string): AgentMemory;
  /** What a hook of Claude Code tells at a point of a session. */
  hook(event: string, input: HookInput): Promise<string>;
  /** Puts the hooks of a client into a folder, as `sqrl init` does. */
  setUp(client: string, folder: string): Promise<void>;
  /** Tokens that hooks told in a folder's project, by its receipts. */
  tokensTold(folder: string): Promise<number>;
  /** How to start the MCP server for a folder, the calls of which are noted in a file. */
  server(folder: string, calls: string): { command: string; args: string[]; env: Record<string, string> };
}

/** What is said to a hook besides its event. */
interface HookInput {
  session_id: string;
  cwd: string;
  [key: string]: unknown;
}

/** Has a new home below a folder read the conversations of products, each in a repository of its own. */
export async function openMemory(
  root: string,
  products: readonly Product[],
  programs: Programs,
): Promise<AgentMemory> {
  const logs = join(root, 'logs');
  for (const folder of [join(root, 'home'), logs]) mkdirSync(folder, { recursive: true });
  // Each session of the benchmark is told what is due, and the daemon looks for no logs.
  writeFileSync(join(root, 'home/config.toml'), '[daemon]\nfollow = false\n[delivery]\nholdout = false\n');
  const { sqrl } = programs;
  const env = environment(root);
  const repositories = products.map(({ name }) => join(root, 'repositories', name));
  for (const [at, product] of products.entries()) {
    const cwd = repositories[at]!;
    writeRepository(cwd, product);
    const talks = product.tasks.flatMap((task) => task.talks.map((talk) => ({ ...talk, module: task.name })));
    for (const [i, talk] of [...talks, ...product.decoys].entries())
      writeFileSync(join(logs, `${product.name}-${i}.jsonl`), logOf(talk, `${product.name}-${i}`, cwd));
  }
  await start([sqrl, 'ingest', logs, '--client', 'claude-code', '--mine'], env, repositories[0]!);
  // What the daemon does at its leisure.
  for (const repository of repositories) await start([sqrl, 'doctor', 'reembed'], env, repository);
  const memory = memoryAt(root, programs);
  await memory[Symbol.asyncDispose]();
  return memory;
}

const environment = (root: string) => ({
  ...{ PATH: process.env.PATH ?? '', HOME: root, SQRL_HOME: join(root, 'home') },
  // Limits on time are measured elsewhere; here a busy machine must not count as a memory that says nothing.
  SQRL_HOOK_MS: '60000',
});

function memoryAt(root: string, programs: Programs): AgentMemory {
  const { sqrl, hook } = programs;
  const env = environment(root);
  const home = env.SQRL_HOME;
  return {
    home,
    env: { SQRL_HOME: home, SQRL_HOOK_MS: env.SQRL_HOOK_MS },
    copy(to) {
      const filter = (path: string) => basename(path) !== 'copies';
      cpSync(home, join(to, 'home'), { recursive: true, filter });
      return memoryAt(to, programs);
    },
    hook: async (event, input) => {
      const said = JSON.stringify({ transcript_path: '', ...input, hook_event_name: event });
      return toldBy(await start([hook, 'claude-code', event], env, input.cwd, said));
    },
    setUp: async (client, folder) => {
      const scope = ['--scope', 'project', '--project', folder];
      await start([sqrl, 'init', '--yes', '--no-history', '--client', client, ...scope], env, folder);
      // Commands of the client would let an agent without tools ask.
      rmSync(join(folder, `.${client.split('-')[0]}/commands`), { recursive: true, force: true });
    },
    tokensTold: async (folder) => {
      const { counted } = JSON.parse(await start([sqrl, 'proof', '--json'], env, folder));
      return counted.overall.tokens;
    },
    server: (folder, calls) => ({
      command: process.execPath,
      args: [COUNT_CALLS, calls, process.execPath, sqrl, 'mcp', '--project', folder],
      env,
    }),
    async [Symbol.asyncDispose]() {
      await stopDaemonOf(home);
      // It was not a person who stopped it: the next hook may start it.
      rmSync(stopMarkPath(home), { force: true });
    },
  };
}

const COUNT_CALLS = fileURLToPath(new URL('./count-calls.mjs', import.meta.url));

const DAY_MS = 86_400_000;
/** Days from a product's first day until now. */
const HISTORY_DAYS = 90;

/** A conversation as Claude Code logs it; one that settled something ends with its work. */
function logOf(talk: ProjectTalk & { module?: string }, session: string, cwd: string): string {
  const startedAt = Date.now() - (HISTORY_DAYS - talk.day) * DAY_MS;
  const writer = claudeWriter({ session, cwd, startedAt, pace: 45_000 });
  for (const { role, text: said } of talk.turns)
    if (role === 'user') writer.said(said);
    else writer.replied(said);
  if (talk.module) {
    const input = {
      file_path: join(cwd, `src/${talk.module}.js`),
      old_string: 'return',
      new_string: ' return',
    };
    writer.used('Edit', input, 'The file has been updated.');
    writer.used('Bash', { command: 'npm test' }, 'pass 12\nfail 0');
    writer.replied('Done, the tests pass.');
  }
  return writer.log();
}

/** The text for the agent in what a hook prints, or its reason to stop a call. */
function toldBy(printed: string): string {
  if (printed.trim() === '') return '';
  const { hookSpecificOutput: out = {} } = JSON.parse(printed) as {
    hookSpecificOutput?: { additionalContext?: string; permissionDecisionReason?: string };
  };
  return out.additionalContext ?? out.permissionDecisionReason ?? '';
}

/** The exit status of a command that found nothing. */
const NOTHING_TO_SHOW = 3;

/** Runs a program to its end and gives what it prints. */
async function start(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
  input = '',
): Promise<string> {
  const child = spawn(process.execPath, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0 && code !== NOTHING_TO_SHOW)
    throw new Error(`${args.slice(0, 2).join(' ')} exits with status ${code}: ${error || out}`);
  return out;
}

type McpServer = ReturnType<AgentMemory['server']>;

/** What the MCP server answers to one call of a tool, asked as an agent's client asks it. */
export const callTool = (server: McpServer, name: string, input: Record<string, unknown>): Promise<string> =>
  connected(server, async (client) => {
    const { content } = await client.callTool({ name, arguments: input }, { timeout: CALL_TIMEOUT_MS });
    return (content as { text?: string }[]).map((part) => part.text ?? '').join('\n');
  });

/** What an agent is told of the server: its instructions, and its tools with their arguments. */
export const listTools = (server: McpServer): Promise<string> =>
  connected(server, async (client) => {
    const { tools } = await client.listTools();
    return [
      client.getInstructions() ?? '',
      ...tools.map(
        (tool) => `${tool.name}: ${tool.description}\n${JSON.stringify(tool.inputSchema.properties)}`,
      ),
    ].join('\n\n');
  });

async function connected<T>(server: McpServer, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** A first call may wait for the daemon to start. */
const CALL_TIMEOUT_MS = 120_000;

/** The calls that were noted in a file. */
export const callsIn = (file: string): { tool: string; text: string }[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
