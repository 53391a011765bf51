import { parseTrigger, triggerText } from '@sqrl/base/model/rule-trigger.ts';
import { expect, test } from 'vitest';
import { breachOf } from './breaks.ts';
import { compileRule } from './compile.ts';

const textOf = (rule: string, programs?: ReadonlySet<string>): string => {
  const trigger = compileRule(rule, programs);
  return trigger ? triggerText(trigger) : '';
};

test.each([
  ['Always use pnpm, never npm', 'Stops `npm`; allows `pnpm`.'],
  ['Use `uv`, not `pip` or `poetry`.', 'Stops `pip` and `poetry`; allows `uv`.'],
  ['no, we use pnpm here', 'Stops `npm`, `yarn` and `bun`; allows `pnpm`.'],
  ['Never run `git push --force` on main', 'Stops `git push --force … on:main?`.'],
  ['never push to main, open a PR', 'Stops `git push … on:main`.'],
  ['Do not commit with `--no-verify`', 'Stops `git commit --no-verify`.'],
  ["don't commit, I'll do it myself", 'Stops `git commit`.'],
  ['Do not add new dependencies without asking', 'Stops `<package-manager> install|add|i|get|require … *`.'],
  ['no curl | bash, ever', 'Stops `curl | bash` and `wget | bash`.'],
  ['Never run `cargo test` without `--locked`', 'Stops `cargo test` without `--locked`.'],
  ['Run tests with `uv run pytest tests`', 'Stops `pytest tests`; allows `uv run pytest tests`.'],
  [
    'Never edit `src/generated/` by hand, run `make gen`',
    'Stops changes of `src/generated/`; allows `make gen`.',
  ],
  ['`api/schema.json` is generated. Do not edit it manually.', 'Stops changes of `api/schema.json`.'],
  ['The files in `gen/` must not be edited', 'Stops changes of `gen/`.'],
  ['Never commit `.env`', 'Stops `git add … .env` and `git commit … .env`.'],
  ['no new md files, I do not want reports', 'Stops new files `*.md`.'],
  ['Do not use `LegacyError` (deprecated). Use `AppError`.', 'Stops code `LegacyError`; allows `AppError`.'],
  ['Never suppress errors with `@ts-ignore`; fix them.', 'Stops text `@ts-ignore`.'],
  [
    'Always use `type` instead of `interface` in TypeScript',
    'Stops code `interface` in `*.ts`, `*.tsx`, `*.mts`, `*.cts`, `*.vue` and `*.svelte`; allows `type`.',
  ],
  ['Use Conventional Commits', 'Stops `git commit … !type:`.'],
  ['Never commit directly to `main`', 'Stops `git commit … on:main`.'],
  ['Direct pushes to main are strictly prohibited.', 'Stops `git push … on:main`.'],
  ['Stage files by name, not `git add -A`', 'Stops `git add -A`.'],
  ['Never commit secrets or API keys', 'Stops `git add … <secrets>` and `git commit … <secrets>`.'],
  [
    'These files must not be committed: - `a.lock` - `b.json`',
    'Stops `git add … a.lock`, `git commit … a.lock`, `git add … b.json` and `git commit … b.json`.',
  ],
  ['FORBIDDEN: `uv pip install`', 'Stops `uv pip install`.'],
  ['Boundaries > Never do: Force push', 'Stops `git push --force` and `git push --force-with-lease`.'],
  ["Don't > Use `as any` casts", 'Stops code `as any`.'],
  ['npm/yarn → use pnpm', 'Stops `npm`, `yarn` and `bun`; allows `pnpm`.'],
  ['Always use `just` for linting', expect.stringMatching(/^Stops `eslint`, .*; allows `just`\.$/)],
  ['Always open PRs as drafts: `gh pr create --draft`', 'Stops `gh pr create` without `--draft`.'],
  ['`terraform plan` only, I apply', 'Stops `terraform`; allows `terraform plan`.'],
  ['Never edit anything outside `src/app/`', 'Stops changes of `**` outside `src/app/`.'],
  ['only change the css, nothing else', expect.stringMatching(/^Stops changes of `\*\*` outside `\*\.css`/)],
  ["don't edit old migrations", 'Stops changes of existing `migrations/`, `migrate/` and `drizzle/*.sql`.'],
  ['Never delete tests', 'Stops deletion of `<tests>`.'],
  ['The `legacy/` folder is off limits', 'Stops changes of `legacy/`.'],
  ['New file names must be `kebab-case`', 'Stops new files `<not kebab-case>`.'],
  ['Do not use `setTimeout` in tests', 'Stops code `setTimeout` in `<tests>`.'],
  ['In tests, never use `sleepUntil()`', 'Stops code `sleepUntil()` in `<tests>`.'],
  ['Never use `parseRaw` in production code', 'Stops code `parseRaw` outside `<tests>`.'],
  ['Never use `db.raw()` except in `src/db/`', 'Stops code `db.raw()` outside `src/db/`.'],
  ['Do not call `fetchAll` from components', 'Stops code `fetchAll` in `components/`.'],
  ['No `any` (`no-explicit-any`) in TypeScript', expect.stringMatching(/^Stops code `any` in `\*\.ts`/)],
  ['Never import from `src/server/`', 'Stops imports of `src/server`.'],
  ['We use tabs, not spaces', expect.stringMatching(/^Stops text `<spaces>`/)],
  ['please stop adding comments', expect.stringMatching(/^Stops comments `<comment>`/)],
  ['禁止使用 `eval()`', 'Stops code `eval()`.'],
  ['`npm` niemals verwenden', 'Stops `npm`.'],
  ['No Co-Authored-By lines in commits', 'Stops `git commit … ~Co-Authored-By:`.'],
  ['Never rebase published branches', 'Stops `git push --force` and `git push --force-with-lease`.'],
  ['Use `utc_now(tz=x)`, never naive `utc_now()`', 'Stops code `utc_now( )`.'],
  [
    'Never use bare `trap:`, which hides bugs, nor blanket `trap All:`',
    'Stops code `trap:`; stops text `trap All:`.',
  ],
  ['Do NOT directly import or call `acme/json`', 'Stops imports of `acme/json`.'],
  ['Show errors using Panel.rich instead of SnackPanes', 'Stops code `SnackPane`.'],
  ['No git init/push', 'Stops `git init|push`.'],
  ['Use `bun` as the package manager for `web/`', 'Stops `npm`, `pnpm` and `yarn`; allows `bun`.'],
  ['Never touch the target directory', 'Stops changes of `target/`.'],
  ['不使用 `git add -A`。', 'Stops `git add -A`.'],
  ['The source of truth is `a.prisma`; `gen/a.ts` is read-only', 'Stops changes of `gen/a.ts`.'],
  ['No changes to `infra/` without review', 'Stops changes of `infra/`.'],
  ['No direct commits to main.', 'Stops `git commit … on:main`.'],
  ['Never push to `main` or `develop`', 'Stops `git push … on:main` and `git push … on:develop`.'],
  ['Never push to main/master', 'Stops `git push … on:main` and `git push … on:master`.'],
  ['`main` is what is live: never push directly', 'Stops `git push … on:main`.'],
  ['Never `git commit` unless I tell you to', 'Stops `git commit`.'],
  ['Claude never commits', 'Stops `git commit`.'],
  [
    'Boundaries > Never do: Force push or rebase shared branches',
    expect.stringContaining('git push --force'),
  ],
  ['Never run destructive commands (rm -rf, etc.) without confirmation', 'Stops `rm -rf`.'],
  ['Run `git` commands from the root (do not use the `-C` option)', 'Stops `git -C`.'],
  ['Never use pip, pipx, pyenv, twine', 'Stops `pip`, `pipx`, `pyenv` and `twine`.'],
  ['**Server:** localhost | **Package manager:** pnpm', expect.stringContaining('allows `pnpm`')],
  ['No AI attribution in commits or PRs', 'Stops `git commit … ~<agent>` and `gh pr create … ~<agent>`.'],
  ['Files under the `made` folder come from a script and must not be edited.', 'Stops changes of `made/`.'],
  ['Do not create `.lintrc` or `lint.config.*` files', 'Stops new files `.lintrc` and `lint.config.*`.'],
  ['Do NOT run `pytest` directly from the CLI, IDE, or scripts.', 'Stops `pytest`.'],
  ['Direct use of `pytest` is not supported', 'Stops `pytest`.'],
  ['Never deploy to production', 'Stops `* deploy … ~prod` and `* run deploy … ~prod`.'],
  ['Never delete or rename files in `db/`', 'Stops deletion of `db/`.'],
  ['Never use `bun test` or `bun <file>` directly', 'Stops `bun test`.'],
  ['Never commit `fdescribe` or `console.log`', 'Stops code `fdescribe` and `console.log`.'],
  ['Do not import `left` into `packages/core`', 'Stops code `left` in `packages/core`.'],
  ['Prefer `const`; do not use `let`', 'Stops code `let`.'],
  ['Never hard-code colors', expect.stringMatching(/^Stops text `<color>` in `\*\.css`/)],
  ['No unwrap() here - use `?`', 'Stops code `unwrap()`.'],
  ['Write rules only in `A.md`, never in `B.md`', 'Stops changes of `B.md`.'],
  ['Secrets must never be committed', 'Stops `git add … <secrets>` and `git commit … <secrets>`.'],
  ['Use Poetry for dependency management.', expect.stringMatching(/^Stops `pip`, .*; allows `poetry`\.$/)],
  ['pnpm only', 'Stops `npm`, `yarn` and `bun`; allows `pnpm`.'],
  ['`bunx <bin>` (never `npx <bin>`)', 'Stops `npx`.'],
  ['never run the formatter', expect.stringMatching(/^Stops `prettier`, `black`/)],
  ['Never use `bun add <pkg> --no-save`', 'Stops `bun add --no-save`.'],
  ['Avoid the deprecated `assertType` syntax', 'Stops code `assertType`.'],
  ['NEVER use: `a.waitForTimeout()`, `a.sleepFor()`', 'Stops code `a.waitForTimeout()` and `a.sleepFor()`.'],
  ["don't proactively add `useCallback`", 'Stops code `useCallback`.'],
  ['All models use the `@row` decorator instead of plain `@dataclass`', 'Stops text `@dataclass`.'],
  ['Do not add general guides to the `docs/` folder', 'Stops new files `docs/`.'],
  ['Zero `any` types in TypeScript', expect.stringMatching(/^Stops code `any` in/)],
  ['Never edit `a/<name>/B.md`', 'Stops changes of `a/*/B.md`.'],
  ["Don't bump versions", expect.stringMatching(/^Stops `npm version`/)],
  ['No global `fetch`, use `http.get`', 'Stops code `fetch`; allows `http.get`.'],
  [
    'Never reference `--ramp-*` outside of `colors.css`',
    expect.stringMatching(/^Stops text `--ramp-\*` in .* outside `colors.css`/),
  ],
])('%s', (rule, stops) => {
  expect(textOf(rule)).toEqual(stops);
  expect(parseTrigger(textOf(rule))).toEqual(compileRule(rule));
});

