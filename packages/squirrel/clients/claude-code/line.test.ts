import { expect, test } from 'vitest';
import { loadLine } from './line.ts';

test('a line of no use is known by its beginning, and one that breaks off is not passed over', () => {
  const line = JSON.stringify({ parentUuid: null, type: 'progress', data: { type: 'user' } });

  expect(loadLine(Buffer.from(line), false)).toEqual({ type: 'progress' });
  expect(loadLine(Buffer.from(line), true)?.record).toMatchObject({ type: 'progress' });
  expect(loadLine(Buffer.from(line.slice(0, -3)), false)).toBeUndefined();
});
