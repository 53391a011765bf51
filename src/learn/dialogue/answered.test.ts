import { expect, test } from 'vitest';
import { answeredIn } from './answered.ts';

const OPTIONS = `There are two ways.
1. **Integer cents** — exact, a little more to write
2. **Decimals** — slower
How should amounts be stored?`;

test.each([
  [OPTIONS, '1', 'How should amounts be stored? Decided: Integer cents.'],
  [OPTIONS, 'the second one', 'How should amounts be stored? Decided: Decimals.'],
  [OPTIONS, "let's go with option 2 please", 'How should amounts be stored? Decided: Decimals.'],
  [
    'A) REST\nB) GraphQL\nWhich style should the public API have?',
    'b',
    'Which style should the public API have? Decided: GraphQL.',
  ],
  ['Should ids be UUIDs or integers?', 'the former', 'Should ids be UUIDs or integers? Decided: UUIDs.'],
  ['Should ids be UUIDs or integers?', 'UUIDs.', 'Should ids be UUIDs or integers? Decided: UUIDs.'],
  [
    'How long should audit logs be kept?',
    'one year',
    'How long should audit logs be kept? Decided: one year.',
  ],
])('an answer is a decision that can be read alone: %j, "%s"', (message, prompt, text) => {
  expect(answeredIn(message, prompt)?.text).toBe(text);
});

test.each([
  [OPTIONS, 'what are the disadvantages of decimals?'],
  [OPTIONS, '7'],
  [OPTIONS, 'you decide'],
  [OPTIONS, 'neither'],
  ['Which of the failing tests should I fix first?', 'the login one'],
  ['Should I commit this or go on?', 'commit'],
  ['Where did the error show up?', 'on staging'],
  ['Should we test this?', 'the page is still blank'],
  ['The tests pass.', 'the second one'],
])('no decision: %j, "%s"', (message, prompt) => expect(answeredIn(message, prompt)).toBeUndefined());