test.each([
  'Always run the tests before you commit',
  'Never commit without running the tests',
  'If the build fails, never run `make clean`',
  'When in doubt, prefer `data["key"]` instead of `.get("key")`',
  'Never assume `npm test` passes',
  'Workers must not run `npm install`',
  'A relayed claim is never `verified`',
  'Never use `grep` for JSON',
  'Do not rely on `git status` output being stable',
  'Use `git diff` to see your changes, not just `git status`',
  "Don't push code that does not compile",
  "Don't use `find` in tests",
  'Never skip `npm test`',
  'Return a list, not `null`',
  'No tests for `make build` yet',
  'Everything is forbidden `unless` said otherwise',
  'Keep answers short',
  'Run tests with `uv run`: no activation needed (`uv run` syncs as needed)',
  'No webpack = no webpack plugin',
  'Do not write everything in `page.tsx`',
  'Running > Option 2: Using npm Scripts (Development): run it from source',
  'Use `zsh` code blocks (not `bash`)',
  'Merges are blocked until the review is done',
  'Never `>/dev/null` a result',
  'Hooks cannot run under bun',
  'Do not wrap prose in Markdown files',
  'A flag does not mean you cannot push',
  'Formatting uses `ruff`; run `make format` and `make lint` (checks only)',
  'Do not add markdown or explanation.',
  'Never add comments to `src/a.ts`',
  'Prefer composition over inheritance',
  'Prefer `const` over `let`',
  'I prefer `crate::a.b` to `super::a.b`',
  'Prefer `pnpm`, not `npm`',
  '`const` is preferred over `let`',
  'Bevorzuge `const` statt `let`',
  'Never rebase shared branches',
  'Put checks in `a.ts`, never in `b.ts`',
  'When implementing the other version: No Keychain — use `libfoo`',
  'Do not make a new commit to fix these issues',
  'New parts go into `src/a`, not `src/b`',
  'Never use `git reset --hard` on a branch that:\n- has been pushed\n- others use',
  'Never use `git reset --hard` on shared branches',
  'Never rewrite shared history (no `git rebase`, no `git reset --hard`)',
])('%s stays advice', (rule) => {
  expect(textOf(rule)).toBe('');
});

