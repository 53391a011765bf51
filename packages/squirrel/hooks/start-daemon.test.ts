import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mayStart } from './start-daemon.ts';

test.each([
  ['', true],
  ['[daemon]\n', true],
  ['[daemon]\nstart = true\n', true],
  ['[daemon]\nidle_minutes = 5\n\n# not by itself\n  start = false # please', false],
  ['[search]\nmeaning = 0.5\n[daemon] # mine\nstart=false\n[notes]\n', false],
  ['daemon.start = false\n', false],
  ['[daemon]\nfollow = true\n[other]\nstart = false\n', true],
  ['[daemon]\n# start = false\n', true],
])('with the settings %j it may be started: %s', (settings, may) => {
  const home = mkdtempSync(join(tmpdir(), 'sqrl-start-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  writeFileSync(join(home, 'config.toml'), settings);
  expect(mayStart(home, {})).toBe(may);
  expect(mayStart(home, { SQRL_NO_DAEMON: '1' })).toBe(false);
});

test('one that a person stopped may not be started', () => {
  const home = mkdtempSync(join(tmpdir(), 'sqrl-start-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  writeFileSync(join(home, 'daemon.stopped'), '');
  utimesSync(join(home, 'daemon.stopped'), 1000, 1000);
  expect(mayStart(home, {})).toBe(false);
});

test('without settings it may be started', () => {
  expect(mayStart('/no/such/home', {})).toBe(true);
});
