import { piecesOf } from '@sqrl/base/text/pieces.ts';
import { claimIn } from '@sqrl/squirrel/learn/claims/claim.ts';
import { aboutOf, saysOf } from '@sqrl/squirrel/learn/claims/matters.ts';
import { expect, test } from 'vitest';
import { ALIKE, type Pair, SAME } from './pairs.ts';
import { BESIDE, REPHRASED, UNMOVED } from './phrasings.ts';

const claimOf = (text: string) => {
  const claim = claimIn(text);
  return claim && { ...claim, text, scope: 'project' as const, scopeOf: null };
};

/** Whether two statements are of one matter, and say otherwise of it. */
function isAmended([first, second]: Pair): boolean {
  const [older, newer] = [claimOf(first), claimOf(second)];
  if (!older || !newer) return false;
  const about = aboutOf(older);
  return aboutOf(newer).some((each) => about.includes(each)) && saysOf(older) !== saysOf(newer);
}

test.each([...SAME, ...REPHRASED])('“%s” is replaced by “%s”', (...pair) => {
  expect(isAmended(pair)).toBe(true);
});

test.each([...ALIKE, ...BESIDE])('“%s” and “%s” are two matters', (...pair) => {
  expect(isAmended(pair)).toBe(false);
});

test.each(UNMOVED)('“%s” is not replaced by “%s”', (...[first, second]) => {
  expect(piecesOf(second).some((piece) => isAmended([first, piece]))).toBe(false);
});
