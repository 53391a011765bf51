import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HookEvent } from '@sqrl/base/model/hook-events.ts';
import { HOOK_EVENTS } from '@sqrl/squirrel/clients/hook-events.ts';
import { opencodeHooks } from '@sqrl/squirrel/clients/opencode/hooks.ts';
import { parse } from 'smol-toml';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cacheFolder, commandOf, installedVersion, pins } from './clients/client-cache.ts';
import { needing } from './support/needs.ts';
import { patient } from './support/patient.ts';

patient();

const root = fileURLToPath(new URL('..', import.meta.url));
const plugins = join(root, 'plugins');
const data = (path: string) => JSON.parse(readFileSync(join(plugins, path), 'utf8'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
};

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sqrl-plugin-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const groups = (events: readonly HookEvent[], hook: (event: HookEvent) => object) =>
  Object.fromEntries(
    events.map((event) => [
      event.event,
      [{ ...(event.matcher && { matcher: event.matcher }), hooks: [hook(event)] }],
    ]),
  );

test('the plugins are of the version of the package', () => {
  for (const manifest of [
    'claude-code/.claude-plugin/plugin.json',
    'codex/.codex-plugin/plugin.json',
    'gemini/gemini-extension.json',
  ])
    expect(data(manifest).version).toBe(version);
  expect(data('.claude-plugin/marketplace.json')).toMatchObject({
    metadata: { version },
    plugins: [{ name: 'squirrel', source: './claude-code', version }],
  });
});

test('the plugin of Claude Code and the extension of Gemini CLI have the hooks that init would write', () => {
  expect(data('claude-code/hooks/hooks.json').hooks).toEqual(
    groups(HOOK_EVENTS['claude-code'], ({ event, timeoutMs }) => ({
      type: 'command',
      command: `node "\${CLAUDE_PLUGIN_ROOT}/run.mjs" hook claude-code ${event}`,
      timeout: Math.ceil(timeoutMs / 1000),
    })),
  );
  expect(data('gemini/hooks/hooks.json').hooks).toEqual(
    groups(HOOK_EVENTS.gemini, ({ event, timeoutMs }) => ({
      name: 'squirrel',
      type: 'command',
      command: `node "\${extensionPath}\${/}run.mjs" hook gemini ${event}`,
      timeout: timeoutMs,
    })),
  );
});

test('the plugin of Codex calls the program of the path, since Codex does not say where a plugin lies', () => {
  expect(data('codex/hooks/hooks.json').hooks).toEqual(
    groups(HOOK_EVENTS.codex, ({ event, timeoutMs }) => ({
      type: 'command',
      command: `sqrl hook codex ${event}`,
      timeout: Math.ceil(timeoutMs / 1000),
    })),
  );
  expect(data('codex/.mcp.json').mcpServers.squirrel).toEqual({ command: 'sqrl', args: ['mcp'] });
});

test('all clients get the same three commands', () => {
  const names = ['memory-review', 'recall', 'remember'];
  for (const where of [
    'claude-code/commands',
    'gemini/commands',
    'opencode/commands',
    'cursor/commands',
    'codex/skills',
  ])
    expect(readdirSync(join(plugins, where)).map((name) => name.replace(/\.\w+$/, ''))).toEqual(names);
  for (const name of names) {
    expect(parse(readFileSync(join(plugins, `gemini/commands/${name}.toml`), 'utf8'))).toMatchObject({
      description: expect.any(String),
      prompt: expect.any(String),
    });
    expect(readFileSync(join(plugins, `codex/skills/${name}/SKILL.md`), 'utf8')).toMatch(
      new RegExp(`^---\\nname: ${name}\\ndescription: \\S`),
    );
  }
});

test('a plugin that a client copied away still finds the package it came from', () => {
  const home = folder();
  cpSync(join(plugins, 'claude-code'), join(home, 'copied'), { recursive: true });
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(home, 'copied/run.mjs'), ...words], {
      env: { HOME: home, PATH: '/usr/bin:/bin', TMPDIR: home },
      input: '{}',
      encoding: 'utf8',
    });
  expect(run('version')).toMatchObject({ status: 1, stderr: expect.stringContaining('npm install') });
  // Nothing of ours to be found is no reason to be in the way.
  expect(run('hook', 'claude-code', 'Stop')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  mkdirSync(join(home, '.sqrl'));
  writeFileSync(join(home, '.sqrl/installed.json'), JSON.stringify({ script: join(root, 'bin/sqrl.mjs') }));
  expect(run('version')).toMatchObject({ status: 0, stdout: expect.stringContaining(version) });
  expect(run('hook', 'claude-code', 'Stop')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(readFileSync(join(home, '.sqrl/hook.log'), 'utf8')).toContain('claude-code Stop');
});

describe('the plugin of opencode', () => {
  /** The plugin as it would run in opencode, calling a program that writes down what it hears and says `answers`. */
  async function plugin(answers: Record<string, object | string>) {
    const home = folder();
    const program = join(home, 'hook.cjs');
    writeFileSync(
      program,
      `const [, event] = process.argv.slice(2);
       const input = require('fs').readFileSync(0, 'utf8');
       require('fs').appendFileSync(${JSON.stringify(join(home, 'heard'))}, JSON.stringify([event, JSON.parse(input)]) + '\\n');
       const answer = ${JSON.stringify(answers)}[event] ?? '';
       process.stdout.write(typeof answer === 'string' ? answer : JSON.stringify(answer));`,
    );
    const text = readFileSync(join(plugins, 'opencode/squirrel.js'), 'utf8');
    const called = JSON.stringify({ before: [process.execPath, program], behind: [] });
    writeFileSync(
      join(home, 'squirrel.mjs'),
      text
        .replace(/^const PROGRAM = .*$/m, () => `const PROGRAM = ${called};`)
        // A busy machine may take longer to start it than a person waits.
        .replace(/(?<=^const PATIENCE_MS = )\d+/m, '600000'),
    );
    const { SquirrelPlugin } = await import(join(home, 'squirrel.mjs'));
    const shown: string[] = [];
    const said: Record<string, ReturnType<typeof message>[]> = {};
    const tui = {
      showToast: async ({ body }: { body: { message: string } }) => void shown.push(body.message),
    };
    const heard = () =>
      existsSync(join(home, 'heard'))
        ? readFileSync(join(home, 'heard'), 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [];
    const session = {
      messages: async ({ path }: { path: { id: string } }) => ({ data: said[path.id] ?? [] }),
    };
    const hooks = await SquirrelPlugin({ directory: home, client: { tui, session } });
    return { hooks, heard, shown, home, said };
  }

  const message = () => ({
    message: { id: 'msg_1', sessionID: 'ses_1' },
    parts: [{ type: 'text', text: 'Hello' }] as object[],
  });

  test('puts what it is told behind the prompt, where opencode knows that nobody typed it', async () => {
    const { hooks, heard, shown, home } = await plugin({
      'chat.message': { context: 'Use pnpm.', message: 'noted' },
    });
    const output = message();
    await hooks['chat.message']({ sessionID: 'ses_1' }, output);
    expect(output.parts[1]).toMatchObject({
      type: 'text',
      text: 'Use pnpm.',
      synthetic: true,
      messageID: 'msg_1',
    });
    expect(shown).toEqual(['noted']);
    expect(heard()).toMatchObject([
      ['chat.message', { directory: home, input: { sessionID: 'ses_1' }, output: {} }],
    ]);
  });

  test('says of a copied session that it has been briefed, once', async () => {
    const { hooks, heard, said } = await plugin({ 'chat.message': { context: 'Use pnpm.' } });
    const output = message();
    await hooks['chat.message']({ sessionID: 'ses_1' }, output);
    said.ses_2 = [output];
    for (const sessionID of ['ses_2', 'ses_2']) await hooks['chat.message']({ sessionID }, message());
    expect(heard().map(([, { input }]) => input.isBriefed)).toEqual([false, true, false]);
    const [[, given]] = heard().slice(1);
    expect(opencodeHooks.hear('chat.message', given)?.actions.map((action) => action.do)).toEqual([
      'tell',
      'brief',
      'tell',
    ]);
  });

  test('says what was meant for the moment before a tool together with its answer', async () => {
    const { hooks } = await plugin({
      'tool.execute.before': { context: 'It is in src/cart.ts.' },
      'tool.execute.after': { context: 'It failed before.' },
    });
    const call = { tool: 'bash', sessionID: 'ses_1', callID: 'c1' };
    await hooks['tool.execute.before'](call, { args: { command: 'npm i' } });
    const output = { output: 'done' };
    await hooks['tool.execute.after'](call, output);
    expect(output.output).toBe('done\n\nIt is in src/cart.ts.\nIt failed before.');
  });

  test('refuses a call that is to be stopped, and asks nothing of a command that went well', async () => {
    const { hooks, heard } = await plugin({ 'tool.execute.before': { stop: 'Not like this.' } });
    const call = { tool: 'bash', sessionID: 'ses_1', callID: 'c1' };
    await expect(hooks['tool.execute.before'](call, { args: { command: 'npm i' } })).rejects.toThrow(
      'Not like this.',
    );
    await hooks['tool.execute.after'](call, { output: 'done', metadata: { exit: 0 } });
    await hooks['tool.execute.after'](call, { output: 'no', metadata: { exit: 1 } });
    expect(heard().map(([event]) => event)).toEqual(['tool.execute.before', 'tool.execute.after']);
  });

  test('shows what it adds to a prompt to the session alone, not to what is asked beside it', async () => {
    const { hooks } = await plugin({ 'chat.message': { context: 'Use pnpm.' } });
    const output = message();
    await hooks['chat.message']({ sessionID: 'ses_1' }, output);
    expect(output.parts[1]).toMatchObject({ ignored: true });
    await hooks['experimental.chat.messages.transform']({}, { messages: [output] });
    expect(output.parts.map((part) => (part as { ignored?: boolean }).ignored)).toEqual([undefined, false]);
  });

  test('asks about the tools in the table of hooks, and about no others', async () => {
    const { hooks, heard } = await plugin({});
    const tools = (event: string) =>
      HOOK_EVENTS.opencode.find((one) => one.event === event)!.matcher!.split('|');
    for (const tool of [...tools('tool.execute.before'), 'todowrite', 'bashful'])
      await hooks['tool.execute.before']({ tool, callID: tool }, {});
    for (const tool of [...tools('tool.execute.after'), 'todowrite', 'reader'])
      await hooks['tool.execute.after']({ tool, callID: tool }, { output: '' });
    expect(heard().map(([event, { input }]) => [event, input.tool])).toEqual([
      ...tools('tool.execute.before').map((tool) => ['tool.execute.before', tool]),
      ...tools('tool.execute.after').map((tool) => ['tool.execute.after', tool]),
    ]);
  });

  test('tells when a session rests, is compacted, or ends', async () => {
    const { hooks, heard } = await plugin({ 'experimental.session.compacting': { context: 'Keep this.' } });
    const output = { context: [] as string[] };
    await hooks['chat.message']({ sessionID: 'ses_1' }, message());
    await hooks['experimental.session.compacting']({ sessionID: 'ses_1' }, output);
    await hooks.event({ event: { type: 'session.idle', properties: { sessionID: 'ses_1' } } });
    await hooks.event({ event: { type: 'session.updated', properties: { sessionID: 'ses_1' } } });
    await hooks.dispose();
    expect(output.context).toEqual(['Keep this.']);
    expect(new Set(heard().map(([event]) => event))).toEqual(
      new Set(HOOK_EVENTS.opencode.map(({ event }) => event).filter((event) => !event.startsWith('tool.'))),
    );
  });

  test.each(['', 'garbage', '[1', 'null', '{"context":5}'])(
    'goes on as if nothing was asked when it hears %j',
    async (answer) => {
      const { hooks } = await plugin({ 'chat.message': answer });
      const output = message();
      await hooks['chat.message']({ sessionID: 'ses_1' }, output);
      expect(output.parts).toHaveLength(1);
    },
  );

  test('goes on where the program is not there', async () => {
    const { hooks, home } = await plugin({});
    rmSync(join(home, 'hook.cjs'));
    const output = message();
    await hooks['chat.message']({ sessionID: 'ses_1' }, output);
    expect(output.parts).toHaveLength(1);
  });
});

describe('the real clients', () => {
  const cache = cacheFolder(process.env);
  const cases: [client: string, argv: string[], passed: RegExp][] = [
    ['claude-code', ['plugin', 'validate', join(plugins, 'claude-code')], /Validation passed/],
    ['claude-code', ['plugin', 'validate', plugins], /Validation passed/],
    ['gemini', ['extensions', 'validate', join(plugins, 'gemini')], /successfully validated/],
  ];
  /** What a person types to install a plugin from a folder, one after the other, and what the last one shows. */
  const installs: [client: string, lines: string[][], shows: RegExp][] = [
    [
      'claude-code',
      [
        ['plugin', 'marketplace', 'add', plugins],
        ['plugin', 'install', 'squirrel@squirrel-memory'],
        ['plugin', 'list'],
      ],
      /squirrel@squirrel-memory[\s\S]*enabled/,
    ],
    [
      'codex',
      [
        ['plugin', 'marketplace', 'add', plugins],
        ['plugin', 'add', 'squirrel@squirrel-memory'],
        ['mcp', 'list'],
      ],
      /squirrel +sqrl +mcp.*enabled/,
    ],
    [
      'gemini',
      [
        ['extensions', 'install', join(plugins, 'gemini'), '--consent'],
        ['extensions', 'list'],
      ],
      /squirrel[\s\S]*MCP servers:\s+squirrel/,
    ],
  ];
  for (const [client, lines, shows] of installs) {
    const pin = pins.find((one) => one.client === client)!;
    const there = installedVersion(cache, pin) !== undefined;
    test(`${client} installs the plugin from a folder`, needing('clients', there), () => {
      const home = folder();
      mkdirSync(join(home, '.codex'));
      const env = { HOME: home, PATH: `${join(root, 'node_modules/.bin')}:/usr/bin:/bin`, ...QUIET };
      // Gemini CLI asks whether the folder is trusted.
      const run = (argv: string[]) =>
        spawnSync(commandOf(cache, pin), argv, { cwd: home, env, encoding: 'utf8', input: 'y\n' });
      const said = lines.map(run).map(({ stdout, stderr }) => stdout + stderr);
      expect(said.at(-1)).toMatch(shows);
    });
  }
  for (const [client, argv, passed] of cases) {
    const pin = pins.find((one) => one.client === client)!;
    const there = installedVersion(cache, pin) !== undefined;
    test(`${client} calls ${argv.at(-1)!.slice(root.length)} valid`, needing('clients', there), () => {
      const home = folder();
      const { stdout, stderr } = spawnSync(commandOf(cache, pin), argv, {
        cwd: home,
        env: { HOME: home, PATH: `${join(root, 'node_modules/.bin')}:/usr/bin:/bin`, ...QUIET },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      expect(stdout + stderr).toMatch(passed);
    });
  }
});
