import { expect, test } from 'vitest';
import { agreementIn } from './agreement.ts';

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
