import { describe, expect, test } from 'vitest';
import { isAnnouncedStep } from './announced-step.ts';

describe('what an agent does next', () => {
  test.each([
    'Let me check the tests:',
    'Now let me look at how the adder works.',
    'Great! Now let’s run the tests again to see if it helped:',
    "I'll search for the adder. Let me also read its tests.",
    'I need to update the table first:',
    'Perfect. I will help you find the cause.',
    'Checking how the points are counted:',
  ])('%s', (text) => {
    expect(isAnnouncedStep(text)).toBe(true);
  });

  test.each([
    '',
    "I'll use pnpm from now on.",
    'The tests pass. Let me check the linter:',
    'Nothing works but this:',
    'Using a queue keeps the order.',
    'Let me explain: the queue holds one job for each customer.',
    'We decided to look at the log once a week.',
    `Let me check ${'the adder and '.repeat(30)} the tests:`,
  ])('is not all of: %s', (text) => {
    expect(isAnnouncedStep(text)).toBe(false);
  });
});
