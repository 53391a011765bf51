import { expect, test } from 'vitest';
import { withoutReplaced, withoutReplacedQuotes } from './replaced.ts';

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

test('of several quotations each is looked at by itself', () => {
  const text = 'Recent work in `cart.ts`: “From now on we use npm…”; “Mend the cart” (2 sessions).';
  expect(withoutReplacedQuotes(text, [WISH])).toBe(
    'Recent work in `cart.ts`: “[replaced since]”; “Mend the cart” (2 sessions).',
  );
});
