import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, launcher } from '@sqrl/squirrel/cli/testing/process.ts';
import { coreTools } from '@sqrl/squirrel/mcp/server.ts';
import { moreTools, specifiedTools } from '@sqrl/squirrel/mcp/tools/more.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cacheFolder, commandOf, installedVersion, pins } from './clients/client-cache.ts';
import { needing } from './support/needs.ts';
import { patient } from './support/patient.ts';

patient();

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

  // Each look starts the Inspector and the server; what the official client says of all tools, resources and prompts
  // is in mcp-tools.test.ts and mcp-door.test.ts, in one process.
  test('finds nothing wrong with the schemas of the tools', async () => {
    const { exit, err, said } = await inspect('tools/list', ['--strict'], ['--tools', 'all']);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(said.tools).toHaveLength(coreTools.length + moreTools.length + specifiedTools.length);
  });

  test('calls tools, and takes each answer for what its schema says', async () => {
    const calls: [tool: string, given: Record<string, string>][] = [
      ['remember', { text: RULE, type: 'decision' }],
      ['get_task_context', { task: 'ship the shop' }],
      ['code_impact', { symbol: 'priceOf' }],
    ];
    for (const [tool, given] of calls) {
      const { exit, err, said } = await call(tool, given);
      expect({ tool, exit, err }).toEqual({ tool, exit: 0, err: '' });
      expect(said).toMatchObject({ content: [{ type: 'text' }], structuredContent: expect.any(Object) });
    }
  });

  test('hears of a mistake in a form that an agent can act on', async () => {
    const { said } = await call('recall');
    expect(said).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('question') }] });
  });

  test('reads a resource and gets a prompt', async () => {
    const uri = 'sqrl://views/project_brief';
    const read = await inspect('resources/read', ['--uri', uri]);
    expect(read.said.contents).toMatchObject([{ uri, mimeType: 'text/markdown' }]);
    const { said } = await inspect('prompts/get', ['--prompt-name', 'review']);
    expect(said.messages).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
  });
});
