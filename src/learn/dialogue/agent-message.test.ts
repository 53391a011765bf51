import { expect, test } from 'vitest';
import { readAgentMessage } from './agent-message.ts';

const statements = (message: string) =>
  readAgentMessage(message).blocks.map((block) => block.map(({ text, led }) => [led, text]));

test('the words that lead to a statement are not part of it', () => {
  expect(statements('Settled: amounts are stored in cents, never floats.')).toEqual([
    [['sums', 'Amounts are stored in cents, never floats.']],
  ]);
  expect(statements('Got it, so mails go through the queue.')).toEqual([
    [['takes', 'Mails go through the queue.']],
  ]);
  expect(statements('So the agreement is:\n- services are in Go\n- jobs stay in Python')).toEqual([
    [
      ['sums', 'Services are in Go.'],
      ['sums', 'Jobs stay in Python.'],
    ],
  ]);
});

test('what an agent does, did or offers is not a statement', () => {
  expect(
    statements('I fixed the test. All tests pass now. I will push it. Shall I open a pull request?'),
  ).toEqual([]);
});

test('a promise for good is what is to be done', () => {
  expect(statements("I'll always squash before merging.")).toEqual([
    [['takes', 'Always squash before merging.']],
  ]);
});

test('a question that asks to be confirmed states it, another is a question', () => {
  expect(readAgentMessage('So amounts are kept in cents, right?')).toMatchObject({
    asksToConfirm: true,
    blocks: [[{ text: 'Amounts are kept in cents.' }]],
  });
  expect(readAgentMessage('How should amounts be kept?')).toMatchObject({
    asksToConfirm: false,
    question: 'How should amounts be kept?',
    blocks: [],
  });
  expect(readAgentMessage('Amounts are in cents. Shall I run the tests now?')).toMatchObject({
    offers: true,
  });
});
