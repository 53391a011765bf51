import { agreementIn } from '@sqrl/base/text/agreement.ts';
import { expect, test } from 'vitest';
import { amendedText, proposedSentences } from './agreement.ts';

test('an amendment changes the figure that was agreed to', () => {
  const { amendment } = agreementIn('exactly, but 30 days instead of 14')!;
  expect(amendedText('Sessions expire after 14 days.', amendment)).toBe('Sessions expire after 30 days.');
  expect(amendedText('Carts are archived.', 'not those of guests')).toBe(
    'Carts are archived, but not those of guests.',
  );
});

test('an agent proposes what it sums up, not what it did or offers', () => {
  const message =
    'I moved the totals to integers.\nSettled: amounts are stored in cents, never floats. Want me to go on?';
  expect(proposedSentences(message)).toMatchObject([
    { text: 'Amounts are stored in cents, never floats.', isSummary: true },
  ]);
  expect(proposedSentences('I propose: every call is retried three times.')).toMatchObject([
    { text: 'Every call is retried three times.', isSummary: true },
  ]);
  expect(proposedSentences('So refunds are possible for 30 days?')).toMatchObject([
    { text: 'Refunds are possible for 30 days.' },
  ]);
  const tryIt = 'Run it to confirm — and the escape key should still return to the list.';
  expect(proposedSentences(tryIt)).toEqual([]);
});
