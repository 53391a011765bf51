import { expect, test } from 'vitest';
import { agreementIn, amendedText, proposedSentences } from './agreement.ts';

test.each(['Exactly.', "that's right", 'yes, from now on', 'genau', 'correct. now please fix the typo'])(
  '"%s" settles what the agent said',
  (prompt) => {
    expect(agreementIn(prompt)?.settles).toBe(true);
  },
);

test.each(['ok', 'yes', 'sounds good', 'ja'])('"%s" agrees and settles nothing by itself', (prompt) => {
  expect(agreementIn(prompt)).toMatchObject({ settles: false });
});

test.each(['Right now it fails', 'correct the typo', 'exactly?', 'yes, wait, no', 'why is that right?'])(
  '"%s" agrees to nothing',
  (prompt) => {
    expect(agreementIn(prompt)).toBeUndefined();
  },
);

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
  expect(proposedSentences('So refunds are possible for 30 days?')).toMatchObject([
    { text: 'Refunds are possible for 30 days.' },
  ]);
});
