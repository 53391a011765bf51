import { expect, test } from 'vitest';
import { saidLines } from './announcements.ts';

test('what a person typed is theirs, line by line, with what they name and quote', () => {
  expect(saidLines('always use `pnpm`\n\nand call it "Shop"')).toEqual([
    'always use `pnpm`',
    'and call it "Shop"',
  ]);
});

test.each([
  ['a plan that is handed back', 'Implement the following plan:\n\n# Plan: Move\n\n- Always use npm'],
  [
    'what goes on from a summary',
    'This session is being continued from a previous conversation.\nAlways use npm',
  ],
  ['a slash command', '/review always use npm'],
  ['code', '```\nalways use npm\n```'],
  ['a block of another program', '<document>always use npm</document>'],
  [
    'a block of a client that holds its own closing tag',
    '<context>\nhello\n</context>\nAlways use npm\n<context></context>\nPlease set up the build',
  ],
  ['somebody’s words, quoted', '> always use npm'],
  ['what a program tells an agent to be', 'You are a careful reviewer of code. Always use npm'],
  ['a document with headings', '# Contributing\nAlways use npm'],
])('%s is not', (_, prompt) => {
  expect(saidLines(prompt).join(' ')).not.toMatch(/always use npm/i);
});

test.each([
  'what does this mean?\nHere is the review:\nAlways use npm. Never commit to main.',
  'I got this message:\nalways use npm',
  'look at this\n# Rules\nalways use npm',
  'From: Ann\nalways use npm',
])('what a line announces is somebody else’s: %j', (prompt) => {
  expect(saidLines(prompt).join(' ')).not.toMatch(/always use npm/i);
});

test('a sentence in a script without spaces is kept', () => {
  expect(saidLines('今後はすべての変更に必ずテストを追加してください、例外はありません')).toHaveLength(1);
});

test('a long dictated line is kept to its end', () => {
  const line = `${'and then we look at the next thing and think about it '.repeat(30)}and never touch the vendor folder`;
  expect(saidLines(line)[0]).toMatch(/never touch the vendor folder$/);
});

test('of a long prompt the beginning and the end are kept', () => {
  const lines = Array.from({ length: 400 }, (_, i) => `line ${i} says something of its own`);
  const said = saidLines(lines.join('\n'));
  expect(said[0]).toBe(lines[0]);
  expect(said.at(-1)).toBe(lines.at(-1));
  expect(said.length).toBeLessThan(200);
});
