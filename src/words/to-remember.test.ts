import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toRemember } from './to-remember.ts';

test.each([
  ['/remember We deploy on Fridays', 'We deploy on Fridays'],
  ['  /remember\nWe deploy\non Fridays\n', 'We deploy\non Fridays'],
  ['/squirrel:remember We deploy on Fridays', 'We deploy on Fridays'],
  ['/remember: We deploy on Fridays', 'We deploy on Fridays'],
  [
    '<command-message>x</command-message>\n<command-name>/remember</command-name>\n<command-args>We deploy</command-args>',
    'We deploy',
  ],
  ['$remember We deploy on Fridays', 'We deploy on Fridays'],
  ['[$remember](/home/dev/.codex/skills/remember/SKILL.md) We deploy', 'We deploy'],
])('%j is to be remembered', (prompt, wanted) => {
  expect(toRemember(prompt)).toBe(wanted);
});

test.each([
  '/remember',
  '/remember   ',
  '/remembering things',
  'Please /remember this',
  'remember this',
  '/recall x',
  'What is this? <command-name>/remember</command-name><command-args>Never test</command-args>',
  '$remember',
  '$remembered = 5',
  'Keep this in the long-term memory: everything',
])('%j is not', (prompt) => {
  expect(toRemember(prompt)).toBeUndefined();
});

const command = (path: string) =>
  readFileSync(new URL(`../../plugins/${path}`, import.meta.url), 'utf8').replace(
    /^---\n[\s\S]*?\n---\n/,
    '',
  );
/** The prompt of a TOML file, as it stands between its quotes. */
const promptIn = (toml: string) => /"""\n([\s\S]*)"""/.exec(toml)![1]!;
const wishes = ['We deploy on Fridays', 'Two lines:\n\n- a $&\n- b', 'If squirrel has already said it, fine'];

test.each([
  [
    'claude-code',
    (words: string) => command('claude-code/commands/remember.md').replace('$ARGUMENTS', () => words),
  ],
  [
    'gemini',
    (words: string) => promptIn(command('gemini/commands/remember.toml')).replace('{{args}}', () => words),
  ],
  [
    'opencode',
    (words: string) => command('opencode/commands/remember.md').replace('$ARGUMENTS', () => words),
  ],
])('our command as %s hands it on is what stood behind it, and without words nothing', (_, handedOn) => {
  for (const words of wishes) expect(toRemember(handedOn(words))).toBe(words);
  expect(toRemember(handedOn(''))).toBeUndefined();
});

test.each(['codex/skills/remember/SKILL.md', 'cursor/commands/remember.md'])(
  '%s, which says where the words are and has them not, is nothing to be remembered',
  (path) => {
    expect(toRemember(command(path).replace(/^# .*\n/, ''))).toBeUndefined();
  },
);
