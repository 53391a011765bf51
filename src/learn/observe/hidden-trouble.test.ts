import { expect, test } from 'vitest';
import { hiddenTrouble, lettersOf } from './hidden-trouble.ts';

const said = (command: string, text: string, outcome: 'ok' | 'failed' = 'ok') =>
  hiddenTrouble({ tool: 'run', command, text, outcome });

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

test('the same trouble has the same letters, whatever the numbers and places', () => {
  expect(lettersOf('Error: port 3000 is in use')).toBe(lettersOf('Error: port <n> is in use'));
  expect(lettersOf('Error: port 3000 is in use')).not.toBe(lettersOf('Error: port 3000 is free'));
});
