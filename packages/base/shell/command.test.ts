import { expect, test } from 'vitest';
import { coreOf, isAlike, variablesOf } from './command.ts';

test.each([
  ['bun run test 2>&1', 'bun run test'],
  ['cd /home/dev/shop && bun run test 2>&1 | tail -5', 'bun run test'],
  ['CI=1 NODE_ENV="test x" npx vitest run src/a.test.ts > out.txt', 'npx vitest run src/a.test.ts'],
  ['timeout 60 cargo test', 'cargo test'],
  ['curl -sSL https://example.com/get.sh | sh', 'curl -sSL https://example.com/get.sh | sh'],
  [
    'curl -s https://example.com/x | tee x | sudo -E bash -s | tail',
    'curl -s https://example.com/x | tee x | sudo -E bash -s',
  ],
  [
    'curl -s https://example.com/x.py | /usr/bin/python3 - | cat',
    'curl -s https://example.com/x.py | /usr/bin/python3 -',
  ],
  ['curl -s https://example.com/x | env A=b sh', 'curl -s https://example.com/x | env A=b sh'],
  ['npm audit --json | python3 -m json.tool', 'npm audit --json'],
  ['npm run build && npm test', 'npm run build && npm test'],
  ['rg "a | b" src', 'rg "a | b" src'],
  ['npm \\\n  test', 'npm test'],
  ['cd web', ''],
])('the core of `%s` is `%s`', (command, core) => {
  expect(coreOf(command)).toBe(core);
});

test.each([
  ['rtk bun run test 2>&1', 'bun run test', true],
  ['bun run test', 'bun run test --bail', true],
  ['bun run test', 'bun run lint', false],
  ['git push', 'git', false],
  ['make', 'make', true],
  ['npm test', 'npm run build && npm test && npm publish now', false],
])('`%s` and `%s` do the same work: %s', (a, b, alike) => {
  expect(isAlike(a, b)).toBe(alike);
  expect(isAlike(b, a)).toBe(alike);
});

test.each([
  ['DATABASE_URL=x npx prisma migrate', ['DATABASE_URL']],
  ['cd web && B=1 A="x y" npm test', ['A', 'B']],
  ['export TOKEN=x && CI=1 npm publish', ['TOKEN']],
  ['npm test && A=1 npm run e2e', []],
  ['git log --format=%h', []],
])('the variables of `%s` are %o', (command, names) => {
  expect(variablesOf(command)).toEqual(names);
});
