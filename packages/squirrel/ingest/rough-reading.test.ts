import { expect, test } from 'vitest';
import { countRecord, type RecordCounts } from './counts.ts';
import { finishReading, type RoughReading } from './rough-reading.ts';

const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const reading: RoughReading = {
  client: 'copilot',
  path: '/log',
  form: 'lines',
  inode: 1,
  size: 2,
  changedAt: 3,
  head: null,
  offset: 4,
  rough: '{}',
  counts: '{}',
  events: 5,
  lastAt: null,
  trouble: null,
  readAt: 6,
};

test('what is to be known to go on with a log is kept without the secrets of calls that wait', () => {
  const intake = [['s', {}]];
  const rough = { reader: { pending: [['c', { command: `curl -H ${SECRET}` }]] }, seen: 7 };
  const { state } = finishReading({ ...reading, rough: JSON.stringify(rough) }, intake);

  expect(state).not.toContain(SECRET);
  expect(JSON.parse(state!)).toMatchObject({
    reader: { pending: [['c', { command: expect.stringContaining('curl') }]] },
    intake,
    seen: 7,
  });
});

test('records are counted under names without secrets, and those that have one name then are one', () => {
  const counts = {
    read: { user: { '2.1.0': 3, '': 1 } },
    unknown: { [SECRET]: { '2.1.0': 2 }, [SECRET.replace('1', '2')]: { '2.1.0': 5 } },
  };
  const { counts: kept } = finishReading({ ...reading, counts: JSON.stringify(counts) }, undefined);
  const { read, unknown } = JSON.parse(kept);

  expect(read).toEqual(counts.read);
  expect(kept).not.toMatch(/ghp_[12]6C7/);
  expect(Object.values(unknown)).toEqual([{ '2.1.0': 7 }]);
});

test('a secret that is longer than what is kept of a name, or that is cut by it, is not kept by halves', () => {
  for (const before of [0, 30, 50, 60, 75, 79]) {
    const counts: RecordCounts = {};
    countRecord(counts, { type: `${'a'.repeat(before)} ${SECRET}`, version: null, fate: 'unknown' });
    const kept = finishReading({ ...reading, counts: JSON.stringify(counts) }, undefined).counts;
    expect(kept).not.toContain(SECRET.slice(0, 8));
  }
});

test('a record may be named as something that every object has', () => {
  const counts: RecordCounts = {};
  for (const name of ['constructor', '__proto__', 'toString'])
    countRecord(counts, { type: name, version: name, fate: 'unknown' });
  const kept = finishReading({ ...reading, counts: JSON.stringify(counts) }, undefined).counts;
  expect(JSON.parse(kept)).toEqual({ unknown: { others: { others: 3 } } });
});
