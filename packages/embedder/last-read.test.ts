import { expect, test } from 'vitest';
import { lastRead } from './last-read.ts';

test('what was not asked for the longest goes first, and there is never more than fits', () => {
  const kept = lastRead<string>(6, (value) => value.length);
  kept.set('a', 'xx');
  kept.set('b', 'xx');
  kept.set('c', 'xx');
  kept.get('a');
  kept.set('d', 'xxx');

  expect(['a', 'b', 'c', 'd'].map((key) => kept.get(key))).toEqual(['xx', undefined, undefined, 'xxx']);
});

test('one thing that is larger than all the room is kept alone', () => {
  const kept = lastRead<string>(2, (value) => value.length);
  kept.set('a', 'x');
  kept.set('b', 'xxxxx');
  expect([kept.get('a'), kept.get('b')]).toEqual([undefined, 'xxxxx']);
  kept.set('b', 'x');
  kept.set('c', 'x');
  expect([kept.get('b'), kept.get('c')]).toEqual(['x', 'x']);
});
