import { expect, test } from 'vitest';
import { openStore } from '../store/open.ts';
import type { Totals } from '../store/stats/overview.ts';
import type { Engine } from '../workspace/workspace.ts';
import { healthOf } from './overview.ts';

test('a share is a hundred percent only where it is all of them', () => {
  using store = openStore(':memory:', { now: () => 0 });
  const engine = { own: { store } } as unknown as Engine;
  const healthWith = (stale: number) => healthOf(engine, { memories: 2567, stale } as Totals, 1);
  expect(healthWith(7)).toMatchObject({ fresh: 0.99, decided: 0.99 });
  expect(healthWith(0)).toMatchObject({ fresh: 1 });
});
