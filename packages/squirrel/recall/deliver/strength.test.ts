import { contentWords } from '@sqrl/base/text/content-words.ts';
import { expect, test } from 'vitest';
import { aMemory } from '../../store/testing/a-memory.ts';
import { searchedNames } from './after-failure.ts';
import { isRelevant, isStrong, isTask, strengthOf } from './strength.ts';

const rounding = aMemory({
  text: 'Invoices are rounded half to even, per line and never on the total',
  files: ['src/invoice.ts'],
});
const of = (prompt: string, cosine: number | undefined, files: string[] = []) =>
  strengthOf(contentWords(prompt), rounding, cosine, new Set(files));

test.each([
  ['very near in meaning', of('Why is money off by a cent?', 0.55), true, true],
  ['near, and in its words', of('The total of an invoice is rounded per line', 0.4), true, true],
  ['near, in two of its words', of('Print the total of every invoice', 0.4), false, true],
  ['near by chance', of('Make the button larger', 0.42), false, false],
  [
    'in its words, without a vector',
    of('Are invoices rounded half to even per line?', undefined),
    true,
    true,
  ],
  ['about a file that is named', of('Mend the invoice', 0.36, ['src/invoice.ts']), true, true],
  ['only about a file that is named', of('Rename this', 0.1, ['src/invoice.ts']), false, true],
])('%s', (_, strength, strong, relevant) => {
  expect([isStrong(strength), isRelevant(strength)]).toEqual([strong, relevant]);
});

test('yes, go on is no task', () => {
  expect(isTask(contentWords('yes, go on please'))).toBe(false);
  expect(isTask(contentWords('Round the invoice totals'))).toBe(true);
});

test.each([
  ['function parsePrice\\b', ['parsePrice']],
  ['parse_price|format_price', ['parse_price', 'format_price']],
  ['**/price-parser.ts', ['price-parser.ts']],
  ['price', []],
  ['TODO', []],
  ['refund policy window', ['refund', 'policy', 'window']],
])('a search for %j looks for %j', (pattern, names) => {
  expect(searchedNames(pattern)).toEqual(names);
});
