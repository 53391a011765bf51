import { spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launcher } from '@sqrl/squirrel/cli/testing/process.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { claudeLog } from './support/claude-log.ts';
import { person } from './support/person.ts';
import { settingsFiles } from './support/settings-files.ts';

const there =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;
if (!there)
  console.warn('NOT TESTED: the questions of init and uninstall, for want of `script` of util-linux.');

const FILES = { ...settingsFiles['claude-code'], ...settingsFiles.gemini };
const CTRL_C = '\x03';

type Ann = ReturnType<typeof person>;

describe.skipIf(!there)('at a terminal', () => {
  test('yes to both questions writes what was shown', async () => {
    const ann = person(FILES);
    const terminal = open(ann, 'init', '--no-history', '--no-daemon');
    await terminal.asked('Which agents do you want to set up?', '\r');
    await terminal.asked('Write these changes?', 'y');
    expect(await terminal.exit).toBe(0);
    expect(ann.read('.claude/settings.json')).toContain('sqrl-hook');
    expect(ann.read('.gemini/settings.json')).toContain('sqrl-hook');
    expect(ann.read('.sqrl/config.toml')).not.toContain('holdout');
    expect(existsSync(ann.at('.sqrl/installed.json'))).toBe(true);
  });

  test('before anything is asked to be written, what was learned is shown and rule files are offered', async () => {
    const ann = person(FILES);
    ann.write(
      '.claude/projects/-shop/one.jsonl',
      claudeLog({
        session: 'one',
        cwd: ann.project,
        startedAt: Date.now() - 3_600_000,
        turns: [{ say: 'From now on always use pnpm for packages.' }, { reply: 'Done.' }],
      }),
    );
    writeFileSync(
      join(ann.project, 'CLAUDE.md'),
      '- Never edit files below `dist/`.\n- Ask before adding a dependency.\n',
    );
    const terminal = open(ann, 'init', '--no-daemon');
    await terminal.asked('Which agents do you want to set up?', '\r');
    await terminal.asked('Import them as memories?', '\r');
    expect(terminal.shown()).toMatch(/\+\S* Always use pnpm for packages/);
    expect(terminal.shown()).toMatch(/CLAUDE\.md: 2 rules/);
    await terminal.asked('Write these changes?', 'y');
    expect(terminal.shown()).toContain('Imported 2 rules.');
    // The last page, for those who want it: what memory would have saved in the sessions just read.
    await terminal.asked('Estimate what memory would have saved in the sessions of shop?', 'y');
    expect(await terminal.exit).toBe(0);
    expect(terminal.shown()).toMatch(/Estimated.* from 1 session/);
    expect(terminal.shown()).not.toContain('control group');
    const again = await ann.type('init', '--yes', '--no-daemon');
    expect(again.out).not.toContain('teach --all');
  });

  test('an agent that is unticked is left as it is', async () => {
    const ann = person(FILES);
    const terminal = open(ann, 'init', '--no-history', '--no-daemon');
    await terminal.asked('Which agents do you want to set up?', ' ');
    await sleep(200);
    terminal.press('\r');
    await terminal.asked('Write these changes?', 'y');
    expect(await terminal.exit).toBe(0);
    for (const path of Object.keys(settingsFiles['claude-code']!)) expect(ann.read(path)).toBe(FILES[path]);
    expect(ann.read('.gemini/settings.json')).toContain('sqrl-hook');
  });

  test.each([
    ['no to the second question', ['\r', 'n'], 1],
    ['Ctrl-C at the first', [CTRL_C], 130],
    ['Ctrl-C at the second', ['\r', CTRL_C], 130],
  ])('%s changes nothing, and says so', async (_, keys, exit) => {
    const ann = person(FILES);
    const before = ann.all();
    const terminal = open(ann, 'init', '--no-history', '--no-daemon');
    const questions = ['Which agents do you want to set up?', 'Write these changes?'];
    for (const [at, key] of keys.entries()) await terminal.asked(questions[at]!, key);
    expect(await terminal.exit).toBe(exit);
    expect(terminal.shown()).toContain('Nothing was changed.');
    expect(ann.all()).toEqual(before);
    expect(existsSync(ann.at('.sqrl/installed.json'))).toBe(false);
  });

  test.each([
    ['no', 'n'],
    ['Ctrl-C', CTRL_C],
  ])('%s to uninstall leaves everything as it is', async (_, key) => {
    const ann = person(FILES);
    await ann.type('init', '--yes', '--no-history', '--no-daemon');
    const before = ann.all();
    const terminal = open(ann, 'uninstall');
    await terminal.asked('?', key);
    expect(await terminal.exit).not.toBe(0);
    expect(ann.all()).toEqual(before);
    expect(existsSync(ann.at('.sqrl/installed.json'))).toBe(true);
  });

  test('yes to uninstall puts everything back, and the memory stays where that is chosen', async () => {
    const ann = person(FILES);
    const before = ann.all();
    await ann.type('init', '--yes', '--no-history', '--no-daemon');
    await ann.sqrl('remember', 'We deploy on Tuesdays', '--no-daemon');
    const terminal = open(ann, 'uninstall');
    await terminal.asked('?', 'y');
    await terminal.asked('memories', '\r');
    expect(await terminal.exit).toBe(0);
    expect(ann.all()).toEqual(before);
    expect(existsSync(ann.at('.sqrl/user.db'))).toBe(true);
  });

  test.each([
    ['yes', 'y\r', 0],
    ['no', 'n\r', 1],
  ])('%s to a setting that decides where texts go', async (_, keys, exit) => {
    const ann = person({ '.sqrl/config.toml': '' });
    const terminal = open(ann, 'config', 'set', 'llm.url', 'http://127.0.0.1:8080');
    await terminal.asked('Set it to "http://127.0.0.1:8080"? [y/N]', keys);
    expect(await terminal.exit).toBe(exit);
    expect(terminal.shown()).toContain('decides where your texts and API keys are sent');
    expect(ann.read('.sqrl/config.toml')).toBe(exit === 0 ? '[llm]\nurl = "http://127.0.0.1:8080"\n' : '');
  });
});

/** The built command in a terminal of its own, with somebody at the keys. */
function open({ home, root, project }: Ann, ...argv: string[]) {
  const words = [process.execPath, launcher, ...argv].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  const line = `stty rows 60 cols 160; exec ${words.join(' ')}`;
  const child = spawn('script', ['--quiet', '--flush', '--return', '--command', line, '/dev/null'], {
    cwd: project,
    env: { HOME: home, PATH: '/usr/bin:/bin', TMPDIR: root, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
    detached: true,
  });
  let output = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (part) => (output += part));
  const exit = new Promise<number | null>((done) => child.on('close', done));
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
  });
  const press = (key: string) => child.stdin.write(key);
  return {
    exit,
    press,
    shown: () => output,
    /** Waits until it asks something it had not asked yet, and answers with a key. */
    async asked(question: string, key: string) {
      for (let waited = 0; !output.slice(seen).includes(question); waited += 50) {
        if (waited > 120_000) throw new Error(`It never asked ${question}: ${output}`);
        await sleep(50);
      }
      // A question is drawn before its keys are listened to.
      await sleep(300);
      seen = output.length;
      press(key);
    },
  };
}