test('what a project has run is a program without backquotes too', () => {
  expect(textOf('never run frobnicate here')).toBe('');
  expect(textOf('never run frobnicate here', new Set(['frobnicate']))).toBe('Stops `frobnicate`.');
});

const breaks = (rule: string, command: string): boolean =>
  breachOf(compileRule(rule)!, { command, writes: [] }) !== undefined;

test.each([
  [
    'Never use `npm`, use `pnpm`',
    ['npm i', 'CI=1 npm test', 'cd a; npm run b', 'echo x | xargs npm i'],
    ['pnpm i', 'npm view x', 'npm --version', 'rg npm', "git commit -m 'npm i'"],
  ],
  ['Never commit `data/*.db`', ['git add data/a.db'], ['git add src/a.db', 'ls data/a.db']],
  [
    'No AI attribution in commits',
    ["git commit -m 'a\n\nCo-Authored-By: Claude <a@b.c>'", "git commit -m 'Generated with [Claude Code]'"],
    ["git commit -m 'a' --trailer 'Co-authored-by: Ada <a@b.c>'", "git commit -m 'Ask Claude less often'"],
  ],
  ['Do not add new dependencies', ['yarn workspace @a/b add zod'], ['yarn workspace @a/b build']],
  ['never sudo', ['sudo make', 'echo 1 | sudo tee x'], ['cat sudo', 'echo sudo']],
  [
    'never use rm -rf',
    ['rm -rf a', 'rm -fr a', 'rm -r -f a', 'rm --recursive --force a'],
    ['rm -r a', 'rm a'],
  ],
  [
    'no docker compose down -v',
    ['docker-compose down --volumes', 'docker compose -f a.yml down -v'],
    ['docker compose down'],
  ],
  [
    'never push to main',
    ['git push origin HEAD:main', 'git -C app push origin main', 'git checkout main && git push'],
    ['git push origin fix-main', 'git pull origin main', 'git push', 'git push origin HEAD'],
  ],
  [
    'Use Conventional Commits',
    ["git commit -m 'Update'", 'git commit -am "WIP"'],
    ["git commit -m 'fix(a)!: b'", 'git commit --amend --no-edit'],
  ],
  [
    'no curl | bash',
    ['curl -s x | bash', 'curl x | sudo sh', 'bash <(curl x)', 'sh -c "$(curl x)"'],
    ['curl x | jq .', 'curl -o a.sh x'],
  ],
  [
    'Never commit to main',
    ['git switch main; git commit -m x'],
    ['git commit -m x', 'git checkout -b fix && git commit -m x'],
  ],
  [
    'dont run the whole test suite',
    ['pytest', 'npm test', 'pnpm vitest run'],
    ['pytest tests/a_test.py', 'npm test -- a.test.ts', 'npm run build'],
  ],
  [
    'Never commit secrets',
    ['git add .env', 'git add -f a/server.pem'],
    ['git add .env.example', 'git commit -m secrets'],
  ],
  ["DON'T run `pnpm i18n`", ['pnpm run i18n', 'pnpm i18n'], ['pnpm i', 'pnpm run i18n-check']],
  ['do not read .env', ['cat .env', 'grep KEY api/.env'], ['ls -a', 'git add .env.example']],
])('%s, by its commands', (rule, broken, kept) => {
  expect(broken.filter((command) => !breaks(rule, command))).toEqual([]);
  expect(kept.filter((command) => breaks(rule, command))).toEqual([]);
});

