import { expect, test } from 'vitest';
import { openStore } from '../store/open.ts';
import type { Totals } from '../store/stats/overview.ts';
import type { Engine } from '../workspace/workspace.ts';
import { healthOf, lastDays } from './overview.ts';

test('days begin where the person lives, also when the clocks are changed', () => {
  // In Zurich the clocks went back on 25 October 2026: that day has 25 hours.
  const days = lastDays('Europe/Zurich', Date.parse('2026-10-26T10:00Z'), 3);
  expect(days.names).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
  expect(days.starts.map((at) => new Date(at).toISOString())).toEqual([
    '2026-10-23T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
    '2026-10-26T23:00:00.000Z',
  ]);
  const at = (time: string) => Date.parse(time);
  expect(
    days.count([
      at('2026-10-23T21:59Z'),
      at('2026-10-23T22:00Z'),
      at('2026-10-25T22:59Z'),
      at('2026-10-26T22:59Z'),
    ]),
  ).toEqual([1, 1, 1]);
});

test('a share is a hundred percent only where it is all of them', () => {
  using store = openStore(':memory:', { now: () => 0 });
  const engine = { own: { store } } as unknown as Engine;
  const healthWith = (stale: number) => healthOf(engine, { memories: 2567, stale } as Totals, 1);
  expect(healthWith(7)).toMatchObject({ fresh: 0.99, decided: 0.99 });
  expect(healthWith(0)).toMatchObject({ fresh: 1 });
});
