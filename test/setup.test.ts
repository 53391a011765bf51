import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { launcher } from '@sqrl/squirrel/cli/testing/process.ts';
import { HOOK_EVENTS } from '@sqrl/squirrel/clients/hook-events.ts';
import { parse } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { claudeLog } from './support/claude-log.ts';
import { person } from './support/person.ts';
import { settingsFiles } from './support/settings-files.ts';

function isRunning(pid: number): boolean {
  try {
    // One that has ended keeps its number until somebody asks how it ended.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const QUICK = ['--yes', '--no-history', '--no-daemon'];
/** The line that a client runs: it does nothing where the launcher is gone. */
const hookLine = (ann: ReturnType<typeof person>, client: string, event: string) =>
  `test ! -r '${ann.at('.sqrl/sqrl-hook')}' || /bin/sh '${ann.at('.sqrl/sqrl-hook')}' ${client} ${event}`;

describe.each(HOOK_CLIENTS)('%s', (client) => {
  test('is set up beside what others have there, once, and everything is put back to the byte', async () => {
    const ann = person(settingsFiles[client]);
    const before = ann.all();

    const said = await ann.type('init', ...QUICK);
    expect(said).toMatchObject({ exit: 0 });
    const once = ann.all();
    for (const [path, text] of Object.entries(settingsFiles[client]!)) {
      // Lines and comments of theirs are all there still, in their order.
      let from = 0;
      for (const line of text.split(/\r?\n/).map((one) => one.replace(/[,\s{}[\]]*$/, ''))) {
        from = ann.read(path).indexOf(line.slice(0, 30), from);
        expect(from, `${path} has lost ${line}`).toBeGreaterThanOrEqual(0);
      }
    }

    const again = await ann.type('init', ...QUICK);
    expect(again.out).toContain('Already set up');
    expect(ann.all()).toEqual(once);

    expect(await ann.type('uninstall', '--yes')).toMatchObject({ exit: 0 });
    expect(ann.all()).toEqual(before);
    expect(existsSync(ann.at('.sqrl/installed.json'))).toBe(false);
    expect(existsSync(ann.at('.sqrl/config.toml'))).toBe(false);
    expect(existsSync(ann.at('.sqrl/before-setup'))).toBe(false);
  });

  test('that was only just installed gets files of its own, which go again', async () => {
    const ann = person();
    await ann.type('init', ...QUICK, '--client', client);
    expect(Object.keys(ann.all()).length).toBeGreaterThan(1);
    await ann.type('uninstall', '--yes');
    expect(ann.all()).toEqual({});
  });

  test('keeps what a person wrote after us', async () => {
    const ann = person(settingsFiles[client]);
    await ann.type('init', ...QUICK);
    const touched = Object.keys(settingsFiles[client]!).filter((path) => /config|settings|mcp/.test(path));
    for (const path of touched) {
      const text = ann.read(path);
      ann.write(
        path,
        path.endsWith('.toml')
          ? `${text}\n[later]\nx = 1 # theirs\n`
          : text.replace('{', '{ "later": [1], // theirs\n'),
      );
    }
    expect(await ann.type('uninstall', '--yes')).toMatchObject({ exit: 0 });
    for (const path of touched) {
      expect(ann.read(path)).toContain('// theirs'.slice(path.endsWith('.toml') ? 3 : 0));
      expect(ann.read(path)).not.toMatch(/squirrel|sqrl/);
      const left = path.endsWith('.toml') ? parseToml(ann.read(path)) : ann.data(path);
      const was = settingsFiles[client]![path]!;
      const had = path.endsWith('.toml')
        ? parseToml(was)
        : (parse(was, [], { allowTrailingComma: true }) ?? {});
      expect(left).toMatchObject(had);
      expect(Object.keys(left).sort()).toEqual([...Object.keys(had), 'later'].sort());
    }
  });
});

describe('what is registered', () => {
  const server = { command: process.execPath, args: [launcher, 'mcp'] };

  test('Claude Code gets the server in its state file, always loaded, and every hook with its limit', async () => {
    const ann = person(settingsFiles['claude-code']);
    await ann.type('init', ...QUICK);
    expect(ann.data('.claude.json').mcpServers.squirrel).toEqual({
      type: 'stdio',
      ...server,
      alwaysLoad: true,
    });
    const { hooks } = ann.data('.claude/settings.json');
    for (const { event, matcher, timeoutMs } of HOOK_EVENTS['claude-code'])
      expect(hooks[event].at(-1)).toEqual({
        ...(matcher && { matcher }),
        hooks: [
          {
            type: 'command',
            command: hookLine(ann, 'claude-code', event),
            timeout: Math.ceil(timeoutMs / 1000),
          },
        ],
      });
    expect(hooks.Stop).toHaveLength(2);
    expect(ann.read('.claude/commands/remember.md')).toContain('$ARGUMENTS');
  });

  test('Codex gets a table and hooks, and its user is told to trust them', async () => {
    const ann = person(settingsFiles.codex);
    const { out } = await ann.type('init', ...QUICK);
    expect(out).toMatch(/Codex silently skips hooks that you have not trusted.*\/hooks/);
    // The hooks call a launcher that stays where it is, whatever an update moves.
    expect(out).not.toMatch(/Repeat/);
    expect(JSON.parse(ann.read('.codex/hooks.json')).hooks.SessionStart[0].hooks[0].command).not.toContain(
      'sqrl.mjs',
    );
    expect(parseToml(ann.read('.codex/config.toml')).mcp_servers).toMatchObject({
      memo: {},
      squirrel: server,
    });
    expect(ann.data('.codex/hooks.json').hooks.SessionStart[0].hooks[0]).toEqual({
      type: 'command',
      command: hookLine(ann, 'codex', 'SessionStart'),
      timeout: 10,
    });
  });

  test('Gemini CLI counts in milliseconds', async () => {
    const ann = person(settingsFiles.gemini);
    await ann.type('init', ...QUICK);
    const { mcpServers, hooks } = ann.data('.gemini/settings.json');
    expect(mcpServers.squirrel).toEqual(server);
    expect(hooks.AfterTool[0].hooks[0].timeout).toBe(5000);
    expect(parseToml(ann.read('.gemini/commands/recall.toml')).prompt).toContain('{{args}}');
  });

  test('opencode gets the server where its person writes, and a plugin that calls us by absolute paths', async () => {
    const ann = person(settingsFiles.opencode);
    await ann.type('init', ...QUICK);
    expect(ann.data('.config/opencode/opencode.jsonc').mcp.squirrel.command).toEqual([
      process.execPath,
      launcher,
      'mcp',
    ]);
    expect(existsSync(ann.at('.config/opencode/opencode.json'))).toBe(false);
    expect(ann.read('.config/opencode/plugins/squirrel.js')).toContain(
      JSON.stringify({ before: ['/bin/sh', ann.at('.sqrl/sqrl-hook')], behind: [] }),
    );
  });

  test('Copilot and Cursor are told in their own ways', async () => {
    const ann = person({ ...settingsFiles.copilot, ...settingsFiles.cursor });
    await ann.type('init', ...QUICK);
    expect(ann.data('.copilot/mcp-config.json').mcpServers.squirrel).toMatchObject({
      ...server,
      tools: ['*'],
    });
    expect(ann.data('.copilot/hooks/squirrel.json').hooks.sessionStart).toMatchObject([
      { type: 'command', bash: hookLine(ann, 'copilot', 'sessionStart'), timeoutSec: 10 },
    ]);
    expect(ann.data('.cursor/mcp.json').mcpServers.squirrel).toEqual(server);
    expect(ann.data('.cursor/hooks.json').hooks.stop).toMatchObject([
      { command: './mine.sh' },
      { command: hookLine(ann, 'cursor', 'stop') },
    ]);
  });

  test('a memory that is kept elsewhere is named to all of them', async () => {
    const ann = person(settingsFiles['claude-code']);
    const memory = join(ann.home, "ann's memory");
    await ann.run(['init', ...QUICK], { env: { SQRL_HOME: memory } });
    expect(ann.data('.claude.json').mcpServers.squirrel.env).toEqual({ SQRL_HOME: memory });
    const { command } = ann.data('.claude/settings.json').hooks.SessionEnd[0].hooks[0];
    const words = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${command.split(' || ')[1]}`], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n');
    expect(words.slice(2)).toEqual(['claude-code', 'SessionEnd', '--home', memory]);
  });
});

test('it only looks with --dry-run, shows every line, and asks where it is not told --yes', async () => {
  const ann = person(settingsFiles['claude-code']);
  const before = ann.all();
  const looked = await ann.type('init', '--dry-run');
  expect(looked.exit).toBe(0);
  expect(looked.out).toContain('~/.claude/settings.json');
  expect(looked.out).toMatch(/^ {4}\+ .*sqrl-hook' claude-code SessionStart/m);
  expect(looked.out).toMatch(/^ {4}\+ .*"squirrel": \{/m);
  const asked = await ann.type('init');
  expect(asked).toMatchObject({ exit: 2, err: expect.stringContaining('--yes') });
  expect(ann.all()).toEqual(before);
  expect(existsSync(ann.at('.sqrl'))).toBe(false);
});

test('where there is no client it says so, and what to do', async () => {
  const ann = person();
  const said = await ann.type('init', '--yes');
  expect(said.exit).toBe(3);
  expect(said.err).toMatch(/No agent was found[\s\S]*Claude Code, Codex, Gemini CLI[\s\S]*--client/);

  const shown = await ann.sqrl('init', '--demo');
  expect(shown.exit, shown.err).toBe(0);
  expect(shown.out).toContain('Never push to main');
  expect(existsSync(ann.at('.sqrl'))).toBe(false);
});

test('an update that moved the program replaces our entries only', async () => {
  const ann = person({ ...settingsFiles['claude-code'], ...settingsFiles.codex });
  const before = ann.all();
  // The same program in another place.
  const old = join(ann.root, 'old place');
  mkdirSync(join(old, 'bin'), { recursive: true });
  cpSync(launcher, join(old, 'bin/sqrl.mjs'));
  for (const name of ['dist', 'plugins', 'package.json', 'node_modules'])
    symlinkSync(join(dirname(dirname(launcher)), name), join(old, name));
  const moved = {
    script: join(old, 'bin/sqrl.mjs'),
    node: ['--preserve-symlinks', '--preserve-symlinks-main'],
  };
  expect(await ann.run(['init', ...QUICK], moved)).toMatchObject({ exit: 0 });
  expect(ann.data('.claude.json').mcpServers.squirrel.args).toEqual([moved.script, 'mcp']);
  const settings = ann.read('.claude.json').replace('"mcp"', '"mcp", "--tools", "all"');
  ann.write('.claude.json', settings.replace('"alwaysLoad": true', '"alwaysLoad": true, "timeout": 5'));

  const said = JSON.parse((await ann.type('init', ...QUICK, '--json')).out);
  const changed = said.files.filter(({ did }: { did: string }) => did === 'changed');
  expect(changed.map(({ path }: { path: string }) => path.slice(ann.home.length + 1))).toEqual(
    // The hooks call the launcher, which stays where it is: Codex goes on trusting them.
    expect.arrayContaining(['.claude.json', '.codex/config.toml', '.sqrl/sqrl-hook']),
  );
  expect(changed.map(({ path }: { path: string }) => path)).not.toContain(ann.at('.codex/hooks.json'));
  expect(ann.read('.sqrl/sqrl-hook')).not.toContain('old place');
  expect(JSON.stringify(ann.all())).not.toContain('old place');
  expect(ann.data('.claude.json').mcpServers).toMatchObject({
    memo: { command: 'npx' },
    squirrel: { args: [launcher, 'mcp'], timeout: 5 },
  });
  await ann.type('uninstall', '--yes');
  expect(ann.all()).toEqual(before);
});

test.each([
  ['.claude/settings.json', '{\n  "model": "opus"\n  "hooks": {}\n}\n', 3, 'not valid JSON'],
  ['.claude/settings.json', '{\n  "hooks": "none"\n}\n', 2, 'hooks should be an object'],
  [
    '.claude.json',
    '{ "mcpServers": {\n  "squirrel": { "command": "acorns" } } }',
    2,
    'was not added by Squirrel',
  ],
  ['.codex/config.toml', 'model = "x"\nmcp_servers = { a = {} }\n', 2, 'cannot be extended'],
  ['.codex/config.toml', 'model = \n', 1, 'not valid TOML'],
])('%s that is %j is left alone, and its line is told', async (path, text, line, because) => {
  const ann = person({ '.claude/x': '', '.codex/x': '', [path]: text });
  const said = await ann.type('init', ...QUICK);
  expect(said.exit).toBe(1);
  expect(said.err).toContain(`~/${path}:${line} was not changed`);
  expect(said.err).toContain(because);
  expect(ann.read(path)).toBe(text);
  // The others are set up all the same.
  expect(ann.read('.codex/hooks.json')).toContain('sqrl-hook');
});

test("a person's own command of the same name stays theirs", async () => {
  const ann = person({ '.claude/commands/recall.md': 'Recall the product.\n' });
  expect(await ann.type('init', ...QUICK)).toMatchObject({ exit: 0 });
  expect(ann.read('.claude/commands/recall.md')).toBe('Recall the product.\n');
  await ann.type('uninstall', '--yes');
  expect(ann.read('.claude/commands/recall.md')).toBe('Recall the product.\n');
});

test('what a person made of a file of ours is kept under another name, and told', async () => {
  const ann = person({ '.claude/x': '' });
  await ann.type('init', ...QUICK);
  const mine = `${ann.read('.claude/commands/remember.md')}\nAlways in French.\n`;
  ann.write('.claude/commands/remember.md', mine);
  const { out } = await ann.type('uninstall', '--yes');
  expect(out).toContain(`it is kept as ${ann.at('.claude/commands/remember.md.kept')}`);
  expect(ann.read('.claude/commands/remember.md.kept')).toBe(mine);
  expect(existsSync(ann.at('.claude/commands/remember.md'))).toBe(false);
});

test('the trust that Codex noted for our hooks goes with them, and that for others stays', async () => {
  const theirs = { hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'say hello' }] }] } };
  const config = 'model = "x"\n';
  const ann = person({
    '.codex/config.toml': config,
    '.codex/hooks.json': `${JSON.stringify(theirs, null, 2)}\n`,
  });
  const before = ann.all();
  await ann.type('init', ...QUICK);
  const state = (event: string, group: number) =>
    `\n[hooks.state."${ann.at('.codex/hooks.json')}:${event}:${group}:0"]\ntrusted_hash = "sha256:1"\n`;
  const trusted = ['session_start', 'user_prompt_submit'].map((event, i) => state(event, i === 0 ? 1 : 0));
  ann.write('.codex/config.toml', ann.read('.codex/config.toml') + trusted.join(''));
  const ours = ann.read('.codex/config.toml');
  await ann.type('uninstall', '--yes');
  expect(ann.all()).toEqual(before);

  ann.write('.codex/config.toml', ours.slice(0, ours.indexOf('[mcp_servers')) + state('session_start', 0));
  const other = ann.read('.codex/config.toml');
  await ann.type('init', ...QUICK);
  await ann.type('uninstall', '--yes');
  expect(ann.read('.codex/config.toml')).toBe(other);
});

test('a file behind a link is written where it is, with the mode it has', async () => {
  const ann = person({ 'dotfiles/claude.json': '{\n  "model": "opus"\n}\n', '.claude/x': '' });
  chmodSync(ann.at('dotfiles/claude.json'), 0o640);
  symlinkSync(ann.at('dotfiles/claude.json'), ann.at('.claude/settings.json'));
  const before = ann.all();
  await ann.type('init', ...QUICK);
  expect(statSync(ann.at('dotfiles/claude.json')).mode & 0o777).toBe(0o640);
  expect(ann.read('dotfiles/claude.json')).toContain("sqrl-hook' claude-code");
  await ann.type('uninstall', '--yes');
  expect(ann.all()).toEqual(before);
});

test('what was set up and is not noted any more is found by looking', async () => {
  const ann = person(settingsFiles['claude-code']);
  await ann.type('init', ...QUICK);
  execFileSync('rm', [ann.at('.sqrl/installed.json')]);
  await ann.type('uninstall', '--yes');
  const left = Object.entries(ann.all()).filter(([, text]) => /sqrl|squirrel/.test(text));
  expect(left).toEqual([]);
  expect(ann.data('.claude/settings.json').hooks.Stop).toHaveLength(1);
});

test('a client that has our plugin is not told everything twice', async () => {
  const ann = person({
    '.claude/settings.json': '{ "enabledPlugins": { "squirrel@squirrel-memory": true } }',
    '.codex/config.toml': '[plugins."squirrel@squirrel-memory"]\nenabled = true\n',
    '.gemini/extensions/squirrel/gemini-extension.json': '{ "name": "squirrel" }',
  });
  const before = ann.all();
  const { out } = await ann.type('init', ...QUICK);
  expect(out).toContain('Claude Code has the Squirrel plugin');
  expect(out).toContain('Codex has the Squirrel plugin');
  expect(out).toContain('Gemini CLI has the Squirrel extension');
  expect(ann.all()).toEqual(before);
});

test('a hook of somebody else that joined our group stays', async () => {
  const ann = person({ '.claude/settings.json': '{}' });
  await ann.type('init', ...QUICK);
  const settings = ann.data('.claude/settings.json');
  settings.hooks.Stop[0].hooks.push({ type: 'command', command: 'say done' });
  ann.write('.claude/settings.json', JSON.stringify(settings, null, 2));
  await ann.type('uninstall', '--yes');
  expect(ann.data('.claude/settings.json')).toEqual({
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] },
  });
});

test('one project alone can be set up, also from a worktree with a strange name', async () => {
  const ann = person({ '.claude/x': '', '.gemini/x': '', '.copilot/x': '' });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ann.project, stdio: 'ignore' });
  git('init', '--quiet');
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', 'x');
  const tree = join(ann.home, 'ünï code’s');
  git('worktree', 'add', '--quiet', '-b', 'tree', tree);
  mkdirSync(join(tree, 'src'));
  const said = await ann.run(['init', ...QUICK, '--scope', 'project'], { cwd: join(tree, 'src') });
  expect(said).toMatchObject({
    exit: 0,
    out: expect.stringContaining('Copilot CLI has no per-project settings'),
  });
  expect(ann.data('ünï code’s/.gemini/settings.json').mcpServers.squirrel.args).toEqual([launcher, 'mcp']);
  expect(ann.data('ünï code’s/.claude/settings.local.json').hooks.Stop).toHaveLength(1);
  expect(ann.data('.claude.json').projects[tree].mcpServers.squirrel).toBeDefined();
  expect(existsSync(ann.at('.claude/settings.json'))).toBe(false);
  // Noted with its project, so that it is taken back from anywhere.
  await ann.type('uninstall', '--yes');
  expect(JSON.stringify(ann.all())).not.toMatch(/sqrl\.mjs|sqrl-hook|commands|settings\.local/);
});

test('the history of the agents is read, what was learned is shown, and nothing is left running', async () => {
  const ann = person({ '.claude/settings.json': '{}\n' });
  const day = 24 * 3600_000;
  for (const [i, session] of ['one', 'two'].entries())
    ann.write(
      `.claude/projects/-shop/${session}.jsonl`,
      claudeLog({
        session,
        cwd: ann.project,
        startedAt: Date.now() - (3 - i) * day,
        turns: [
          { say: 'From now on always use pnpm for packages, because the lock file is pnpm’s.' },
          { run: 'pnpm install', output: 'done' },
          { reply: 'Done.' },
        ],
      }),
    );
  const said = await ann.sqrl('init', '--yes');
  expect(said).toMatchObject({ exit: 0 });
  expect(said.out).toMatch(/Read the last 30 days: 2 logs/);
  expect(said.out).toMatch(/The next session in shop starts with\n(?: {2}│ .*\n)*.*pnpm/);
  expect(said.out).toMatch(/Most useful in shop, with what shows it\n {2}\+ .*pnpm.*\n.*your rule · seen/);
  expect(said.out).not.toMatch(/work_unit_outcome|error_pattern|preference/);
  expect(said.out).toMatch(/The daemon was started \(process \d+\)/);
  expect(ann.read('.sqrl/config.toml')).toBe('[daemon]\nstart = true\n');
  const pid = Number(/process (\d+)/.exec(said.out)![1]);

  // The key of a device, and a pause that would silence the next installation.
  for (const file of ['hub.json', 'pauses.json']) ann.write(`.sqrl/${file}`, '{}');
  const gone = await ann.sqrl('uninstall', '--yes', '--data', 'erase');
  expect(gone.out).toContain('The daemon was stopped.');
  expect(isRunning(pid)).toBe(false);
  expect(existsSync(ann.at('.sqrl'))).toBe(false);
});

test('settings of ours that a person made stay as they are', async () => {
  const mine = '# mine\n[daemon] # quiet\nstart = false\n';
  const ann = person({ '.claude/x': '', '.sqrl/config.toml': mine });
  await ann.type('init', ...QUICK);
  expect(ann.read('.sqrl/config.toml')).toBe(mine);
  ann.write('.sqrl/config.toml', '# mine\n[daemon] # quiet\nidle_minutes = 5\n');
  await ann.type('init', ...QUICK);
  expect(ann.read('.sqrl/config.toml')).toBe('# mine\n[daemon] # quiet\nidle_minutes = 5\nstart = true\n');
  await ann.type('uninstall', '--yes');
  expect(ann.read('.sqrl/config.toml')).toBe('# mine\n[daemon] # quiet\nidle_minutes = 5\n');
});