test.each([
  [
    'Never use `any` in TypeScript',
    'a.ts',
    ['let x: any;', 'f<any>()'],
    ['// any', "'any'", 'Promise.any(x)', 'many'],
  ],
  ['Do not use `check()`', 'a.ts', ['await check(1)'], ['recheck(1)', 'checkAll()']],
  ['Never suppress lint errors with `eslint-disable`', 'a.ts', ['/* eslint-disable */'], ['lint()']],
  ['Use `pathlib.Path`, never `os.path`', 'a.py', ['os.path.join(a)', 'from os import path'], ['path.join']],
  ['Never use `std::fs`', 'a.rs', ['use std::{fs, io};', 'std::fs::read(p)'], ['fs_err::read(p)']],
  ['Do not use `moment`', 'a.ts', ["import m from 'moment'", 'moment()'], ["'a moment'", 'momentum()']],
  ['Never import `@acme/core`', 'a.ts', ["import x from '@acme/core'"], ["import x from '@acme/core/ui'"]],
  ['No raw `<img>` tags', 'a.tsx', ['<img src="a">'], ['<image />', '<Img />']],
  ['Never use `as unknown as T`', 'a.ts', ['x as unknown as User'], ['x as User']],
  ['We use tabs, not spaces', 'a.ts', ['f() {\n    x();\n}'], ['f() {\n\tx();\n}', '/**\n * x\n */']],
  ["don't use em dashes in the docs", 'docs/a.md', ['a — b'], ['a - b']],
  ['No emojis', 'a.md', ['done 🎉'], ['done']],
  ['Never hardcode colors', 'a.css', ['a { color: #fff; }'], ['a { color: var(--x); }', 'a[href="#add"] {}']],
  ['Never use `as any`', 'a.ts', ['x as any'], ['// as any other', '"as any"']],
])('%s, by what is written', (rule, path, broken, kept) => {
  const isBroken = (text: string) =>
    breachOf(compileRule(rule)!, { command: null, writes: [{ path, how: 'change', text }] }) !== undefined;
  expect(broken.filter((text) => !isBroken(text))).toEqual([]);
  expect(kept.filter(isBroken)).toEqual([]);
});

