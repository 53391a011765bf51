import { expect, test } from 'vitest';
import { sheetOf, wantsColour } from './terminal.ts';

const terminal = { write: () => {}, isTTY: true };
const pipe = { write: () => {} };

test.each([
  ['a terminal', terminal, {}, false, true],
  ['a pipe', pipe, {}, false, false],
  ['NO_COLOR', terminal, { NO_COLOR: '1' }, false, false],
  ['an empty NO_COLOR, which means nothing', terminal, { NO_COLOR: '' }, false, true],
  ['FORCE_COLOR on a pipe', pipe, { FORCE_COLOR: '1' }, false, true],
  ['FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, false, false],
  ['FORCE_COLOR over NO_COLOR', pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
  ['--no-color over FORCE_COLOR', terminal, { FORCE_COLOR: '1' }, true, false],
  ['a dumb terminal', terminal, { TERM: 'dumb' }, false, false],
])('colours with %s', (_, output, env, refused, wanted) => {
  expect(wantsColour(output, env, refused)).toBe(wanted);
});

test('lines fill the window of a terminal and are endless in a pipe', () => {
  const options = { colour: false, isGone: () => false };
  expect(sheetOf({ ...terminal, columns: 72 }, options).width).toBe(72);
  expect(sheetOf({ ...terminal, columns: 400 }, options).width).toBe(110);
  expect(sheetOf({ ...terminal, columns: 0 }, options).width).toBe(80);
  expect(sheetOf(pipe, options).width).toBe(Number.POSITIVE_INFINITY);
});
