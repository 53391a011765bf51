import { expect, test } from 'vitest';
import { withoutReplaced } from './replaced.ts';

const WISH = 'From now on we use npm for packages.';

test.each([
  ['in the middle', `Mend the cart. ${WISH} Then release.`, 'Mend the cart. [replaced since] Then release.'],
  [
    'over two lines',
    'Mend the cart. From now on\nwe use npm for packages.',
    'Mend the cart. [replaced since]',
  ],
  ['cut off', 'Mend the cart. From now on we use…', 'Mend the cart. [replaced since]'],
  ['alone and cut off', 'From now on we use npm…', '[replaced since]'],
  ['not at all', 'Mend the cart.', 'Mend the cart.'],
])('what was replaced is not quoted: %s', (_, text, left) => {
  expect(withoutReplaced(text, [WISH])).toBe(left);
});
