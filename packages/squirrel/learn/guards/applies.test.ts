import type { Remedy, Trigger } from '@sqrl/base/model/trigger.ts';
import { expect, test } from 'vitest';
import { applies } from './applies.ts';

const trigger = (given: Partial<Trigger>): Trigger => ({
  tool: 'run',
  command: null,
  match: 'begins',
  file: null,
  expects: null,
  ...given,
});

const run = (command: string) => ({ tool: 'run', command, files: [] }) as const;
const edit = (path: string) => ({ tool: 'edit', command: null, files: [path] }) as const;

test.each([
  ['wrap yarn', 'begins', 'cd app && wrap yarn test 2>&1 | tail -3', true],
  ['wrap yarn', 'begins', 'wrap yarnish', false],
  ['cat -A', 'begins', "sed -n '1p' a.ts | cat -A", true],
  ['git push', 'begins', 'git commit -m "then git push"', false],
  ['npm test', 'same', 'CI=1 npm test | tail', true],
  ['npm test', 'same', 'npm test -- cart', false],
] as const)('`%s` (%s) is about `%s`: %s', (command, match, asked, is) => {
  expect(applies(trigger({ command, match }), run(asked))).toBe(is);
});

test.each([
  ['make deploy', 'env STAGE=x make deploy'],
  ['make deploy', 'export STAGE=x; make deploy'],
  ['./scripts/deploy.sh', 'bash scripts/deploy.sh now'],
  ['bash scripts/deploy.sh', './scripts/deploy.sh'],
  ['vitest run', 'npx vitest run src'],
  ['vitest run', 'rtk pnpm exec vitest run'],
  ['vitest run', 'mise exec -- vitest run'],
])('`%s` fails in `%s` just as well', (command, asked) => {
  expect(applies(trigger({ command }), run(asked))).toBe(true);
});

const remedy = (kind: Remedy['kind'], given: Partial<Remedy> = {}): Remedy => ({
  kind,
  command: null,
  folder: null,
  variables: [],
  ...given,
});
const redis = remedy('first', { command: 'docker compose up -d' });
const withUrl = remedy('with', { variables: ['DATABASE_URL'] });
const inWeb = remedy('with', { folder: 'web' });

test.each([
  ['npm test', redis, 'docker compose up -d && npm test'],
  ['npm test', remedy('instead', { command: 'npm test -- --runInBand' }), 'npm test -- --runInBand src'],
  ['npm test', withUrl, 'export DATABASE_URL=x; npm test'],
  ['npm test', withUrl, 'env DATABASE_URL=x npm test'],
  ['npm test', inWeb, 'cd web && npm test'],
  ['vitest run', remedy('instead', { command: 'npx vitest run' }), 'npx vitest run src'],
  ['vitest run', remedy('instead', { command: 'npx vitest run' }), 'pnpm exec vitest run src'],
  ['vitest', null, 'npx vitest run'],
])('`%s`, which %o fixes, is not meant by `%s`', (command, helps, asked) => {
  const there = asked.startsWith('cd web') ? { folder: 'web' } : {};
  expect(applies(trigger({ command, remedy: helps }), { ...run(asked), ...there })).toBe(false);
});

test.each([
  ['npm test', redis, 'npm test'],
  ['npm test', withUrl, 'OTHER=x npm test'],
  ['npm test', inWeb, 'cd api && npm test'],
])('`%s`, which %o fixes, is meant by `%s`', (command, helps, asked) => {
  const folder = asked.startsWith('cd api') ? 'api' : null;
  expect(applies(trigger({ command, remedy: helps }), { ...run(asked), folder })).toBe(true);
});

test('an edit is a change, a command is not', () => {
  const any = trigger({ tool: 'change', file: 'a.ts' });
  expect(applies(any, edit('a.ts'))).toBe(true);
  expect(applies(any, edit('b.ts'))).toBe(false);
  expect(applies(any, run('rm a.ts'))).toBe(false);
});

test('a guard that knows where and with what a command fails is silent elsewhere', () => {
  const inRoot = trigger({ command: 'npm test', folder: '.' });
  expect(applies(inRoot, { ...run('npm test'), folder: null })).toBe(true);
  expect(applies(inRoot, { ...run('npm test'), folder: 'web' })).toBe(false);
  expect(applies(inRoot, run('npm test'))).toBe(false);
  const unset = trigger({ command: 'npm test', variables: 'none' });
  expect(applies(unset, run('npm test'))).toBe(true);
  expect(applies(unset, run('CI=1 npm test'))).toBe(true);
  expect(applies(unset, run('DATABASE_URL=x npm test'))).toBe(false);
});
