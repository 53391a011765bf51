import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installedIn, npmOf } from './ollama.ts';

test('on Windows npm and what it installs are started by their scripts: Node starts no .cmd file', () => {
  const nodejs = mkdtempSync(join(tmpdir(), 'sqrl test-'));
  onTestFinished(() => rmSync(nodejs, { recursive: true, force: true }));
  writeFileSync(join(nodejs, 'npm.cmd'), '');
  const node = join(nodejs, 'node.exe');
  const here = { person: '/ann', memory: '/ann/.sqrl', script: '/sqrl.mjs', node, env: { Path: nodejs } };
  const windows = { ...here, platform: 'win32' as const };
  expect(npmOf(windows)).toEqual([node, join(nodejs, 'node_modules/npm/bin/npm-cli.js')]);
  expect(installedIn('/global', windows)).toEqual([
    node,
    '/global/node_modules/squirrel-memory/bin/sqrl.mjs',
  ]);
  expect(installedIn('/global', { ...windows, platform: 'darwin' })).toEqual(['/global/bin/sqrl']);
});
