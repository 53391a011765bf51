import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLogFile } from './log-file.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sqrl-log-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('a log never grows past its five files, and the newest line is in the first', () => {
  const path = join(folder(), 'daemon.log');
  const log = openLogFile(path, () => 0, { largest: 200, kept: 5 });
  for (let n = 0; n < 100; n++) log.line(`this is line ${n}`);
  const names = readdirSync(join(path, '..')).sort();
  expect(names).toEqual(['daemon.log', 'daemon.log.1', 'daemon.log.2', 'daemon.log.3', 'daemon.log.4']);
  for (const name of names) expect(statSync(join(path, '..', name)).size).toBeLessThanOrEqual(200);
  expect(readFileSync(path, 'utf8')).toMatch(/^1970-01-01T00:00:00\.000Z this is line \d+\n/);
  expect(readFileSync(path, 'utf8')).toContain('this is line 99\n');
});

test('a reopened log is appended to, readable by its owner only, and contains no secret', () => {
  const path = join(folder(), 'daemon.log');
  openLogFile(path, () => 0).line('first');
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
  openLogFile(path, () => 0).line(`failed with ${token}\nin two lines`);
  const text = readFileSync(path, 'utf8');
  expect(text.trim().split('\n')).toHaveLength(2);
  expect(text).not.toContain(token);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
