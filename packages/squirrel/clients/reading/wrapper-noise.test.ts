import { expect, test } from 'vitest';
import { withoutWrapperNoise } from './wrapper-noise.ts';

test.each([
  ['2 passed\nzsh:1: command not found: dump_zsh_state\n', '2 passed\n'],
  ['--: line 1: dump_bash_state: command not found', ''],
  ['zsh:1: command not found: pnpm', 'zsh:1: command not found: pnpm'],
])('%j is read as %j', (output, read) => {
  expect(withoutWrapperNoise(output)).toBe(read);
});
