import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneLine, plainJsonText, visible } from './plain.ts';

const OBEYED = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

test('an escape sequence somebody stored is shown, not obeyed', () => {
  expect(visible('\x1b[31mred\x1b[0m')).toBe('␛[31mred␛[0m');
  expect(visible('over\rwritten')).toBe('over\nwritten');
  expect(visible('\u009b2J and \u202etxt.exe')).toBe('<U+009B>2J and <U+202E>txt.exe');
});

test('whatever is stored, nothing a terminal obeys comes out', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (codes) => {
      const text = String.fromCharCode(...codes);
      expect(visible(text)).not.toMatch(OBEYED);
      expect(oneLine(text)).not.toMatch(/\n/);
      const written = plainJsonText({ text });
      expect(written).not.toMatch(OBEYED);
      expect(JSON.parse(written)).toEqual({ text });
    }),
  );
});

test('half a sign becomes a replacement, not an error', () => {
  expect(visible('\ud83d!')).toBe('\ufffd!');
});
