import { expect, test } from 'vitest';
import { grouped } from './digits.ts';

test.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, -1, -1234, 0.125, 1234.5, 123_456_789])(
  'groups %d as the locale does',
  (number) => expect(grouped(number)).toBe(number.toLocaleString('en')),
);
