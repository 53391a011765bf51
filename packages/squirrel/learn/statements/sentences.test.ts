import { expect, test } from 'vitest';
import { promptSentences } from './sentences.ts';

test('a prompt is cut into sentences, without the marks of lists', () => {
  expect(promptSentences('- use pnpm here\n- add a test. Then commit it!\n2) ok?')).toEqual([
    'use pnpm here',
    'add a test.',
    'Then commit it!',
    'ok?',
  ]);
});

test('a list in one line is cut before its numbers, without the "and" between them', () => {
  expect(
    promptSentences(
      'Can you 1) fail loudly and NEVER get into mock mode in production and 2) update the docs?',
    ),
  ).toContain('NEVER get into mock mode in production');
});

test('what was pasted is not among them', () => {
  expect(
    promptSentences('It fails.\n```\nalways run me\n```\n> never run me\n    at run (a.ts:1:2)'),
  ).toEqual(['It fails.']);
});

test('a prompt without words has none, and a long one a bounded number', () => {
  expect(promptSentences('')).toEqual([]);
  expect(promptSentences('?!')).toEqual([]);
  expect(promptSentences('We do this. '.repeat(500)).length).toBeLessThanOrEqual(60);
});

test('files that are only attached are no sentence', () => {
  expect(promptSentences('@README.md @src/app.ts\n\nplease launch the server')).toEqual([
    'please launch the server',
  ]);
});
