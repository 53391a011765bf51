import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ended, launcher, machine, type TestMachine } from '@sqrl/squirrel/cli/testing/process.ts';
import { stopDaemonOf } from '@sqrl/squirrel/daemon/control.ts';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import { connectDaemon } from '@sqrl/squirrel/protocol/http-client.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Planted, planted, tracer, tracesOf } from './security/planted.ts';
import { ASKED, HOOKED } from './security/ways-in.ts';
import { claudeWriter } from './support/claude-writer.ts';
import { patient } from './support/patient.ts';

patient();

const HOOK = fileURLToPath(new URL('../dist/squirrel/hooks/hook.js', import.meta.url));

let here: TestMachine;
let env: Record<string, string>;
let daemon: VerbClient;
/** Everything that hooks and tools answered. */
const answers: string[] = [];
const secrets = new Map<string, Planted[]>();
let seed = 100;

/** Secrets for a place of which it is then known where they were. */
function plant(place: string, count: number): Planted[] {
  const lines = planted(seed++, count);
  expect(lines.length).toBe(count);
  secrets.set(place, lines);
  return lines;
}

beforeAll(async () => {
  here = machine();
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  env = { PATH, NODE_COMPILE_CACHE, HOME: here.root, SQRL_HOME: here.home, TMPDIR: here.temporary };
  writeFileSync(join(here.home, 'config.toml'), '[daemon]\nstart = true\n[delivery]\nholdout = false\n');
  history();
  logs();
  expect((await here.sqrl(['start'])).exit).toBe(0);
  const start = { node: '', args: [], env: {} };
  const reach = { home: here.home, version: '0.1.0', ifMissing: 'leave' as const, start };
  daemon = (await connectDaemon(reach, { project: here.project }))!;
});

afterAll(async () => {
  await daemon.close();
  await stopDaemonOf(here.home);
  here[Symbol.dispose]();
});

test('hooks say nothing of a secret that was handed to them', async () => {
  const session_id = 'hooked';
  for (const [i, { text }] of plant('hook input', 2 * HOOKED.length).entries()) {
    const [event, input] = HOOKED[i % HOOKED.length]!(text);
    const said = await hook(
      event,
      JSON.stringify({ session_id, transcript_path: '', cwd: here.project, ...input }),
    );
    expect(said).toMatchObject({ exit: 0, err: '' });
  }
  for (const { text } of plant('broken hook input', 4)) await hook('PreToolUse', `{"tool_input": ${text}`);
  await vi.waitFor(async () => expect(await memories()).toContain('hookmarker'), {
    timeout: 600_000,
    interval: 200,
  });
});

test('tools say nothing of a secret that was among their arguments', async () => {
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [launcher, 'mcp', '--tools', 'all'], env, cwd: here.project },
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (text) => answers.push(String(text)));
  const agent = new Client({ name: 'agent', version: '1' });
  await agent.connect(transport);
  for (const [i, { text }] of plant('MCP arguments', 2 * ASKED.length).entries()) {
    const [name, given] = ASKED[i % ASKED.length]!(text);
    const { content } = await agent.callTool({ name, arguments: given });
    answers.push(`${name}: ${JSON.stringify(content)}`);
  }
  await agent.close();
  expect(await memories()).toContain('toolmarker');
});

test('no secret of a prompt, a tool’s output, a commit, a hook or a call is in any file', async () => {
  for (const marker of ['promptmarker', 'resultmarker', 'replymarker'])
    await vi.waitFor(() => expect(tracesOf(here.home, [marker]), marker).not.toEqual([]), {
      timeout: 600_000,
      interval: 500,
    });
  await vi.waitFor(async () => expect(await busy()).toEqual([]), { timeout: 600_000, interval: 500 });
  // With what is still in the journals of the databases, and again when everything is put away.
  expect(readdirSync(here.home, { recursive: true }).some((name) => String(name).endsWith('-wal'))).toBe(
    true,
  );
  expect(leaks()).toEqual([]);
  for (const argv of [
    ['list'],
    ['history', 'sessions'],
    ['context', '--views'],
    ['backup', 'export'],
    ['status'],
    ['history', 'failures'],
  ])
    answers.push((await here.sqrl(argv)).out);
  await stopDaemonOf(here.home);
  expect(leaks()).toEqual([]);
  const told = tracer(everySecret())(answers.join('\0'));
  for (const [place, lines] of secrets)
    for (const { text, secret } of lines) expect(told, `of ${place}: ${text}`).not.toContain(secret);
});

const everySecret = (): string[] => [...secrets.values()].flat().map(({ secret }) => secret);

const leaks = (): string[] =>
  tracesOf(here.home, everySecret()).map(({ path, secret }) => {
    const [place] = [...secrets].find(([, lines]) => lines.some((each) => each.secret === secret))!;
    return `of ${place} in ${path}: ${secret.slice(0, 8)}…`;
  });

/** A repository whose commits and files tell too much. */
function history(): void {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: here.project, env: { ...env, ...GIT } });
  git('init', '--quiet');
  for (const [n, { text }] of plant('commit messages', 12).entries()) {
    writeFileSync(join(here.project, `part${n}.ts`), `export const part${n} = () => ${n};\n`);
    git('add', '.');
    git('commit', '--quiet', '-m', `Fix the commitmarker bug ${n}\n\n${text}`);
  }
  const code = plant('code', 12).map(
    ({ text }, n) => `// ${text.replaceAll('\n', '\n// ')}\nexport function f${n}() {}\n`,
  );
  writeFileSync(join(here.project, 'settings.ts'), code.join('\n'));
}

const GIT = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Ann'],
    [`GIT_${who}_EMAIL`, 'ann@shop.test'],
  ]),
);

/** Sessions in which secrets were said, shown and written. */
function logs(): void {
  const folder = join(here.root, '.claude/projects/-shop');
  mkdirSync(folder, { recursive: true });
  const writer = claudeWriter({
    session: 'said',
    cwd: here.project,
    startedAt: Date.now() - 3_600_000,
    pace: 2000,
  });
  const [prompts, results, inputs, replies] = [
    plant('prompts', 40),
    plant('tool results', 40),
    plant('tool inputs', 40),
    plant('replies', 40),
  ];
  for (const [i, { text }] of prompts.entries()) {
    writer.said(`Always mind the promptmarker rule: ${text}`);
    const failed = i % 3 === 0;
    writer.used('Bash', { command: `./run ${inputs[i]!.text}` }, `resultmarker ${results[i]!.text}`, failed);
    const edit = { file_path: join(here.project, 'a.ts'), old_string: 'a', new_string: inputs[i]!.text };
    writer.used('Edit', edit, 'The file has been updated.');
    writer.replied(`The replymarker is done: ${replies[i]!.text}`);
  }
  writeFileSync(join(folder, 'said.jsonl'), writer.log());
}

async function hook(event: string, input: string) {
  const child = spawn(process.execPath, [HOOK, 'claude-code', event], {
    env: { ...env, SQRL_HOOK_MS: '60000' },
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const said = await ended(child);
  answers.push(said.out, said.err);
  return said;
}

const memories = async (): Promise<string> => JSON.stringify(await daemon.call('list', {}));

async function busy(): Promise<string[]> {
  const { jobs } = (await daemon.call('status', {})).daemon!;
  return jobs.filter(({ state }) => state === 'running').map(({ name }) => name);
}
