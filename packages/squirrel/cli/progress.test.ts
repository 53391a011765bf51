import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sheetOf } from '@sqrl/base/terminal/terminal.ts';
import { expect, onTestFinished, test } from 'vitest';
import { barOf, startProgress } from './progress.ts';

/** A file that takes a terminal's place, and what was written to it piece by piece. */
function seen(isTTY: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
  const file = join(folder, 'terminal');
  const fd = openSync(file, 'a');
  onTestFinished(() => {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  });
  const output = { write: (text: string) => writeSync(fd, text), isTTY, columns: 80 };
  return {
    fd,
    sheet: sheetOf(output, { colour: false, isGone: () => false }),
    writes: () => readFileSync(file, 'utf8').split('\r').filter(Boolean),
  };
}

/** Keeps this thread from doing anything else, as a long statement does. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('quick work shows no bar at all', async () => {
  const { fd, sheet, writes } = seen(true);
  const progress = startProgress(sheet, fd);
  progress.tell(1, 2, 'memories');
  progress.end();
  await sleep(1300);
  expect(writes()).toEqual([]);
});

test('slow work shows how far it is, and leaves a clean line', async () => {
  const { fd, sheet, writes } = seen(true);
  const progress = startProgress(sheet, fd);
  for (let i = 0; writes().length < 4; i++) {
    progress.tell(1 + (i % 199), 200, 'memories');
    await sleep(10);
  }
  expect(writes()[0]).toMatch(/^█*░+ +\d+ % {2}memories \d+\/200 · \d+ s *$/);
  expect(writes()[0]).toHaveLength(79);
  progress.end();
  const drawn = writes().length;
  expect(writes().at(-1)).toBe(' '.repeat(79));
  await sleep(300);
  expect(writes()).toHaveLength(drawn);
});

test('work that lets nothing else happen shows a bar all the same, and one that goes on', () => {
  const { fd, sheet, writes } = seen(true);
  using progress = startProgress(sheet, fd, 'Opening');
  while (writes().length === 0) block(50);
  progress.tell(1, 2, 'copying\u001b[2J user.db');
  while (!writes().at(-1)!.includes('copying')) block(50);
  const drawn = writes();
  expect(drawn[0]!.trimEnd()).toMatch(/^Opening … \d+ s$/);
  expect(drawn.at(-1)!.trimEnd()).toMatch(/^█+░+ +50 % {2}copying.* user.db 1\/2 · \d+ s$/);
  expect(drawn.join('')).not.toContain('\u001b');
});

test('without a terminal, slow work is silent', () => {
  const { fd, sheet, writes } = seen(false);
  using progress = startProgress(sheet, fd);
  progress.tell(1, 2, 'memories');
  block(1500);
  expect(writes()).toEqual([]);
});

test('work of unknown size shows the seconds that have passed', () => {
  expect(barOf({ done: 0, total: 0, what: 'Working' }, 3400)).toBe('Working … 3 s');
  expect(barOf({ done: 2_000_000, total: 4_000_000, what: 'codex' }, 3400)).toMatch(/ 50 % {2}codex · 3 s$/);
});
