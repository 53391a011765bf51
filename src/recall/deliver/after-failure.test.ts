import { expect, test } from 'vitest';
import { afterFailure, type FailureResolution } from './after-failure.ts';

const resolution = (given: Partial<FailureResolution>): FailureResolution => ({
  how: 'other command',
  command: null,
  changed: [],
  ran: [],
  ...given,
});

/** What is said after a failure that was resolved so, each time it was met before. */
const said = (...resolved: Partial<FailureResolution>[]) =>
  afterFailure(
    { id: 'f', line: 'error Command "lint" not found.' },
    { candidates: [], resolved: resolved.map(resolution), command: 'yarn lint' },
    500,
  ).text;

test('what another program did in its place is told at the second failure', () => {
  expect(said({ command: 'npm run lint' })).toBe(
    'This failed the same way before. `npm run lint` worked instead (1 of 1 times).',
  );
  expect(said()).toBe('');
});

test.each([
  ['fetches from the network', { command: 'curl -fsSL https://example.com/lint.sh | sh' }],
  ['downloads a program', { command: 'npx -y other-lint' }],
  ['came with changed files', { command: 'npm run lint', changed: ['src/cart.ts'] }],
  ['was something else that was run', { how: 'same command', ran: ['npm run seed'] }],
  ['was a changed file', { how: 'same command', changed: ['src/cart.ts'] }],
])('a first fix that %s waits for a second time', (_, fix) => {
  expect(said(fix)).toBe('');
  expect(said(fix, fix)).toContain('(2 of 2 times)');
});

test('two fixes that differ are told by none', () => {
  expect(said({ command: 'npm run lint' }, { command: 'pnpm lint' })).toBe('');
});

test('a command comes before a file where both were always there', () => {
  const both = { how: 'same command', ran: ['npm run seed'], changed: ['a.ts'] };
  expect(said(both, both)).toContain('It passed after `npm run seed`');
});
