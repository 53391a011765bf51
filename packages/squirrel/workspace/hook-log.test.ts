import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hooksTimedOut } from './home.ts';

test('hooks that came too late are counted since a time, and no others', () => {
  const log = join(mkdtempSync(join(tmpdir(), 'sqrl-hook-log-')), 'hook.log');
  expect(hooksTimedOut(log, 0)).toBe(0);
  writeFileSync(`${log}.1`, '2026-11-15T11:59:00.000Z codex PreToolUse: timed out after 300 ms\n');
  writeFileSync(
    log,
    [
      '2026-11-14T23:59:00.000Z claude-code PreToolUse: timed out after 300 ms',
      '2026-11-15T12:00:00.000Z claude-code PreToolUse: started too late',
      '2026-11-15T12:00:01.000Z claude-code PreToolUse: daemon not running',
      '',
    ].join('\n'),
  );
  expect(hooksTimedOut(log, Date.UTC(2026, 10, 15))).toBe(2);
});
