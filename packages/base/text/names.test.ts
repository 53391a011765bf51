import { expect, test } from 'vitest';
import { namesIn } from './names.ts';

test('identifiers, files, flags and what stands in backticks are names', () => {
  expect([
    ...namesIn('Let src/pay/client.ts call retryPayment with max_attempts and --dry-run, see `npm run x`'),
  ]).toEqual(['client.ts', 'retrypayment', 'max_attempts', '--dry-run', 'npm run x']);
});

test('plain words, addresses and files that are handed over are not', () => {
  expect([...namesIn('Please look at example.com and at @docs/rules.md, e.g. the first part.')]).toEqual([]);
});
