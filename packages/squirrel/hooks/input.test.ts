import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { isPipe } from './input.ts';

test('a pipe is known by its type alone: on Windows Node says of none that it is one', () => {
  const { stdout } = spawnSync(process.execPath, ['-p', "require('fs').fstatSync(0).mode"], {
    input: 'said',
    encoding: 'utf8',
  });
  expect(isPipe({ mode: Number(stdout) })).toBe(true);
  // As Node has them on Windows: a pipe, a console, a file.
  expect([0o10000, 0o20000, 0o100666].map((mode) => isPipe({ mode }))).toEqual([true, false, false]);
});