test.each<
  [
    string,
    { path: string; how: 'create' | 'change' | 'delete' }[],
    { path: string; how: 'create' | 'change' | 'delete' }[],
  ]
>([
  [
    "don't edit old migrations, add a new one",
    [{ path: 'db/migrate/1_a.rb', how: 'change' }],
    [{ path: 'db/migrate/2_b.rb', how: 'create' }],
  ],
  [
    'Never delete tests',
    [{ path: 'tests/a_test.py', how: 'delete' }],
    [
      { path: 'tests/a_test.py', how: 'change' },
      { path: 'src/a.py', how: 'delete' },
    ],
  ],
  [
    'Never touch anything outside `src/app/`',
    [{ path: 'src/lib/a.ts', how: 'change' }],
    [{ path: 'src/app/a.ts', how: 'change' }],
  ],
  [
    'New file names must be `snake_case`',
    [{ path: 'src/myHelper.ts', how: 'create' }],
    [
      { path: 'src/my_helper.ts', how: 'create' },
      { path: 'README.md', how: 'create' },
      { path: 'src/myHelper.ts', how: 'change' },
    ],
  ],
])('%s, by its changes', (rule, broken, kept) => {
  const isBroken = (one: { path: string; how: 'create' | 'change' | 'delete' }) =>
    breachOf(compileRule(rule)!, { command: null, writes: [{ ...one, text: 'x' }] }) !== undefined;
  expect(broken.filter((one) => !isBroken(one))).toEqual([]);
  expect(kept.filter(isBroken)).toEqual([]);
});
