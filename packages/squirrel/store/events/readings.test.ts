import { expect, test } from 'vitest';
import { openStore } from '../open.ts';
import { type LogReading, readingOf, setReading } from './readings.ts';

const READING: LogReading = {
  ...{ client: 'codex', path: '/logs/a.jsonl', form: 'lines', inode: 1, size: 10, changedAt: 1 },
  ...{ head: null, offset: 0, state: null, counts: '{}', events: 0, lastAt: null, trouble: null, readAt: 2 },
};

test('why a log could not be read to its end is kept until it was', () => {
  using store = openStore(':memory:', { now: () => 0 });
  setReading(store, { ...READING, trouble: 'database is locked' });
  expect(readingOf(store, READING.path)?.trouble).toBe('database is locked');
  setReading(store, READING);
  expect(readingOf(store, READING.path)?.trouble).toBeNull();
});
