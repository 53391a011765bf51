import { expect, test } from 'vitest';
import { isTest } from './is-test.ts';

test('tests are told by the folders and names that languages use for them', () => {
  for (const path of [
    'type-tests/pg/select.ts',
    'app/integration_test/login.py',
    'tests/a.ts',
    'src/__tests__/a.js',
  ])
    expect({ path, test: isTest(path) }).toEqual({ path, test: true });
  for (const path of ['src/contest/a.ts', 'src/latest/a.ts', 'src/tests-runner/a.ts', 'src/attest.ts'])
    expect({ path, test: isTest(path) }).toEqual({ path, test: false });
});
