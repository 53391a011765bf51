import { expect, test } from 'vitest';
import { aboutOf, saysOf } from '../../src/learn/gate/gate/matters.ts';
import { onlyStatementIn, statementsIn } from '../../src/learn/observe/statements/statement.ts';
import { ALIKE, type Pair, SAME } from './pairs.ts';
import { BESIDE, REPHRASED, UNMOVED } from './phrasings.ts';

/** Whether two statements are of one matter, and say otherwise of it. */
function isAmended([first, second]: Pair): boolean {
  const [older, newer] = [onlyStatementIn(first)!, onlyStatementIn(second)!];
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
  const said = statementsIn(second, { stopped: false }).filter(({ once }) => !once);
  expect(said.some(({ quote }) => isAmended([first, quote]))).toBe(false);
});
