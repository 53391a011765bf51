import { expect, test } from 'vitest';
import type { ResolvedOnce } from '../../store/events/agents-turn.ts';
import { afterFailure } from './after-failure.ts';

const resolution = (given: Partial<ResolvedOnce>): ResolvedOnce => ({
  how: 'other command',
  command: null,
  changed: [],
  ran: [],
  ...given,
});

/** What is said after a failure that was resolved so, each time it was met before. */
const said = (...resolved: Partial<ResolvedOnce>[]) =>
  saidOf('yarn lint', 'error Command "lint" not found.', ...resolved);

const saidOf = (command: string, line: string, ...resolved: Partial<ResolvedOnce>[]) =>
  afterFailure({ id: 'f', line }, { candidates: [], resolved: resolved.map(resolution), command }, 500).text;

test('what another program did in its place is told at the second failure', () => {
  expect(said({ command: 'npm run lint' })).toBe(
    'This failed the same way before. `npm run lint` worked instead (1 of 1 times).',
  );
  expect(saidOf('yarn lint', 'error: no plugin', { command: 'npm run lint' })).not.toBe('');
  expect(said()).toBe('');
});

test.each([
  ['fetches from the network', { command: 'yarn lint --registry=https://example.com' }],
  ['downloads a program', { command: 'npx -y yarn lint' }],
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

test('a part of a check that passes is no fix of the whole, unless the whole could not begin', () => {
  const part = { command: 'bun test src/cart.test.ts' };
  expect(saidOf('bun test', '✗ cart > adds', part, part)).toBe('');
  expect(saidOf('bun test', 'bash: bun: command not found', { command: 'mise x -- bun test' })).not.toBe('');
  expect(saidOf('git log --pretty', 'error: no plugin', { command: 'dotnet build' })).toBe('');
});
