import { expect, test } from 'vitest';
import { hiddenTrouble, isHiddenFailure, lettersOf } from './hidden-failure.ts';

const said = (command: string, text: string, outcome: 'ok' | 'failed' = 'ok') =>
  hiddenTrouble({ tool: 'run', command, text, outcome })?.line;

test('what a program says of its own call is trouble, though the pipe ended well', () => {
  expect(said('cat -A a.ts | head', 'cat: illegal option -- A\nusage: cat [-bel] [file ...]')).toBe(
    'cat: illegal option -- A',
  );
  expect(said('wrap yarn test 2>&1 | tail -5', "\nerror: unrecognized subcommand 'yarn'\n")).toBe(
    "error: unrecognized subcommand 'yarn'",
  );
});

test('who ran a script says last that it failed, however much came before', () => {
  const long = `${'× a rule is broken\n'.repeat(200)}error: script "lint" exited with code 1\n`;
  expect(said('bun run lint 2>&1 | tail -300', long)).toBe('error: script "lint" exited with code 1');
  expect(said('cat ci.log | tail -3', long)).toBeUndefined();
  expect(said('make all | tee out.txt', 'cc a.c\nmake: *** [Makefile:4: all] Error 1')).toMatch(/^make: /);
});

test.each([
  ['cat server.log | tail -5', 'error: connection lost'],
  ['npm test | tail -5', 'Tests: 12 passed'],
  ['npm test', 'error: this one tells its own exit status'],
  ['npm test | tail -50', `error: first of many lines\n${'fine\n'.repeat(400)}`],
  ['git log | head -3', 'fix: error: handling'],
])('`%s` that prints “%s” hides nothing', (command, text) => {
  expect(said(command, text)).toBeUndefined();
});

const fails = (command: string, text: string) =>
  isHiddenFailure({ tool: 'run', command, text, outcome: 'ok' });

test.each([
  ['yarn lint; echo done', 'error Command "lint" not found.\ndone'],
  ['yarn lint || true', 'bash: yarn: command not found'],
  ['npm run lint || echo failed', 'npm error Missing script: "lint"\nfailed'],
  ['npm test; echo "exit: $?"', 'one of the tests broke\nexit: 1'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell reads it
  ['npm test 2>&1 | tail -5; echo "EXIT=${PIPESTATUS[0]}"', 'ok\nEXIT=2'],
  [
    'pnpm --filter web tsc | head -50',
    ' ERR_PNPM_RECURSIVE_RUN_NO_SCRIPT  None of the packages has a "tsc" script',
  ],
  ['npx tsc --noEmit | head', 'src/a.ts(1,2): error TS2304: Cannot find name x.'],
  ['golangci-lint run; ls', 'pkg/cart.go:12:3: unused variable (unused)\ncart.go'],
  ['npm test | tail -3', ' Tests  1 failed | 11 passed (12)'],
])('`%s` that prints “%s” failed, whatever its exit status', (command, text) => {
  expect(fails(command, text)).toBe(true);
});

test.each([
  ['npm test && echo done', 'error: printed by a test\ndone'],
  ['npm test; echo "exit: $?"', 'error: expected, and caught\nexit: 0'],
  ['set -e; npm run lint; npm test', 'Found 2 errors'],
  ['set -o pipefail; npm run lint | tail', 'Found 2 errors'],
  ['npm run lint || exit 1', 'Found 2 errors'],
  ['npm run lint | tail -3', 'Found 0 errors'],
  ['grep -rn "error TS1" src | head', 'notes.md: error TS1'],
])('`%s` that prints “%s” passed', (command, text) => {
  expect(fails(command, text)).toBe(false);
});

test('of several programs in a line the one that speaks has failed, or none is named', () => {
  const said = (command: string, text: string) =>
    hiddenTrouble({ tool: 'run', command, text, outcome: 'ok' })?.program;
  expect(said('git status; yq .a b.yml; ls', 'bash: yq: command not found\nb.yml')).toBe('yq');
  expect(said('make build; make deploy; echo ok', 'error: quota is used up\nok')).toBe(null);
  expect(said('make deploy | tail -3', 'error: quota is used up')).toBe('make');
});

test('the same trouble has the same letters, whatever the numbers and places', () => {
  expect(lettersOf('Error: port 3000 is in use')).toBe(lettersOf('Error: port <n> is in use'));
  expect(lettersOf('Error: port 3000 is in use')).not.toBe(lettersOf('Error: port 3000 is free'));
});
