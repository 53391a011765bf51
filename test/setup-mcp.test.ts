import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { launcher } from '@sqrl/squirrel/cli/testing/process.ts';
import { expect, onTestFinished, test } from 'vitest';
import { person } from './support/person.ts';

const init = (...argv: string[]) => ['init', '--yes', '--no-daemon', ...argv];
const server = { command: process.execPath, args: [launcher, 'mcp'] };

test.each([
  ['qwen', '.qwen/settings.json', { mcpServers: { squirrel: server } }],
  ['cline', '.cline/data/settings/cline_mcp_settings.json', { mcpServers: { squirrel: server } }],
  ['continue', '.continue/mcpServers/squirrel.json', { mcpServers: { squirrel: server } }],
  [
    'kilo',
    '.config/kilo/kilo.jsonc',
    { mcp: { squirrel: { type: 'local', command: [server.command, ...server.args] } } },
  ],
  ['amp', '.config/amp/settings.json', { 'amp.mcpServers': { squirrel: server } }],
])('%s gets the tools, once, by absolute paths, and uninstall takes them back', async (name, file, entry) => {
  const ann = person({ '.keep': '' });
  const before = ann.all();
  expect(await ann.type(...init('--mcp', name))).toMatchObject({ exit: 0 });
  expect(ann.data(file)).toEqual(entry);
  expect(existsSync(ann.at('.sqrl/sqrl-hook'))).toBe(false);
  const after = ann.all();
  expect((await ann.type(...init('--mcp', name))).out).toContain('Already set up');
  expect(ann.all()).toEqual(after);
  await ann.type('uninstall', '--yes');
  expect(ann.all()).toEqual(before);
});

test('what a person has in the file stays, also where it is called otherwise', async () => {
  const theirs =
    '{\n  // mine\n  "theme": "dark",\n  "mcp": { "other": { "type": "local", "command": ["x"] } }\n}\n';
  const ann = person({ '.config/kilo/kilo.json': theirs });
  await ann.type(...init('--mcp', 'kilo'));
  expect(ann.data('.config/kilo/kilo.json')).toMatchObject({
    theme: 'dark',
    mcp: { other: { command: ['x'] }, squirrel: { type: 'local' } },
  });
  expect(ann.read('.config/kilo/kilo.json')).toContain('// mine');
  await ann.type('uninstall', '--yes');
  expect(ann.read('.config/kilo/kilo.json')).toBe(theirs);
});

test('one project alone, where the client knows that', async () => {
  const ann = person();
  await ann.type(...init('--mcp', 'qwen', '--scope', 'project'));
  expect(existsSync(join(ann.project, '.qwen/settings.json'))).toBe(true);
  expect(existsSync(ann.at('.qwen'))).toBe(false);
  expect((await ann.type(...init('--mcp', 'cline', '--scope', 'project'))).out).toContain('no per-project');
});

test('nothing is written unasked, and clients with hooks are not set up by halves', async () => {
  const ann = person({ '.qwen/settings.json': '{}\n' });
  const before = ann.all();
  await ann.type('init', '--dry-run', '--mcp', 'qwen');
  expect(await ann.type(...init('--mcp', 'codex'))).toMatchObject({
    exit: 2,
    err: expect.stringContaining('sqrl init --client codex'),
  });
  const unknown = await ann.type(...init('--mcp', 'qwem'));
  expect(unknown.err).toContain('Did you mean qwen?');
  expect(ann.all()).toEqual(before);
});

test('any other client is told with the block that is printed for it', async () => {
  const ann = person();
  const { out, err } = await ann.type('mcp', '--print-config', 'json');
  expect(JSON.parse(out)).toEqual({ mcpServers: { squirrel: server } });
  expect(err).toContain('its MCP settings');
  const amp = await ann.type('mcp', '--print-config', 'amp');
  expect(JSON.parse(amp.out)).toEqual({ 'amp.mcpServers': { squirrel: server } });
});

test('what is registered starts a server that lists the tools, without a PATH', async () => {
  const ann = person();
  await ann.type(...init('--mcp', 'qwen'));
  const { command, args } = ann.data('.qwen/settings.json').mcpServers.squirrel;
  const agent = new Client({ name: 'qwen', version: '1' });
  const env = { HOME: ann.home, PATH: '/nowhere', SQRL_NO_DAEMON: '1' };
  await agent.connect(new StdioClientTransport({ command, args, env, cwd: ann.project }));
  onTestFinished(() => agent.close());
  expect((await agent.listTools()).tools.map(({ name }) => name)).toContain('get_task_context');
});

test('doctor looks after it', async () => {
  const ann = person();
  await ann.type(...init('--mcp', 'qwen'));
  const told = async () => (await ann.type('doctor', '--no-daemon', '--json')).out;
  expect(await told()).toContain('Qwen Code has the tools, and their paths exist.');
  ann.write('.qwen/settings.json', '{}\n');
  expect(await told()).toContain('sqrl init --mcp qwen');
});
