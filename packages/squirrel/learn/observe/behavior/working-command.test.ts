import { givesOrders } from '@sqrl/base/text/orders.ts';
import { expect, test } from 'vitest';
import { learned, observed, printed, ran, texts } from '../testing/sessions.ts';
import { kindOfCommand } from './command-kind.ts';
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
  ['pnpm --filter web exec tsc --noEmit', 'command.typecheck'],
  ['yarn build', 'command.build'],
  ['npm run dev', 'command.run'],
  ['npx playwright test', 'command.test_e2e'],
  ['npm install', 'command.install'],
  ['uv sync --frozen', 'command.install'],
  ['npm install lodash', undefined],
  ['yarn --version', undefined],
  ['just lint', 'command.lint'],
  ['mise run test', 'command.test'],
  ['task build', 'command.build'],
  ['npx nx run web:test', 'command.test'],
  ['nx test web', 'command.test'],
  ['nx run-many -t lint', 'command.lint'],
  ['turbo run build --filter=web', 'command.build'],
  ['moon run api:typecheck', 'command.typecheck'],
  ['pixi run test', 'command.test'],
  ['unheard-of run lint', 'command.lint'],
  ['make -C web lint', 'command.lint'],
  ['./gradlew :app:lint', 'command.lint'],
  ['./gradlew clean build -x test', 'command.build'],
  ['./gradlew clean test', 'command.test'],
  ['mvn -q verify -DskipTests', 'command.build'],
  ['mvn verify', 'command.test'],
  ['./scripts/test.sh --all', 'command.test'],
  ['bash scripts/build.sh', 'command.build'],
  ['pnpm --filter api test', 'command.test'],
  ['pnpm --filter api test src/a.test.ts', 'command.single_test'],
  ['docker run test', undefined],
  ['rm -rf build', undefined],
  ['git checkout test', undefined],
  ['supabase start', undefined],
  ['npm run deploy', undefined],
  ['grep -rn test src', undefined],
])('`%s` is %s', (step, kind) => {
  expect(kindOfCommand(step)).toBe(kind);
});

test('how tests are run is known after two sessions in which it went well', () => {
  const tested = [ran('cd web && CI=1 npm test 2>&1 | tail -3')];
  expect(learned(workingCommand, [tested]).size).toBe(0);
  expect(learned(workingCommand, [tested, tested]).get('command.test')).toMatchObject({
    key: 'command.test',
    value: 'cd web && npm test',
    text: 'Tests run with `npm test` in web (passed in 2 sessions).',
    record: { kind: 'command', uses: [{ command: 'npm test', folders: ['web'] }] },
  });
});

test('only runs of the same command are evidence for it', () => {
  const found = learned(workingCommand, [
    [ran('npm test'), ran('npm test -- --coverage')],
    [ran('npm run test 2>&1 | tail -5')],
    [ran('npm test -- --coverage')],
    [ran('timeout 60 npm test --silent'), ran('cargo test')],
  ]).get('command.test');
  expect(found?.text).toBe('Tests run with `npm test` (passed in 3 sessions).');
  expect(found?.evidence?.map(({ quote }) => quote)).toEqual(['npm test', 'npm test', 'npm test']);
});

test('what is for other parts of the project stands side by side', () => {
  const session = [
    ran('cd apps/desktop && cargo test'),
    ran('pnpm --filter @shop/crypto test'),
    ran('pnpm -r test'),
    ran('cd /tmp/trial && npm test'),
  ];
  expect(texts(workingCommand, [session, session])).toEqual([
    'Tests run with `cargo test` in apps/desktop, with `pnpm --filter @shop/crypto test` and with `pnpm -r test` (passed in 2 sessions).',
  ]);
});

test('the same command in several folders, and in work trees of the repository, is told once', () => {
  const session = [
    ran('npm test'),
    ran('cd web && npm test'),
    ran('cd .worktrees/fix-cart && npm test'),
    ran('cd .claude/worktrees/b/api && npm test'),
  ];
  const found = learned(workingCommand, [session, session]);
  expect([...found.values()]).toMatchObject([
    {
      text: 'Tests run with `npm test` in the root, api and web (passed in 2 sessions).',
      record: { uses: [{ command: 'npm test', folders: ['.', 'api', 'web'] }] },
    },
  ]);
});

