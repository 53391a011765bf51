import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { expect, onTestFinished, test } from 'vitest';
import { clientFolders } from '../folders.ts';
import { hookLine, hookWords } from './ours.ts';
import type { SetupContext } from './surroundings.ts';

/** A machine with Windows, on which Node lies below a folder with a space in its name. */
function windows(more: Partial<SetupContext> = {}): SetupContext {
  const person = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
  onTestFinished(() => rmSync(person, { recursive: true, force: true }));
  const nodejs = join(person, 'Program Files', 'nodejs');
  mkdirSync(nodejs, { recursive: true });
  writeFileSync(join(nodejs, 'node.exe'), '');
  return {
    person,
    platform: 'win32',
    env: { Path: `${join(person, 'nothing')};${nodejs}` },
    memory: join(person, '.sqrl'),
    node: join(nodejs, 'node.exe'),
    script: join(person, 'sqrl.mjs'),
    ...more,
  };
}

test('hooks are called by a line that Git Bash, PowerShell and cmd take: it does not begin with a quote', () => {
  const here = windows();
  for (const client of HOOK_CLIENTS)
    expect(hookLine(client, 'SessionStart', here)).toBe(
      `node ${join(here.memory, 'sqrl-hook.cjs')} ${client} SessionStart`,
    );
  const lee = windows({ memory: 'C:\\Users\\Ann Lee\\.sqrl' });
  expect(hookLine('codex', 'Stop', lee)).toBe(
    `node "${join(lee.memory, 'sqrl-hook.cjs')}" codex Stop --home "C:\\Users\\Ann Lee\\.sqrl"`,
  );
});

test('a Node that is not the one of the path is called where it lies, and without a shell it always is', () => {
  const here = windows({ env: { Path: 'C:\\other' } });
  expect(hookLine('codex', 'Stop', here)).toMatch(/^".+Program Files.+node\.exe" /);
  expect(hookWords('opencode', 'dispose', windows())[0]).toMatch(/node\.exe$/);
});

test('the editors’ folders are those of Windows and macOS', () => {
  const { person } = windows();
  const env = { APPDATA: '/roaming', LOCALAPPDATA: '/local' };
  expect(clientFolders({ person, platform: 'win32', env })).toMatchObject({
    cursor: '/roaming/Cursor/User',
    vscode: expect.arrayContaining(['/roaming/Code/User']),
    copilot: join(person, '.copilot'),
  });
  expect(clientFolders({ person, platform: 'darwin', env: {} })).toMatchObject({
    vscode: expect.arrayContaining([join(person, 'Library/Application Support/Code/User')]),
  });
});
