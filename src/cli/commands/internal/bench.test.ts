import { expect, test } from 'vitest';
import { testMemory, typed } from '../../testing/world.ts';

const found = { hits: [], notices: [] };
const recalled = {
  kind: 'semantic',
  phase: 'any',
  text: '',
  tokens: 0,
  budget: 0,
  lines: [],
  left: [],
  notices: [],
};

test('it searches with the words of memories, as often as requested, and reports the times', async () => {
  const { calls, out } = await typed(['bench', '--runs', '3', '--json'], {
    answers: {
      list: () => ({ memories: [{ ...testMemory(), text: 'use pnpm, never npm' }], total: 1 }),
      find: () => found,
      recall: () => recalled as never,
    },
  });
  const { measured, memories } = JSON.parse(out);
  expect(memories).toBe(1);
  expect(measured.map(({ what }: { what: string }) => what).slice(0, 3)).toEqual([
    'search',
    'recall, fast',
    'recall',
  ]);
  for (const { p50, p95 } of measured) expect(p95).toBeGreaterThanOrEqual(p50);
  expect(calls.filter(({ verb }) => verb === 'find')).toHaveLength(4);
  expect(calls.at(-1)!.input).toMatchObject({ question: 'use pnpm, never npm' });
});

test('with nothing remembered it says so', async () => {
  const { err } = await typed(['bench', '--runs', '3'], {
    answers: { list: () => ({ memories: [], total: 0 }) },
  });
  expect(err).toContain('No memories here yet');
});
