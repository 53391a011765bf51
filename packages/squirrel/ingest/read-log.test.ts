import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log, LogReader, PieceResult } from '@sqrl/base/model/reader.ts';
import { afterAll, expect, test } from 'vitest';
import { beginsAs } from './bytes.ts';
import { type Portion, sizeOf } from './portion.ts';
import { readLog } from './read-log.ts';
import type { RoughReading } from './rough-reading.ts';
import { rawEvent } from './testing/raw-event.ts';

const folder = mkdtempSync(join(tmpdir(), 'sqrl-read-log-'));
const path = join(folder, 'log');
afterAll(() => rmSync(folder, { recursive: true }));

/** What one look at a log comes to, with a reader that takes this from each piece. */
async function read(
  log: Log,
  reader: Pick<LogReader, 'changes'>,
  taken: Pick<PieceResult, 'events' | 'session'>,
) {
  const kept: Portion[] = [];
  const notes: RoughReading[] = [];
  const take = (): PieceResult => ({ type: 'a', version: null, fate: 'read', ...taken });
  const result = await readLog(
    log,
    { client: log.client, find: () => [], open: () => ({ take, state: () => ({}) }), ...reader },
    {
      reading: () => undefined,
      begin: () => {},
      keep: (_, portion) => void kept.push(portion),
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

  expect(kept.map(({ events }) => events.length)).toEqual([5]);
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

  expect(kept.map(sizeOf)).toEqual([400, 400, 200]);
});

test('a log that cannot be opened any more is taken for the one it was', () => {
  expect(beginsAs(join(folder, 'gone'), '10:abc')).toBe(true);
  expect(beginsAs(path, '10:abc')).toBe(false);
});
