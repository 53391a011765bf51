import { expect, test } from 'vitest';
import { onlyStatementIn, type Statement, statementsIn } from './statement.ts';

const all = (prompt: string, stopped = false): Statement[] => statementsIn(prompt, { stopped });
const only = (prompt: string, stopped = false): Statement | undefined =>
  all(prompt, stopped).find(({ once }) => !once);

test.each([
  // What is used.
  ['From now on, use pnpm instead of npm', 'tool.package_manager', 'pnpm'],
  ['we use vitest, not jest', 'tool.test_runner', 'vitest'],
  ['btw we dont use eslint we use biome', 'tool.linter', 'biome'],
  ["don't use moment, use date-fns", 'tool.dates', 'date-fns'],
  ['we moved from webpack to vite', 'tool.bundler', 'vite'],
  ['use httpx instead of requests', 'tool.http_client', 'httpx'],
  ['only use zod for validation', 'tool.validation', 'zod'],
  ['we decided to use Postgres because we need JSON queries', 'tool.database', 'postgres'],
  ["let's go with Redis for the cache since it's already deployed", 'tool.cache', 'redis'],
  ['we use GitHub Actions for CI', 'tool.ci', 'github actions'],
  ["we don't use redux anymore, it's zustand now", 'tool.state', 'zustand'],
  ['use uv for python packages', 'tool.package_manager.python', 'uv'],
  ['production runs on Hetzner', 'deploy.target', 'hetzner'],
  ["we're on node 22", 'runtime.version.node', '22'],
  // What nobody has heard of is known by what it is set against.
  ['use ruffle instead of npm', 'tool.package_manager', 'ruffle'],
  // How it is run.
  ['use `bun run test` instead of `bun test`', 'command.test', 'bun run test'],
  ['tests are run with `npm run test:unit`', 'command.test', 'npm run test:unit'],
  [
    'run a single test with `npx vitest run src/a.test.ts`',
    'command.single_test',
    'npx vitest run src/a.test.ts',
  ],
  ['wrong, run the linter with `make lint`', 'command.lint', 'make lint'],
  // How it looks.
  ['use 2 spaces for indentation', 'style.indent', '2 spaces'],
  ['I prefer named exports', 'style.exports', 'named exports'],
  ['ok so in this project we use snake_case for file names', 'style.naming.files', 'snake case'],
  ['function names are in camelCase', 'style.naming.functions', 'camelcase'],
  // How it is said.
  ['Always answer in French', 'language.replies', 'French'],
  ['code comments in English please', 'language.code', 'English'],
  ['commit messages must be in English', 'language.commits', 'English'],
  ['keep answers short', 'replies.length', 'short'],
  // How it is worked.
  ['use conventional commits', 'git.commit_message', 'conventional commits'],
  ['squash commits before merging', 'git.merge', 'squash'],
  ['branch from develop, not main', 'git.base_branch', 'develop'],
  ['write tests first', 'workflow.tests_first', 'tests first'],
  ['always present a plan before coding', 'workflow.plan', 'planning first'],
])('"%s" is %s = %s', (prompt, key, value) => {
  expect(only(prompt)).toMatchObject({ key, value, polarity: 1 });
});

test.each([
  ['stop adding comments to the code', 'style.comments'],
  ['pls dont add co-authored-by lines to commits again', 'git.trailer'],
  ["please don't commit without asking me", 'git.commit_when'],
  ['never commit directly to main', 'git.main'],
  ['never force push', 'git.force_push'],
  ["don't use any in typescript", 'style.types.any'],
  ['no emojis in commit messages please', 'style.emoji'],
])('"%s" is against %s', (prompt, key) => {
  expect(only(prompt)).toMatchObject({ key, polarity: -1, type: 'preference' });
});

test('that one tool is not used leaves open which one is', () => {
  expect(only('never use yarn')).toMatchObject({
    key: null,
    subject: 'yarn as package manager',
    polarity: -1,
  });
});

test.each([
  ['the frontend uses pnpm', 'tool.package_manager/frontend'],
  ['use yarn in the mobile app', 'tool.package_manager/mobil'],
  ['staging runs on Heroku', 'deploy.target/stag'],
])('"%s" holds for a part of the project: %s', (prompt, key) => {
  expect(only(prompt)).toMatchObject({ key });
});

test.each([
  'never add TODO comments',
  'Always use vitest mocks from the shared folder',
  'never write comments in generated clients and fixtures',
])('"%s" is about something narrower than the key it shares a word with', (prompt) => {
  const { key } = only(prompt)!;
  expect(['style.comments', 'tool.test_runner']).not.toContain(key);
});

test.each([
  ['requirement', 'The upload limit must be 10 MB', 'limit upload', '10 mb'],
  ['requirement', 'Passwords must have at least 12 characters', 'password', '12 characters'],
  ['requirement', 'Sessions must expire after 30 minutes', 'after expir session', '30 minutes'],
  ['fact', 'the billing code lives in services/payments', 'bill code liv', 'services/payments'],
  ['fact', 'remember that the staging server uses port 8081', 'port server stag', '8081'],
  ['decision', 'AGENTS.md is the single source of truth', 'singl sourc truth', 'agents.md'],
])('a %s has a subject and a value: "%s"', (kind, prompt, subject, value) => {
  expect(only(prompt)).toMatchObject({ kind, key: null, subject, value });
});

