import { expect, test } from 'vitest';
import { rankCommits } from './from-repository.ts';

const commit = (subject: string, at: number, files: string[] = []) => ({ subject, body: '', files, at });

const COMMITS = [
  commit('Retry payments three times', 4),
  commit('Print receipts', 3, ['src/receipt.ts']),
  commit('Retry payments once', 2),
  commit('Start the shop', 1),
];

const subjects = (words: string[]) => rankCommits(COMMITS, words).map(({ subject }) => subject);

test('the latest of the commits that hold all words goes first', () => {
  expect(subjects(['retr', 'payment'])).toEqual(['Retry payments three times', 'Retry payments once']);
});

test('names of files count, and a word that no commit holds tells nothing', () => {
  expect(subjects(['receipt', 'zebra'])).toEqual(['Print receipts']);
});

test('where hardly a word is known nothing is found, and without words all are', () => {
  expect(subjects(['zebra', 'lion', 'payment'])).toEqual([]);
  expect(subjects([])).toHaveLength(4);
});
