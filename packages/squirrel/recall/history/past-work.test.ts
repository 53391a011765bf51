import { expect, test } from 'vitest';
import { similar } from './past-work.ts';

const past = (id: string, text: string, at = 1) => ({ id, text, files: [], at });
const WORK = [
  past('retry', 'Retry the payment when the client times out'),
  past('cart', 'Rename the cart to basket'),
  past('login', 'The login form should remember the last user'),
];

test('by words alone, what shares enough of them is alike, and nothing else', () => {
  expect(similar('retry payments twice on a timeout of the client', WORK).map(({ past }) => past.id)).toEqual(
    ['retry'],
  );
  expect(similar('translate the imprint', WORK)).toEqual([]);
  expect(similar('', WORK)).toEqual([]);
});

test('meaning finds what was said in other words, and lets words alone count for less', () => {
  const near = new Map([
    ['login', 0.62],
    ['retry', 0.1],
  ]);
  const found = similar('payment client: keep whoever signed in before', WORK, near);
  expect(found.map(({ past }) => past.id)).toEqual(['login']);
  expect(found[0]!.why).toEqual(['meaning 0.62']);
});

test('of two that are equally alike the later comes first', () => {
  const twice = [past('a', 'Rename the cart', 1), past('b', 'Rename the cart', 2)];
  expect(similar('rename the cart again', twice).map(({ past }) => past.id)).toEqual(['b', 'a']);
});
