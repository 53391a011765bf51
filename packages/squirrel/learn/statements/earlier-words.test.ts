import { wordRuns } from '@sqrl/base/text/word-runs.ts';
import { expect, test } from 'vitest';
import { addOthers, addOwn, beginEarlier, isHandedBack } from './earlier-words.ts';

const ADVICE = 'Handlers must validate every request body before they touch the database.';

test('a sentence that a tool or an agent said first is handed back, however it is set', () => {
  const earlier = beginEarlier();
  addOthers(earlier, `## Review\n> - **${ADVICE}** Fix it before the release.`);
  expect(isHandedBack(earlier, ADVICE)).toBe(true);
  expect(isHandedBack(earlier, ADVICE.toUpperCase())).toBe(true);
  expect(isHandedBack(earlier, 'Handlers must log every request body before they answer.')).toBe(false);
});

test('what the person said first stays the person’s, though the agent repeats it', () => {
  const earlier = beginEarlier();
  addOwn(earlier, ADVICE);
  addOthers(earlier, `Understood. ${ADVICE}`);
  expect(isHandedBack(earlier, ADVICE)).toBe(false);
});

test('a few words are anybody’s', () => {
  const earlier = beginEarlier();
  addOthers(earlier, 'Use pnpm, not npm.');
  expect(isHandedBack(earlier, 'Use pnpm, not npm.')).toBe(false);
  expect(wordRuns('Use pnpm, not npm.')).toEqual([]);
});
