import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columns, cutToWidth, pad, wrap } from './width.ts';

test('wrapping keeps a command between backticks on one line where it fits', () => {
  expect(wrap('to go on, type `sqrl review --all` now', 24)).toEqual([
    'to go on, type',
    '`sqrl review --all` now',
  ]);
  expect(wrap('type `sqrl review` now', 12)).toEqual(['type `sqrl', 'review` now']);
});

test('lines are broken between words and keep their own breaks and indentation', () => {
  expect(wrap('one two three\n  four five six', 10)).toEqual(['one two', 'three', '  four', '  five six']);
});

test('a word wider than the line is broken where the line ends', () => {
  expect(wrap('see src/a/very/long/path.ts now', 10)).toEqual(['see', 'src/a/very', '/long/path', '.ts now']);
});

test('an endless line is left alone', () => {
  expect(wrap('one two three', Number.POSITIVE_INFINITY)).toEqual(['one two three']);
});

test('signs of two columns and signs of none are counted as a terminal shows them', () => {
  expect(columns('日本')).toBe(4);
  expect(columns('🐿️')).toBe(2);
  expect(columns('e\u0301')).toBe(1);
  expect(pad('日本', 6)).toBe('日本  ');
  expect(cutToWidth('日本語です', 5)).toBe('日本…');
});

test('plain text is as wide alone as next to other characters', () => {
  const letters = 'abc éß­ – … · → ░█ ✓ ‼ ❤ \u0301\u200b';
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...letters), maxLength: 20 }),
      fc.integer({ min: 0, max: 20 }),
      (given, width) => {
        // Behind a wide sign and a blank all of it is counted sign by sign.
        expect(columns(given)).toBe(columns(`日 ${given}`) - columns('日 '));
        expect(columns(cutToWidth(given, width))).toBeLessThanOrEqual(Math.max(width, 1));
      },
    ),
  );
});

test('no line is wider than asked, and no letter is lost', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab日🐿 \n'), maxLength: 80 });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 20 }), (given, width) => {
      const lines = wrap(given, width);
      expect(Math.max(0, ...lines.map(columns))).toBeLessThanOrEqual(width);
      expect(lines.join('').replaceAll(' ', '')).toBe(given.replace(/[ \n]/g, ''));
    }),
  );
});
