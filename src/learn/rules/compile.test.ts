import { expect, test } from 'vitest';
import { parseTrigger, triggerText } from '../../model/rule-trigger.ts';
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
  ['Always run cargo build with `--locked`', 'Stops `cargo build` without `--locked`.'],
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
  ['No Co-Authored-By lines in commits', 'Stops `git commit … ~Co-Authored-By:`.'],
])('%s', (rule, stops) => {
  expect(textOf(rule)).toBe(stops);
  expect(parseTrigger(stops)).toEqual(compileRule(rule));
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
  'Keep answers short',
  'Do not add markdown or explanation.',
  'Never add comments to `src/a.ts`',
  'Prefer composition over inheritance',
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
    ['git push origin HEAD:main', 'git -C app push origin main'],
    ['git push origin fix-main', 'git pull origin main'],
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
  ["don't use em dashes in the docs", 'docs/a.md', ['a — b'], ['a - b']],
  ['No emojis', 'a.md', ['done 🎉'], ['done']],
])('%s, by what is written', (rule, path, broken, kept) => {
  const isBroken = (text: string) =>
    breachOf(compileRule(rule)!, { command: null, writes: [{ path, how: 'change', text }] }) !== undefined;
  expect(broken.filter((text) => !isBroken(text))).toEqual([]);
  expect(kept.filter(isBroken)).toEqual([]);
});
