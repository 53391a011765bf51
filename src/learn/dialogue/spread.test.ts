import { expect, test } from 'vitest';
import { agreedOver } from './spread.ts';

const PROPOSAL = 'Abandoned carts fill the table. I would archive carts after 30 days without activity.';

test.each([
  ['make it 60 days', 'Okay, 60 days then.', 'Archive carts after 60 days without activity.'],
  ['no, 60 days instead of 30', '60 days it is.', 'Archive carts after 60 days without activity.'],
  [
    'only for guests',
    'Right, only for guests.',
    'Archive carts after 30 days without activity, only for guests.',
  ],
  ['make it 45', 'Fine, 45.', 'Archive carts after 45 days without activity.'],
])('a proposal, a change and its taking up are one agreement: "%s"', (change, message, text) => {
  expect(agreedOver({ proposal: PROPOSAL, change, message })?.text).toBe(text);
});

test.each([
  [PROPOSAL, 'why not 60 days?', '60 days would work too.'],
  [PROPOSAL, 'make it 60 days', 'I fixed the failing tests.'],
  [PROPOSAL, 'what about the orders table', 'The orders table has an index.'],
  ['The tests pass now.', 'make it 60 days', '60 days then.'],
  ['Shall I commit?', 'make it 60 days', '60 days then.'],
])('no agreement: %j, "%s", "%s"', (proposal, change, message) => {
  expect(agreedOver({ proposal, change, message })).toBeUndefined();
});
