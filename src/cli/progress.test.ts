import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { barOf, startProgress } from './progress.ts';
import { sheetOf } from './terminal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function seen(isTTY: boolean) {
  const writes: string[] = [];
  const output = { write: (text: string) => writes.push(text), isTTY, columns: 60 };
  return { writes, sheet: sheetOf(output, { colour: false, isGone: () => false }) };
}

test('quick work shows no bar at all', () => {
  const { writes, sheet } = seen(true);
  const progress = startProgress(sheet, Date.now);
  progress.tell(1, 2, 'memories');
  vi.advanceTimersByTime(990);
  progress.end();
  vi.advanceTimersByTime(5000);
  expect(writes).toEqual([]);
});

test('slow work shows how far it is, ten times a second at most, and leaves a clean line', () => {
  const { writes, sheet } = seen(true);
  const progress = startProgress(sheet, Date.now);
  for (let i = 0; i < 2000; i++) {
    progress.tell(i, 2000, 'memories');
    vi.advanceTimersByTime(1);
  }
  expect(writes.length).toBeGreaterThan(5);
  expect(writes.length).toBeLessThanOrEqual(11);
  expect(writes[0]).toMatch(/^\r█+░+ +\d+ % {2}memories \d+\/2000 *$/);
  progress.end();
  expect(writes.at(-1)).toBe(`\r${' '.repeat(59)}\r`);
});

test('where nobody looks, slow work is silent', () => {
  const { writes, sheet } = seen(false);
  using progress = startProgress(sheet, Date.now);
  progress.tell(1, 2, 'memories');
  vi.advanceTimersByTime(5000);
  expect(writes).toEqual([]);
});

test('work of unknown size shows the seconds that have passed', () => {
  expect(barOf({ done: 0, total: 0, what: '' }, 3400)).toBe('Working … 3 s');
});
