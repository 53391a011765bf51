import { expect, test } from 'vitest';
import { markWords } from './memory-view.ts';

const sheet = { paint: (_: unknown, text: string) => `*${text}*` };

test('words of the question are marked in whatever form they stand', () => {
  expect(markWords(sheet, 'Releases are started from main', 'when do we start a release?')).toBe(
    '*Releases* are *started* from main',
  );
});

test('a line stays as it is where the question names nothing', () => {
  expect(markWords(sheet, 'what is it', 'what is it?')).toBe('what is it');
});