test.each(['Prefer subagents to save on the main context', 'run it using `shop`, not `bun run`'])(
  '"%s" names a choice on the way, and is not about it',
  (prompt) => {
    expect(only(prompt)?.key ?? null).toBeNull();
  },
);

test.each([
  ['always squash feature commits by hand', 'never squash feature commits by hand'],
  ['Always rebuild the search index after a migration', 'stop rebuilding the search index after a migration'],
])('"%s" and "%s" are about the same, the other way round', (yes, no) => {
  const [first, second] = [only(yes)!, only(no)!];
  expect(second.subject).toBe(first.subject);
  expect([first.polarity, second.polarity]).toEqual([1, -1]);
});

test.each([
  ['the tests need REDIS_URL', 'gotcha'],
  ['integration tests require Docker to be running', 'gotcha'],
  ['the API returns amounts in cents', 'module_insight'],
  ['API responses must never contain internal ids', 'requirement'],
  ['The session should never outlive the browser tab', 'requirement'],
  ['We should not show "Draft" for published orders, but "Live"', 'requirement'],
  ['In kiosk mode we should not display the logout button', 'requirement'],
  ['every component needs a story', 'requirement'],
  ['I prefer small functions over long ones', 'preference'],
  ['ask me before deleting files', 'preference'],
  ['when you add an endpoint, also update docs/api.md', 'preference'],
  ['run the tests after every change', 'preference'],
  ['please stop creating summary markdown files', 'preference'],
  ['do not modify package-lock.json by hand', 'preference'],
  ["let's keep the old endpoint because mobile clients still use it", 'decision'],
  ['we no longer support Node 16', 'decision'],
  ["when writing tests, don't mock the repository layer", 'preference'],
  ['Use early returns instead of nested ifs', 'preference'],
  ['You have to run `make proto` after changing a .proto file', 'preference'],
  ['Prefix commit messages with the ticket number', 'preference'],
  ['keep components under 200 lines', 'preference'],
  ["we don't do barrel files", 'preference'],
  ['We keep amounts in cents as integers, never as floats', 'preference'],
  ['we pass the id, not the whole object', 'preference'],
  ['the orders table is huge, never do a full scan on it', 'preference'],
  ['business logic belongs in services, not in controllers', 'module_insight'],
  ['money is always in cents', 'module_insight'],
  ['All API routes must go under /api/v2', 'requirement'],
])('"%s" is a %s', (prompt, type) => {
  expect(only(prompt)).toMatchObject({ type });
});

test.each([
  // Questions.
  'should we use pnpm?',
  'should we always use pnpm',
  'why do we use jest here?',
  'is it always like this',
  'do we always need a migration?',
  'which one should we use, jest or vitest?',
  'The user must never see this page, right?',
  // For now.
  "don't touch the header yet",
  'for this PR, use npm',
  'this time use yarn',
  "for now, don't add tests",
  // Tasks.
  'add a button to the settings page',
  'fix the failing test in src/a.test.ts',
  'make the address always visible',
  'Update the homepage so that it says that it is free',
  'For each user, show the last login',
  'The list must be sorted by date',
  'it should be blue',
  'the button should be bigger',
  'rename foo to bar',
  'write a test for the parser using vitest',
  'Please add redis to docker-compose.yml',
  // How it is going.
  'the build always fails on CI',
  'it never loads',
  'the API returns a 500 error when I click save',
  'I need you to fix the login, it always redirects to /home instead of /dashboard',
  'It must be a caching problem',
  'there is an error in the console',
  // Supposed.
  'what if we used postgres instead of sqlite?',
  'if we used redis we could cache this',
  'maybe we should use redis',
  'imagine we never delete anything',
  'I think it would be nice to always show the sidebar',
  // Somebody else's.
  'he said we should never use any',
  'the docs say you must always call close()',
  'you said we should never mock the database',
  'According to the style guide, functions must be short',
  'the linter says: never use any',
  'I was told that we must use eslint',
  'update the text to "Never share your password"',
  'the tooltip should say "Use pnpm instead of npm"',
  // Turns of speech.
  'never mind',
  'no problem, thanks',
  'I always wondered why this works',
  'as always, great work',
  'I would never have guessed',
  'you always forget the tests',
  'you never listen',
  // What cannot stand alone.
  'do it like that',
  'do it like this from now on',
  'use that instead',
  'I prefer the second option',
  "let's go with option 2",
  "let's go with your suggestion because it is cleaner",
  'commit',
  'continue',
])('"%s" says nothing that lasts', (prompt) => {
  expect(only(prompt)).toBeUndefined();
});