test.each([
  ['golangci-lint run ./cart/... ./user/...', 'golangci-lint run'],
  ['go vet ./cart/ ./user/', 'go vet ./...'],
  ['ruff check src/cart.py', 'ruff check'],
  ['npm run lint -- src/cart/', 'npm run lint'],
  ['npx eslint src', 'npx eslint src'],
  ['pnpm --filter @shop/cart build', 'pnpm --filter @shop/cart build'],
  ['pnpm -F ./apps/web lint', 'pnpm -F ./apps/web lint'],
  ['mypy src/cart', undefined],
  ['gofmt -w pkg/cart.go', undefined],
])('of `%s` the general command is learned: %s', (command, general) => {
  const uses = learned(workingCommand, [[ran(command)], [ran(command)]]);
  expect([...uses.values()].map(({ value }) => value)).toEqual(general === undefined ? [] : [general]);
});

test('of two commands for the same part the one that is run more is told', () => {
  const session = [
    ran('cd apps/api && pnpm test'),
    ...Array.from({ length: 3 }, () => ran('pnpm --filter api test')),
  ];
  expect(texts(workingCommand, [session, session])).toEqual([
    'Tests run with `pnpm --filter api test` (passed in 2 sessions).',
  ]);
});

test('what is done to one file is not how the project does it', () => {
  const session = [ran('gofmt -w pkg/cart.go'), ran('npx eslint src/cart.ts'), ran('gofmt -w .')];
  expect(texts(workingCommand, [session, session])).toEqual([
    'Fix formatting with `gofmt -w .` (passed in 2 sessions).',
  ]);
});

test('the newest way that is proven wins', () => {
  const sessions = [...Array(6).fill([ran('npm test')]), ...Array(4).fill([ran('pnpm test')])];
  expect(learned(workingCommand, sessions).get('command.test')?.value).toBe('pnpm test');
});

test('what only failed, openly or behind a pipe, is no way to do it', () => {
  const failing = [
    ran('npm test', 'Missing script: test'),
    printed('npm test | tail -3', 'error: no such script'),
    printed('npm test; echo done', 'error: no such script\ndone'),
    printed('npm run lint || true', 'src/a.ts:1:2: unused (no-unused)'),
    printed('npx tsc --noEmit; echo "exit $?"', 'exit 2'),
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
    npx prisma migrate dev, yarn build, npm run dev, npm ci`;
  const session = commands.split(/,\s+/).map((command) => ran(command));
  const said = texts(workingCommand, [session, session]);
  expect(said).toHaveLength(10);
  expect(said.filter(givesOrders)).toEqual([]);
});

test('which package a single Go test is in does not matter either', () => {
  const sessions = ['cart', 'user'].map((name) => [
    ran(`go test -v ./pkg/${name}/ -run Test${name} -count=1`),
  ]);
  expect(texts(workingCommand, sessions)).toEqual([
    'A single test runs with `go test <package> -run <name> -count=1` (passed in 2 sessions).',
  ]);
});

test.each([
  ['bun run lint', false],
  ['pnpm --filter @shop/crypto test', false],
  ['go test ./...', false],
  ['npx vitest run', true],
  ['npm run lint --config ../other.json', true],
  ['npm ci --registry=registry.example.com', true],
])('after foreign text, %s is tainted: %s', (command, tainted) => {
  const seen = observed(workingCommand, [{ ...ran(command), tainted: true }]);
  expect(seen.map((sighting) => sighting.tainted)).toEqual([tainted]);
});

test('what was run after foreign text is left out where the same session has other runs', () => {
  const [seen] = observed(workingCommand, [ran('npm test'), { ...ran('npx vitest run'), tainted: true }]);
  expect(seen).toMatchObject({ tainted: false, quote: 'npm test' });
});
