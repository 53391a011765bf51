import { expect, test } from 'vitest';
import { isNewer } from './daemon-file.ts';

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '1.0.0', false],
  ['1.0.0', '1.0.0-rc.2', true],
  ['1.0.0-rc.10', '1.0.0-rc.2', true],
  ['1.0.0-rc.1', '1.0.0', false],
  ['nonsense', '0.0.1', false],
  ['0.0.1', 'nonsense', true],
])('%s is newer than %s: %s', (version, than, truth) => {
  expect(isNewer(version, than)).toBe(truth);
});
