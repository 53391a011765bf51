import { expect, test } from 'vitest';
import type { Remedy, Trigger } from '../../model/trigger.ts';
import { applies } from './applies.ts';
import { followDoings, noDoings } from './session-actions.ts';

const trigger = (given: Partial<Trigger>): Trigger => ({
  tool: 'run',
  command: null,
  match: 'begins',
  file: null,
  given: null,
  expects: null,
  ...given,
});

const run = (command: string) => ({ tool: 'run', command, files: [] }) as const;
const edit = (path: string) => ({ tool: 'edit', command: null, files: [path] }) as const;

type TestStep = ['read' | 'edit' | 'write' | 'run', string, ('ok' | 'failed')?];

const after = (...steps: TestStep[]) => {
  const doings = noDoings();
  for (const [tool, what, outcome = 'ok'] of steps)
    followDoings(doings, {
      kind: 'result',
      tool,
      command: tool === 'run' ? what : null,
      outcome,
      files: tool === 'run' ? [] : [{ path: what, way: tool }],
    });
  return doings;
};

test.each([
  ['wrap yarn', 'begins', 'cd app && wrap yarn test 2>&1 | tail -3', true],
  ['wrap yarn', 'begins', 'wrap yarnish', false],
  ['cat -A', 'begins', "sed -n '1p' a.ts | cat -A", true],
  ['git push', 'begins', 'git commit -m "then git push"', false],
  ['npm test', 'same', 'CI=1 npm test | tail', true],
  ['npm test', 'same', 'npm test -- cart', false],
] as const)('`%s` (%s) is about `%s`: %s', (command, match, asked, is) => {
  expect(applies(trigger({ command, match }), run(asked), noDoings())).toBe(is);
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
  expect(applies(trigger({ command }), run(asked), noDoings())).toBe(true);
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
  expect(applies(trigger({ command, remedy: helps }), { ...run(asked), ...there }, noDoings())).toBe(false);
});

test.each([
  ['npm test', redis, 'npm test'],
  ['npm test', withUrl, 'OTHER=x npm test'],
  ['npm test', inWeb, 'cd api && npm test'],
])('`%s`, which %o fixes, is meant by `%s`', (command, helps, asked) => {
  const folder = asked.startsWith('cd api') ? 'api' : null;
  expect(applies(trigger({ command, remedy: helps }), { ...run(asked), folder }, noDoings())).toBe(true);
});

test('an edit is a change, a command is not', () => {
  const any = trigger({ tool: 'change', file: 'a.ts' });
  expect(applies(any, edit('a.ts'), noDoings())).toBe(true);
  expect(applies(any, edit('b.ts'), noDoings())).toBe(false);
  expect(applies(any, run('rm a.ts'), noDoings())).toBe(false);
});

test('a file is unread until it was read or written in the session, and a failed read is none', () => {
  const unread = trigger({ tool: 'edit', given: 'unread' });
  expect(applies(unread, edit('a.ts'), after())).toBe(true);
  expect(applies(unread, edit('a.ts'), after(['read', 'a.ts', 'failed'], ['read', 'b.ts']))).toBe(true);
  expect(applies(unread, edit('a.ts'), after(['read', 'a.ts']))).toBe(false);
  expect(applies(unread, edit('a.ts'), after(['write', 'a.ts']))).toBe(false);
});

test('a formatter may have changed what was read before it ran', () => {
  const stale = trigger({ tool: 'edit', given: 'changed since read' });
  expect(applies(stale, edit('a.ts'), after(['read', 'a.ts'], ['run', 'npm run lint:fix']))).toBe(true);
  expect(applies(stale, edit('a.ts'), after(['read', 'a.ts'], ['run', 'npm run lint']))).toBe(false);
  expect(applies(stale, edit('a.ts'), after(['run', 'npx prettier --write .'], ['read', 'a.ts']))).toBe(
    false,
  );
  expect(applies(stale, edit('a.ts'), after(['run', 'git stash']))).toBe(false);
});

test('a change is tried again until it goes well', () => {
  const again = trigger({ tool: 'edit', given: 'failed before' });
  expect(applies(again, edit('a.ts'), after(['edit', 'a.ts', 'failed']))).toBe(true);
  expect(applies(again, edit('a.ts'), after(['edit', 'a.ts', 'failed'], ['edit', 'a.ts']))).toBe(false);
});

test('a session of any length is remembered in a bounded space', () => {
  const doings = noDoings();
  for (let i = 0; i < 5000; i++)
    followDoings(doings, {
      kind: 'result',
      tool: 'read',
      command: null,
      outcome: 'ok',
      files: [{ path: `src/${i}.ts`, way: 'read' }],
    });
  expect(doings.known.size).toBeLessThanOrEqual(500);
  expect(applies(trigger({ tool: 'edit', given: 'unread' }), edit('src/4999.ts'), doings)).toBe(false);
});

test('a guard that knows where and with what a command fails is silent elsewhere', () => {
  const inRoot = trigger({ command: 'npm test', folder: '.' });
  expect(applies(inRoot, { ...run('npm test'), folder: null }, noDoings())).toBe(true);
  expect(applies(inRoot, { ...run('npm test'), folder: 'web' }, noDoings())).toBe(false);
  expect(applies(inRoot, run('npm test'), noDoings())).toBe(false);
  const unset = trigger({ command: 'npm test', variables: 'none' });
  expect(applies(unset, run('npm test'), noDoings())).toBe(true);
  expect(applies(unset, run('CI=1 npm test'), noDoings())).toBe(true);
  expect(applies(unset, run('DATABASE_URL=x npm test'), noDoings())).toBe(false);
});
