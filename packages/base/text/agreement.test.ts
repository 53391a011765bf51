import { expect, test } from 'vitest';
import { agreementIn, deniesAtStart, sendsOn } from './agreement.ts';

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

test.each(['commit', 'ok, go ahead', 'push and open a PR', 'please implement this'])(
  '"%s" sends the agent on',
  (prompt) => {
    expect(sendsOn(prompt)).toBe(true);
  },
);

test.each([
  'should I merge?',
  "don't commit yet",
  'committed rows are shown twice',
  'no, go on with the other',
])('"%s" does not', (prompt) => {
  expect(sendsOn(prompt)).toBe(false);
});

test.each(['no, 40 days', 'God no. One extension', "don't delete them", 'Nein, lieber so'])(
  '"%s" begins with a no',
  (prompt) => {
    expect(deniesAtStart(prompt)).toBe(true);
  },
);

test.each(['no problem', 'note the date', 'nothing else', 'now the footer'])('"%s" does not', (prompt) => {
  expect(deniesAtStart(prompt)).toBe(false);
});
