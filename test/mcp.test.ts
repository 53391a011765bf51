import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ended, launcher, machine, type TestMachine } from '@sqrl/squirrel/cli/testing/process.ts';
import { lives } from '@sqrl/squirrel/daemon/testing/homes.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { textOf } from './support/mcp.ts';

let here: TestMachine;
beforeAll(() => {
  here = machine();
});
afterAll(() => here[Symbol.dispose]());

const hello = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

describe('an agent’s client that starts it', () => {
  test('has its memory beside a person’s command line, and nothing is left when it goes', async () => {
    const { agent, transport } = await started();
    const { pid } = transport;
    const kept = await agent.callTool({
      name: 'remember',
      arguments: { text: 'The staging database is wiped every Sunday', type: 'gotcha' },
    });
    expect(textOf(kept)).toMatch(/^Remembered as \w{12}\.$/);
    const { hits } = JSON.parse((await here.sqrl(['ask', '--hits', 'when is staging reset', '--json'])).out);
    expect(hits).toMatchObject([{ memory: { source: 'agent_explicit' } }]);
    await here.sqrl(['remember', 'We use pnpm here']);
    const found = await agent.callTool({ name: 'recall', arguments: { question: 'which package manager?' } });
    expect(textOf(found)).toContain('We use pnpm here');
    await agent.close();
    await expect.poll(() => lives(pid!)).toBe(false);
    expect(readdirSync(here.temporary)).toEqual([]);
  });

  test('may be of the newest protocol', async () => {
    const { agent } = await started([], { versionNegotiation: { mode: 'auto' } });
    expect(agent.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    expect((await agent.listTools()).tools).toHaveLength(8);
    expect(textOf(await agent.callTool({ name: 'get_session_context' }))).toMatch(/^No recorded work/);
  });

  test('is offered more tools where that is wished, and the project that was named', async () => {
    const other = join(here.root, 'other');
    mkdirSync(other);
    const { agent } = await started(['--tools', 'all', '--project', other]);
    // Those of every day, three more of ours, and the specifications' names.
    expect((await agent.listTools()).tools).toHaveLength(23);
    const kept = await agent.callTool({ name: 'remember', arguments: { text: 'Carts are kept in Redis' } });
    const { id } = kept.structuredContent as { id: string };
    const memory = await agent.callTool({ name: 'memory_get', arguments: { id } });
    expect(memory.structuredContent).toMatchObject({
      id,
      text: expect.stringContaining('“Carts are kept in Redis”'),
    });
    const { memories } = JSON.parse((await here.sqrl(['list', '--json', '--project', other])).out);
    expect(memories).toMatchObject([{ id }]);
  });
});

test('agents that write at the same time lose nothing', async () => {
  const agents = await Promise.all([1, 2, 3].map(() => started()));
  const kept = await Promise.all(
    agents.flatMap(({ agent }, i) =>
      [1, 2, 3, 4].map((n) =>
        agent.callTool({
          name: 'remember',
          arguments: { text: `The port of service ${n} of agent ${i} is ${8000 + 10 * i + n}` },
        }),
      ),
    ),
  );
  expect(kept.map(textOf).filter((text) => !text.startsWith('Remembered as'))).toEqual([]);
  const { total } = JSON.parse((await here.sqrl(['list', '--json', '--limit', '1'])).out);
  expect(total).toBeGreaterThanOrEqual(12);
});

test('it speaks through the daemon where there is one, and goes on when that was killed', async () => {
  const home = join(here.root, 'home of a daemon');
  onTestFinished(async () => void (await here.sqrl(['stop'], { home })));
  expect(await here.sqrl(['start'], { home })).toMatchObject({ exit: 0 });
  const { agent } = await started([], {}, { SQRL_HOME: home, SQRL_NO_DAEMON: '' });
  await agent.callTool({ name: 'remember', arguments: { text: 'Money is kept in cents' } });
  const { pid } = JSON.parse(readFileSync(join(home, 'daemon.json'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  const asked = () => agent.callTool({ name: 'recall', arguments: { question: 'how is money kept' } });
  // The one that was under way may be lost, and is told; the next must not be.
  const first = await asked();
  const found = first.isError ? await asked() : first;
  expect(textOf(found)).toContain('Money is kept in cents');
});

describe('it goes on', () => {
  test('whatever comes in; standard output carries the protocol alone', async () => {
    const { said, send, child } = raw();
    child.stdin!.write('this is no JSON\n{"jsonrpc":"2.0"}\n[]\n\n\u0000\n{"id":1}\n');
    send({ id: 1, ...hello });
    await said(1);
    send({ method: 'notifications/initialized' });
    send({ method: 'notifications/unheard-of' });
    send({ id: 2, method: 'no/such/method' });
    expect(await said(2)).toMatchObject({ error: { code: -32601 } });
    send({ id: 3, method: 'tools/call', params: { name: 'recall', arguments: 'garbage' } });
    expect(await said(3)).toMatchObject({ error: { code: expect.any(Number) } });
    send({ id: 4, method: 'ping' });
    expect(await said(4)).toMatchObject({ result: {} });
    child.stdin!.end();
    expect(await ended(child)).toMatchObject({ exit: 0 });
  });

  test('where the memory cannot be opened, and says why', async () => {
    const home = join(here.root, 'no-folder');
    writeFileSync(home, 'a file');
    const { agent } = await started([], {}, { SQRL_HOME: home });
    const result = await agent.callTool({ name: 'recall', arguments: { question: 'x' } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(home);
    expect((await agent.listTools()).tools).toHaveLength(8);
  });
});

describe('it ends', () => {
  test.each([
    ['before it was spoken to', false],
    ['in the middle of its work', true],
  ])('with its input, %s', async (_, working) => {
    const { send, said, child } = raw();
    if (working) {
      send({ id: 1, ...hello });
      await said(1);
      send({ id: 2, method: 'tools/call', params: { name: 'recall', arguments: { question: 'x' } } });
    }
    child.stdin!.end();
    expect(await ended(child)).toMatchObject({ exit: 0, signal: null });
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('when it is told to by %s', async (signal) => {
    const { send, said, child } = raw();
    send({ id: 1, ...hello });
    await said(1);
    const end = ended(child);
    child.kill(signal);
    expect([0, null]).toContain((await end).exit);
  });
});

test('a client is told of it by absolute paths', async () => {
  for (const client of ['claude-code', 'gemini', 'cursor', 'copilot']) {
    const { out } = await here.sqrl(['mcp', '--print-config', client]);
    expect(JSON.parse(out).mcpServers.squirrel).toMatchObject({
      command: process.execPath,
      args: [launcher, 'mcp'],
      env: { SQRL_HOME: here.home },
    });
  }
  const codex = await here.sqrl(['mcp', '--print-config', 'codex', '--tools', 'all']);
  expect(codex.out).toContain(`args = ["${launcher}", "mcp", "--tools", "all"]`);
});

/** The built program with an agent's client. */
async function started(
  argv: string[] = [],
  options: ConstructorParameters<typeof Client>[1] = {},
  env: Record<string, string> = {},
) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, 'mcp', ...argv],
    cwd: here.project,
    env: {
      PATH: process.env.PATH!,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      HOME: here.root,
      TMPDIR: here.temporary,
      SQRL_HOME: here.home,
      SQRL_NO_DAEMON: '1',
      ...env,
    },
    stderr: 'pipe',
  });
  const agent = new Client({ name: 'agent', version: '1' }, options);
  onTestFinished(() => agent.close());
  await agent.connect(transport);
  return { agent, transport };
}

/** The built program, spoken to by hand. */
function raw() {
  const child = here.start(['mcp'], { env: { SQRL_NO_DAEMON: '1' } });
  const answers = new Map<unknown, (answer: unknown) => void>();
  let rest = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const message = JSON.parse(line);
      expect(message.jsonrpc).toBe('2.0');
      answers.get(message.id)?.(message);
    }
  });
  return {
    child,
    send: (message: object) => child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    said: (id: number) => new Promise((resolve) => answers.set(id, resolve)),
  };
}
