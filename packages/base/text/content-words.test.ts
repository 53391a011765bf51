import { expect, test } from 'vitest';
import { contentWords } from './content-words.ts';

test.each([
  'test tests tested testing',
  'deploy deploys deployed deploying deployment deployments',
  'query queries',
  'library libraries',
  'display displays displayed',
])('forms of one word count as one: %s', (forms) => {
  expect(contentWords(forms).size).toBe(1);
});
