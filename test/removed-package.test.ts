import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { ended, launcher } from '@sqrl/squirrel/cli/testing/process.ts';
import { mayMount, smallDisk } from '@sqrl/squirrel/daemon/testing/small-disk.ts';
import { expect, test } from 'vitest';
import { person } from './support/person.ts';
import { settingsFiles } from './support/settings-files.ts';

const { NODE_COMPILE_CACHE } = process.env;

type Ann = ReturnType<typeof person>;

/** A copy of the package in a place from which it can be removed. */
function packageIn(ann: Ann, name: string) {
  const folder = join(ann.root, name);
  mkdirSync(join(folder, 'bin'), { recursive: true });
  cpSync(launcher, join(folder, 'bin/sqrl.mjs'));
  for (const part of ['dist', 'plugins', 'package.json', 'node_modules'])
    symlinkSync(join(dirname(dirname(launcher)), part), join(folder, part));
  return {
    folder,
    script: join(folder, 'bin/sqrl.mjs'),
    node: ['--preserve-symlinks', '--preserve-symlinks-main'],
  };
}

/** Every command of ours that a client would run, as it stands in its files. */
function hooksOf(ann: Ann): string[] {
  const commandsIn = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(commandsIn)
        : [];
  const files = ['.claude/settings.json', '.codex/hooks.json', '.gemini/settings.json'];
  return [...files, '.copilot/hooks/squirrel.json', '.cursor/hooks.json']
    .filter((file) => existsSync(ann.at(file)))
    .flatMap((file) => commandsIn(ann.data(file)))
    .filter((command) => command.includes('sqrl-hook'));
}

/** What becomes of commands that a client runs in its shell with an event on standard input. */
const run = (commands: readonly string[]) =>
  commands.map((command) => {
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
      input: '{"session_id":"s","hook_event_name":"SessionStart"}',
      encoding: 'utf8',
    });
    return { command, status, stdout, stderr };
  });

test('where the package was removed without uninstall, every hook is silent and ends well', async () => {
  const ann = person(Object.assign({}, ...HOOK_CLIENTS.map((client) => settingsFiles[client])));
  const before = ann.all();
  const old = packageIn(ann, 'old place');
  const said = await ann.run(['init', '--yes', '--no-history', '--no-daemon'], old);
  expect(said.exit, said.err).toBe(0);
  const commands = hooksOf(ann);
  expect(commands.length).toBeGreaterThan(30);

  rmSync(old.folder, { recursive: true });
  const silent = (command: string) => ({ command, status: 0, stdout: '', stderr: '' });
  expect(run(commands)).toEqual(commands.map(silent));
  expect(ann.read('.sqrl/sqrl-hook')).toContain('old place');

  // Nor is the memory's folder needed.
  const kept = readFileSync(ann.at('.sqrl/sqrl-hook'), 'utf8');
  rmSync(ann.at('.sqrl/sqrl-hook'));
  expect(run(commands.slice(0, 3))).toEqual(commands.slice(0, 3).map(silent));

  // Another copy takes over with `sqrl init`, and takes everything back to the byte.
  ann.write('.sqrl/sqrl-hook', kept);
  expect((await ann.type('init', '--yes', '--no-history', '--no-daemon')).exit).toBe(0);
  expect(ann.read('.sqrl/sqrl-hook')).not.toContain('old place');
  expect((await ann.type('uninstall', '--yes')).exit).toBe(0);
  expect(ann.all()).toEqual(before);
});

test.skipIf(!mayMount())(
  'every hook ends well on a full disk, while its daemon is killed, and where nothing can be written',
  async () => {
    const ann = person(settingsFiles['claude-code']);
    mkdirSync(ann.at('.sqrl'), { mode: 0o700 });
    using disk = smallDisk(ann.at('.sqrl'), 64);
    const mount = (how: string) => spawnSync('mount', ['-o', `remount,${how}`, ann.at('.sqrl')]).status;
    // It would write while the disk is filled.
    ann.write('.sqrl/config.toml', '[daemon]\nfollow = false\n');
    const init = await ann.sqrl('init', '--yes', '--no-history', '--client', 'claude-code');
    expect(init.exit, init.err).toBe(0);
    const commands = hooksOf(ann);
    const input = JSON.stringify({ session_id: 's', cwd: ann.project, source: 'startup', prompt: 'Deploy' });
    /** Each event of a session, all at once. */
    const endWell = async () => {
      const all = commands.map(async (command) => {
        const child = spawn('/bin/sh', ['-c', command], {
          cwd: ann.project,
          env: { HOME: ann.home, NODE_COMPILE_CACHE },
        });
        child.stdin.end(input);
        const { exit, out, err } = await ended(child);
        return { command, exit, err, isAnswer: out === '' || typeof JSON.parse(out) === 'object' };
      });
      expect(await Promise.all(all)).toEqual(
        commands.map((command) => ({ command, exit: 0, err: '', isAnswer: true })),
      );
    };
    try {
      await ann.sqrl('remember', 'We deploy on Tuesdays', '--type', 'preference');
      disk.fill(0);
      await endWell();
      const dying = endWell();
      process.kill(ann.data('.sqrl/daemon.json').pid, 'SIGKILL');
      await dying;
      await endWell();
      disk.free();
      await ann.sqrl('stop');
      // A daemon that a hook has just started may still have to end.
      await expect.poll(() => mount('ro'), { timeout: 600_000, interval: 500 }).toBe(0);
      await endWell();
    } finally {
      mount('rw');
      await ann.sqrl('stop');
    }
    expect((await ann.sqrl('list', '--no-daemon')).out).toContain('We deploy on Tuesdays');
  },
);

test('from the cache of npx it warns that the hooks would go with it, and says what to type', async () => {
  const ann = person({ '.claude/x': '' });
  const cached = packageIn(ann, '_npx/1a2b/node_modules/squirrel-memory');
  const said = await ann.run(['init', '--yes', '--no-history', '--no-daemon'], cached);
  expect(said.exit, said.err).toBe(0);
  expect(said.err).toMatch(/cache of npx.*\n.*npm install --global squirrel-memory/);
});
