import { expect, test } from 'vitest';
import { cited } from './lines.ts';

test('a line is cited by its id and a few words', () => {
  expect(cited({ id: 'abc', text: 'Tests need REDIS_URL,\nor they hang for a minute and time out' })).toBe(
    'Tests need REDIS_URL, or they hang for a minute and time out [Memory #abc: Tests need REDIS_URL, or they hang for a]',
  );
  const [, words] = /\[Memory #abc: (.+)\]$/.exec(cited({ id: 'abc', text: 'x'.repeat(100) }))!;
  expect(words).toHaveLength(40);
});
