import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { runDaemon } from '@sqrl/squirrel/daemon/daemon.ts';
import { person, type TestPerson, until } from '@sqrl/squirrel/daemon/testing/homes.ts';
import { daemonFilePath, readDaemonFile } from '@sqrl/squirrel/protocol/daemon-file.ts';
import { connectDaemon } from '@sqrl/squirrel/protocol/http-client.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bundleHook } from '../scripts/bundle-hook.ts';
import { textOf } from './support/mcp.ts';

const SOURCE = fileURLToPath(new URL('../packages/squirrel/sqrl.ts', import.meta.url));
const RULE = 'Always use pnpm here, never npm';

let dist: string;

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'sqrl-upgrade-'));
  await bundleHook(dist);
  writeFileSync(join(dist, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(dist, 'squirrel/sqrl.js'), `import ${JSON.stringify(SOURCE)};\n`);
});

afterAll(() => rmSync(dist, { recursive: true, force: true }));

test('a step that meets an older daemon is answered by it, and leaves it alone', async () => {
  const { at, old } = await withOlder();
  const { exit } = await hook(at, 'PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
  expect({ exit, daemon: readDaemonFile(at.home) }).toEqual({ exit: 0, daemon: old.file });
});

test('a session that begins is answered by the older daemon, which one of this version then replaces', async () => {
  const { at, old } = await withOlder();
  const { out } = await hook(at, 'SessionStart', { source: 'startup' });
  expect(out).toContain(RULE);
  await replaced(at, old);
});

test('a session that begins does not speak to one whose words it does not know; it waits for the new one', async () => {
  const { at, old } = await withOlder(0);
  const { out } = await hook(at, 'SessionStart', { source: 'startup' });
  expect(out).toContain(RULE);
  await replaced(at, old);
});

test.each([1, 0])('a command replaces an older daemon, of protocol %i as well', async (protocol) => {
  const { at, old } = await withOlder(protocol);
  const { exit, out, err } = await at.sqrl(['list', '--json']);
  expect(exit, err).toBe(0);
  expect(JSON.parse(out).memories).toMatchObject([{ text: RULE }]);
  await replaced(at, old);
});

test('an agent over MCP is answered by a daemon of this version, too', async () => {
  const { at, old } = await withOlder(0);
  const agent = new Client({ name: 'agent', version: '1' });
  onTestFinished(() => agent.close());
  const { env, project: cwd } = at;
  await agent.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--no-warnings', SOURCE, 'mcp'],
      ...{ cwd, env, stderr: 'ignore' as const },
    }),
  );
  const told = await agent.callTool({ name: 'recall', arguments: { question: 'npm or pnpm?' } });
  expect(textOf(told)).toContain(RULE);
  await replaced(at, old);
});

/** A person whose daemon was started by an earlier version, with something in its memory. */
async function withOlder(protocol = 1) {
  const at = person('[daemon]\nfollow = false\n[delivery]\nholdout = false\n');
  const surroundings = { home: at.home, env: {}, freeMemory: 1e9, now: Date.now, timeZone: 'UTC' };
  const signal = new AbortController();
  let ended: Promise<unknown> | undefined;
  await new Promise((onReady) => {
    ended = runDaemon({
      ...{ surroundings, version: '0.0.9', signal: signal.signal, began: Date.now(), onReady },
      maxCloseMs: 600_000,
    });
  });
  onTestFinished(async () => {
    signal.abort();
    await ended;
  });
  const client = await connectDaemon(at.reach({ version: '0.0.9', ifMissing: 'leave' }), {
    project: at.project,
  });
  await client!.call('remember', { text: RULE, type: 'preference', source: 'user_taught' });
  await client!.close();
  const file = { ...readDaemonFile(at.home)!, protocol };
  writeFileSync(daemonFilePath(at.home), JSON.stringify(file), { mode: 0o600 });
  return { at, old: { file, ended: ended! } };
}

/** Waits until one of this version answers, and the older has ended as it was asked to. */
async function replaced(
  at: TestPerson,
  old: { file: { pid: number }; ended: Promise<unknown> },
): Promise<void> {
  expect(await old.ended).toBe('stopped');
  const now = await until(() => readDaemonFile(at.home));
  expect(now).toMatchObject({ version: '0.1.0', protocol: 1 });
  expect(now.pid).not.toBe(old.file.pid);
  expect(readFileSync(join(at.home, 'daemon.log'), 'utf8')).toContain('stopping: stop requested');
}

function hook({ home, project, env }: TestPerson, event: string, more: object) {
  const child = spawn(
    process.execPath,
    [join(dist, 'squirrel/hooks/hook.js'), 'claude-code', event, '--home', home],
    {
      cwd: project,
      env: { ...env, SQRL_HOOK_MS: '60000' },
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (part) => (out += part));
  child.stdin.end(JSON.stringify({ session_id: 's', cwd: project, ...more }));
  return new Promise<{ exit: number | null; out: string }>((done) =>
    child.on('close', (exit) => done({ exit, out })),
  );
}