test.each([
  ['ok so pls always use pnpm,  thx', 'Always use pnpm.'],
  ['can u stop using emojis in the docs pls', 'Stop using emojis in the docs.'],
  ['great, but next time ask before you delete files', 'Ask before you delete files.'],
  ["that's better. In the future please keep functions under 40 lines", 'Keep functions under 40 lines.'],
  ['you should always write the migration by hand', 'Always write the migration by hand.'],
  ['no, use pnpm', 'Use pnpm as the package manager.'],
  ["it's vitest, not jest", 'Use vitest, not jest.'],
  ['i dont like class components', "I don't like class components."],
])('"%s" reads "%s"', (prompt, text) => {
  expect(only(prompt)?.text).toBe(text);
});

test('a reason is kept with what it is given for', () => {
  expect(
    only('never mock the database in tests, we got burned when mocked tests passed and the migration failed'),
  ).toMatchObject({
    because: 'we got burned when mocked tests passed and the migration failed',
    subject: 'databas mock test',
  });
});

test('two statements in a sentence are two', () => {
  expect(all('tests with vitest now, but e2e stays on playwright').map(({ key }) => key)).toEqual([
    'tool.test_runner',
    'tool.test_runner.e2e',
  ]);
  expect(all('the frontend uses pnpm and the backend uses uv')).toHaveLength(2);
});

test('it holds where its words say', () => {
  expect(only('in all my projects I want tabs')).toMatchObject({ scope: 'global' });
  expect(only('in packages/web, use fetch instead of axios')).toMatchObject({
    scope: 'path',
    scopeOf: 'packages/web',
  });
  expect(only('the billing code lives in services/payments')).toMatchObject({
    scope: 'project',
    scopeOf: null,
  });
});

test('it tells when it applies to what an agent is about to do', () => {
  expect(only('use pnpm, not npm')?.trigger).toMatchObject({ tool: 'run', command: 'npm', match: 'begins' });
  expect(only('never touch src/vendor')?.trigger).toMatchObject({ tool: 'change', file: 'src/vendor' });
  expect(only('use pnpm')?.trigger).toBeNull();
});

test('files and symbols that are named are found', () => {
  expect(only('Always call resetClock() before using src/lib/time.ts in tests')).toMatchObject({
    files: ['src/lib/time.ts'],
    symbols: ['resetClock'],
  });
});

test('what is said after something was stopped, refused or wrong is a correction', () => {
  expect(only("don't touch the lockfile", true)).toMatchObject({ corrects: true, kind: 'wish' });
  expect(only('no. the API returns cents, not euros')).toMatchObject({ corrects: true, type: 'gotcha' });
  expect(only("That's wrong. We use Postgres, not MySQL.")).toMatchObject({
    corrects: true,
    value: 'postgres',
  });
  expect(only('I said never touch src/vendor')).toMatchObject({ corrects: true, polarity: -1 });
  expect(only('not this file', true)).toBeUndefined();
});

test('an order for once is kept as that', () => {
  expect(all('Use the existing Modal component instead of writing a new one')).toMatchObject([
    { once: true },
  ]);
  expect(all("don't forget to push")).toEqual([]);
});

test.each([
  ['never run npm install in CI', 'npm install'],
  ['never skip `npm test` in CI', undefined],
  ['never commit without running `npm test`', undefined],
])('“%s” warns before %s', (prompt, command) => {
  expect(only(prompt)?.trigger?.command).toBe(command);
});

test.each([
  ['remember that the staging server is rebuilt every night', 'The staging server is rebuilt every night.'],
  ['Keep in mind: invoices of before 2020 have no currency', 'Invoices of before 2020 have no currency.'],
  ['Merk dir, dass der Server jede Nacht neu gebaut wird', 'Der Server jede Nacht neu gebaut wird.'],
])('“%s” is kept, since it was asked for', (prompt, text) => {
  expect(only(prompt)).toMatchObject({ kind: 'fact', text });
});

test.each(['remember when we broke the login?', 'remember to push', 'remember that it is broken'])(
  '“%s” asks for nothing to be kept',
  (prompt) => {
    expect(only(prompt)).toBeUndefined();
  },
);

test.each([
  // What a sentence begins with is what it speaks of.
  [
    '`PartialDeep` must only be used where all keys are optional',
    '`RequiredDeep` must only be used where all keys are optional',
  ],
  ['The `debug` flag must default to `false`', 'The `trace` flag must default to `false`'],
  ['The default value must be `true`', 'The default value must be `false`'],
])('“%s” and “%s” are of two matters', (one, other) => {
  const [a, b] = [one, other].map((text) => onlyStatementIn(text)!);
  expect(a!.subject).not.toBe(b!.subject);
});

test('the same name with another value is of one matter', () => {
  const [a, b] = ['The `debug` flag must default to `false`', 'The `debug` flag must default to `true`'].map(
    (text) => onlyStatementIn(text)!,
  );
  expect(a!.subject).toBe(b!.subject);
  expect([a!.value, b!.value]).toEqual(['false', 'true']);
});

test.each([
  ['The dev server listens on port 3000', 'the dev server moved to port 5173'],
  ['The API runs on port 8080', 'The API port is 9090'],
])('“%s” and “%s” tell one port', (one, other) => {
  const [a, b] = [one, other].map((text) => onlyStatementIn(text)!);
  expect(a!.subject).toBe(b!.subject);
  expect(a!.value).not.toBe(b!.value);
});
