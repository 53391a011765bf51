import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ended, launcher } from '../src/cli/testing/process.ts';
import { coreTools } from '../src/mcp/tools/core.ts';
import { cacheFolder, commandOf, installedVersion, pins } from './clients/client-cache.ts';
import { needing } from './support/needs.ts';

const cache = cacheFolder(process.env);
const pin = pins.find(({ client }) => client === 'inspector')!;
const there = installedVersion(cache, pin) !== undefined;

const RULE = 'Deploys go out on Tuesdays only';

describe('the MCP Inspector', needing('clients', there), () => {
  let root: string;

  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-inspector-')));
    // Outside of a repository no code is read unasked.
    mkdirSync(join(root, 'shop/.git'), { recursive: true });
    writeFileSync(join(root, 'shop/price.ts'), 'export function priceOf(n: number) {\n  return n * 2;\n}\n');
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** Has it ask the built server; what it says of the answer is its exit code and its complaints. */
  async function inspect(method: string, words: string[] = [], server: string[] = []) {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, HOME: root, TMPDIR: root };
    const own = { SQRL_HOME: join(root, 'home'), SQRL_NO_DAEMON: '1', NODE_COMPILE_CACHE };
    const settings = Object.entries(own).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const target = [process.execPath, launcher, 'mcp', ...server, ...settings];
    const { exit, out, err } = await ended(
      spawn(process.execPath, [commandOf(cache, pin), '--cli', ...target, '--method', method, ...words], {
        cwd: join(root, 'shop'),
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    return { exit, err, said: out === '' ? undefined : JSON.parse(out) };
  }

  const call = (tool: string, given: Record<string, string> = {}) =>
    inspect('tools/call', [
      ...['--tool-name', tool],
      ...Object.entries(given).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]),
    ]);

  test.each([
    [[], coreTools.length],
    [['--tools', 'all'], 11],
  ])('finds nothing wrong with the schemas of the tools (%j)', async (server, count) => {
    const { exit, err, said } = await inspect('tools/list', ['--strict'], server as string[]);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(said.tools).toHaveLength(count as number);
  });

  test('calls every tool that is offered unasked, and takes each answer for what its schema says', async () => {
    const kept = await call('remember', { text: RULE, type: 'decision' });
    const { id } = kept.said.structuredContent;
    const calls: [tool: string, given: Record<string, string>][] = [
      ['recall', { question: 'when can I ship?' }],
      ['get_task_context', { task: 'ship the shop' }],
      ['find_symbol', { symbol: 'priceOf' }],
      ['code_impact', { symbol: 'priceOf' }],
      ['history', { about: 'tasks' }],
      ['get_session_context', {}],
      ['correct_memory', { id, text: 'Deploys go out on Wednesdays only' }],
    ];
    expect(new Set(['remember', ...calls.map(([tool]) => tool)])).toEqual(
      new Set(coreTools.map(({ name }) => name)),
    );
    for (const [tool, given] of calls) {
      const { exit, err, said } = await call(tool, given);
      expect({ tool, exit, err }).toEqual({ tool, exit: 0, err: '' });
      expect(said).toMatchObject({ content: [{ type: 'text' }], structuredContent: expect.any(Object) });
    }
  });

  test('hears of a mistake in a form that an agent can act on', async () => {
    const { said } = await call('recall');
    expect(said).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('question') }] });
    const unknown = await call('correct_memory', { id: 'nothing' });
    expect(unknown.said).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('nothing') }],
    });
  });

  test('reads the resources and gets the prompts that are listed', async () => {
    const { said } = await inspect('resources/list');
    expect(said.resources).toHaveLength(3);
    const read = await inspect('resources/read', ['--uri', said.resources[0].uri]);
    expect(read.said.contents).toMatchObject([{ uri: said.resources[0].uri, mimeType: 'text/markdown' }]);
    expect((await inspect('resources/templates/list')).said.resourceTemplates).toHaveLength(1);
    expect((await inspect('resources/read', ['--uri', 'sqrl://views/nothing'])).err).toContain('not found');
    const { prompts } = (await inspect('prompts/list')).said;
    for (const { name } of prompts)
      expect((await inspect('prompts/get', ['--prompt-name', name])).said.messages).toMatchObject([
        { role: 'user', content: { type: 'text' } },
      ]);
  });
});
