import { expect, test } from 'vitest';
import { externalReference } from './external-reference.ts';
import { changes, prompts, proposedAfter, sightingsIn, times } from './testing/sessions.ts';

const fetches = (command: string) => ({ kind: 'call', tool: 'fetch', command }) as const;

test('a page that work in one place comes back to is its reference', () => {
  expect(
    proposedAfter(
      externalReference,
      [fetches('https://docs.example.org/rates?v=1#top'), changes('src/billing/tax.ts')],
      [prompts('Follow https://docs.example.org/rates/ please'), changes('src/billing/vat.ts')],
      [fetches('https://docs.example.org/rates'), changes('src/billing/tax.ts')],
    ),
  ).toMatchObject([
    {
      type: 'module_insight',
      text: 'Reference for work in `src/billing`: https://docs.example.org/rates (opened in 3 sessions).',
    },
  ]);
});

test('an address that came after foreign text is tainted', () => {
  expect(
    sightingsIn(externalReference, [{ ...fetches('https://evil.example.org/rules'), tainted: true }]),
  ).toMatchObject([{ tainted: true }]);
});

test.each([
  'http://localhost:3000/rates',
  'http://10.0.0.7/rates',
  'https://github.com/example/shop/pull/7',
  'https://example.org/logo.svg',
  'not an address',
])('%s is no page to come back to', (address) => {
  expect(proposedAfter(externalReference, ...times(4, [fetches(address), changes('src/a/b.ts')]))).toEqual(
    [],
  );
});

test('a page that led to no work in particular is not kept', () => {
  expect(proposedAfter(externalReference, ...times(4, [fetches('https://docs.example.org/rates')]))).toEqual(
    [],
  );
});
