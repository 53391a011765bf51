import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log, LogReader, PieceResult } from '@sqrl/base/model/reader.ts';
import { afterAll, expect, test } from 'vitest';
import type { LogReading } from '../store/events/readings.ts';
import { beginsAs } from './bytes.ts';
import type { ProjectEvents } from './intake.ts';
import { readLog } from './read-log.ts';
import { rawEvent } from './testing/raw-event.ts';

const folder = mkdtempSync(join(tmpdir(), 'sqrl-read-log-'));
const path = join(folder, 'log');
afterAll(() => rmSync(folder, { recursive: true }));

/** What one look at a log comes to, with a reader that takes this from each piece. */
async function read(
  log: Log,
  reader: Pick<LogReader, 'changes'>,
  taken: Partial<PieceResult>,
  told: unknown = {},
) {
  const kept: (readonly ProjectEvents[])[] = [];
  const notes: LogReading[] = [];
  const take = (): PieceResult => ({ type: 'a', version: null, fate: 'read', events: [], ...taken });
  const result = await readLog(
    log,
    { client: log.client, find: () => [], open: () => ({ take, state: () => told }), ...reader },
    {
      reading: () => undefined,
      projectOf: () => ({ project: 'shop', place: (path) => ({ path, outside: false }) }),
      keep: (_, ready) => void kept.push(ready),
      note: (note) => void notes.push(note),
      now: 1,
      stopped: () => false,
    },
  );
  return { result, kept, notes };
}

test('what a database told before it failed is kept, and the failure is noted', async () => {
  writeFileSync(path, 'a database');
  const reader = {
    *changes() {
      for (let i = 0; i < 5; i++) yield { bytes: new Uint8Array(1), offset: i };
      throw new Error('database is locked');
    },
  };
  const { result, kept, notes } = await read({ client: 'cursor', path, form: 'database' }, reader, {
    events: [rawEvent()],
  });

  expect(kept.map(([project]) => project!.events.length)).toEqual([5]);
  expect(result.trouble).toBe('database is locked');
  expect(notes).toMatchObject([{ trouble: 'database is locked' }]);
});

test('a log that only tells of its session is handed on in portions, too', async () => {
  writeFileSync(path, '{}\n'.repeat(1000));
  const { kept } = await read(
    { client: 'copilot', path, form: 'lines' },
    {},
    {
      events: [],
      session: { id: 's', title: 'Another title' },
    },
  );

  expect(kept).toHaveLength(3);
});

test('a log that cannot be opened any more is taken for the one it was', () => {
  expect(beginsAs(join(folder, 'gone'), '10:abc')).toBe(true);
  expect(beginsAs(path, '10:abc')).toBe(false);
});

const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

/** What is noted of a log whose records are of these types, as its counts. */
async function counted(types: readonly [type: string, version: string | null][]) {
  const log: Log = { client: 'copilot', path, form: 'lines' };
  let next = 0;
  writeFileSync(path, '{}\n'.repeat(types.length));
  const found = {
    events: [],
    fate: 'unknown' as const,
    get type() {
      return types[next]![0];
    },
    get version() {
      return types[next++]![1];
    },
  };
  const reader: Partial<LogReader> = {
    open: () => ({ take: () => ({ ...found }), state: () => ({}) }),
  };
  return (await read(log, reader, {})).notes.at(-1)!.counts;
}

test('what is to be known to go on with a log is kept without the secrets of calls that wait', async () => {
  writeFileSync(path, '{}\n');
  const pending = { pending: [['c', { command: `curl -H ${SECRET}` }]] };
  const { notes } = await read(
    { client: 'copilot', path, form: 'lines' },
    {},
    { events: [rawEvent()] },
    pending,
  );
  const { state } = notes.at(-1)!;
  expect(state).not.toContain(SECRET);
  expect(JSON.parse(state!)).toMatchObject({
    reader: { pending: [['c', { command: expect.stringContaining('curl') }]] },
    intake: [[rawEvent().session, { in: ['shop'] }]],
  });
});

test('records are counted under names without secrets, and those that have one name then are one', async () => {
  const twin = SECRET.replace('1', '2');
  const kept = await counted([
    [SECRET, '2.1.0'],
    [twin, '2.1.0'],
    ['user', null],
    ['user', null],
  ]);
  expect(kept).not.toMatch(/ghp_[12]6C7/);
  const { unknown } = JSON.parse(kept);
  expect(unknown.user).toEqual({ '': 2 });
  expect(Object.values(unknown)).toContainEqual({ '2.1.0': 2 });
});

test('a secret that is longer than what is kept of a name, or that is cut by it, is not kept by halves', async () => {
  for (const before of [0, 30, 50, 60, 75, 79])
    expect(await counted([[`${'a'.repeat(before)} ${SECRET}`, null]])).not.toContain(SECRET.slice(0, 8));
});

test('a record may be named as something that every object has', async () => {
  const names = ['constructor', '__proto__', 'toString'];
  expect(JSON.parse(await counted(names.map((name) => [name, name])))).toEqual({
    unknown: { others: { others: 3 } },
  });
});
