import { expect, test } from 'vitest';
import { changedLines, lineCount } from './diff.ts';

test('a diff tells the lines it changed, in the file as it became', () => {
  expect(changedLines('@@ -1,3 +1,3 @@\n add\n-  minus\n+  plus\n }\n')).toEqual([2, 2]);
  expect(changedLines('--- a/x\n+++ b/x\n@@ -10,2 +20,4 @@\n a\n+b\n+c\n d\n')).toEqual([21, 22]);
});

test('several hunks span from the first change to the last', () => {
  expect(changedLines('@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -40 +40,2 @@\n c\n+d\n')).toEqual([1, 41]);
});

test('lines taken away count where they stood', () => {
  expect(changedLines('@@ -5,3 +5,1 @@\n a\n-b\n-c\n')).toEqual([6, 6]);
  expect(changedLines('@@ -1,2 +0,0 @@\n-a\n-b\n')).toEqual([1, 1]);
});

test('a diff without hunks or changes tells no lines', () => {
  for (const diff of ['', 'nothing', '+no hunk\n', '@@ -1 +1 @@\n same\n\\ No newline at end of file'])
    expect(changedLines(diff)).toBeNull();
});

test('lines are counted whether or not the last one ends', () => {
  expect(['', 'a', 'a\n', 'a\nb', '\n\n'].map(lineCount)).toEqual([0, 1, 1, 2, 2]);
});
