import { plainWhy } from '@sqrl/dashboard/words/text-parts.ts';
import { expect, test } from 'vitest';

const told = (why: string[], text = 'Tests run with `bun run test`', question = 'run the tests') =>
  plainWhy(why, { text, question });

test('figures of the ranking become one sentence, and are kept apart', () => {
  const why = ['cosine 0.52, 3 words in common; meaning #1 (cosine 0.52); source ×0.85, confidence ×0.92'];
  expect(told(why).reason).toBe('Shares “tests”, “run”, “test” and is close in meaning.');
  expect(told(why).figures).toHaveLength(3);
  expect(told(why, 'Bun, not npm', '').reason).toBe('Shares 3 words and is close in meaning.');
  expect(told(['meaning #4 (cosine 0.31)'], 'Bun, not npm').reason).toBe('Related in meaning.');
});

test('a reason in words is told as it is, without the figures behind it', () => {
  expect(told(['not relevant enough: cosine 0.43, 1 word in common']).reason).toBe('Not relevant enough.');
  expect(told(['rtk bun failed every time, and its fix is known']).reason).toBe(
    'Rtk bun failed every time, and its fix is known.',
  );
  expect(told(['kept under command.test', 'words #1 (bm25 1.5)']).reason).toBe('Kept as the test command.');
});
