import { expect, test } from 'vitest';
import { givesOrders } from '../../../base/text/orders.ts';
import { kindOfCommand } from './command-kind.ts';
import { learnt, printed, ran, texts } from './testing/sessions.ts';
import { workingCommand } from './working-command.ts';

test.each([
  ['npm test', 'command.test'],
  ['pnpm -F web test:unit', 'command.test'],
  ['npx vitest run src/cart.test.ts', 'command.single_test'],
  ['uv run pytest tests/test_cart.py::test_total', 'command.single_test'],
  ['python3 -m pytest -q', 'command.test'],
  ['go test ./...', 'command.test'],
  ['bun run lint', 'command.lint'],
  ['bun run lint:fix', 'command.format'],
  ['npx eslint . --fix', 'command.format'],
  ['npx prettier --check .', undefined],
  ['cargo clippy', 'command.lint'],
  ['npx tsc --noEmit', 'command.typecheck'],
  ['yarn build', 'command.build'],
  ['npm run dev', 'command.run'],
  ['npx playwright test', 'command.test_e2e'],
  ['npm install', undefined],
  ['npm run deploy', undefined],
  ['grep -rn test src', undefined],
])('`%s` is %s', (step, kind) => {
  expect(kindOfCommand(step)).toBe(kind);
});

test('how tests are run is known after two sessions in which it went well', () => {
  const tested = [ran('cd web && CI=1 npm test 2>&1 | tail -3')];
  expect(learnt(workingCommand, [tested]).size).toBe(0);
  expect(learnt(workingCommand, [tested, tested]).get('command.test')).toMatchObject({
    key: 'command.test',
    value: 'cd web && npm test',
    text: 'Tests run with `cd web && npm test` (passed in 2 sessions).',
  });
});

test('the newest way that is proven wins', () => {
  const sessions = [...Array(6).fill([ran('npm test')]), ...Array(4).fill([ran('pnpm test')])];
  expect(learnt(workingCommand, sessions).get('command.test')?.value).toBe('pnpm test');
});

test('what only failed, openly or behind a pipe, is no way to do it', () => {
  const failing = [
    ran('npm test', 'Missing script: test'),
    printed('npm test | tail -3', 'error: no such script'),
  ];
  expect(texts(workingCommand, [failing, failing])).toEqual([]);
});

test('which single test it was does not matter', () => {
  const sessions = ['cart', 'user'].map((name) => [ran(`npx vitest run src/${name}.test.ts`)]);
  expect(texts(workingCommand, sessions)).toEqual([
    'A single test runs with `npx vitest run <file>` (passed in 2 sessions).',
  ]);
});

test('a command is worded as a fact, so that one seen after untrusted text waits for review', () => {
  const commands = `npm test, npx vitest run a.test.ts, npx playwright test, npx tsc --noEmit, bun run lint:fix, bun run lint,
    npx prisma migrate dev, yarn build, npm run dev`;
  const session = commands.split(/,\s+/).map((command) => ran(command));
  const said = texts(workingCommand, [session, session]);
  expect(said).toHaveLength(9);
  expect(said.filter(givesOrders)).toEqual([]);
});
