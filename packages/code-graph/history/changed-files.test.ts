import { expect, test } from 'vitest';
import { changedLines } from './changed-files.ts';

const TEXT = 'def a():\n    one()\n    two()\n\ndef b():\n    three()\n';

test('lines that are new or changed are told, and where something was taken out its neighbors', () => {
  expect(changedLines(TEXT, TEXT)).toEqual([]);
  expect(changedLines(TEXT, TEXT.replace('two', 'too'))).toEqual([[3, 3]]);
  expect(changedLines(TEXT, TEXT.replace('    one()\n', ''))).toEqual([[1, 2]]);
  expect(changedLines('', 'a\n\nb\n')).toEqual([
    [1, 1],
    [3, 3],
  ]);
});

test('blank lines, line ends and spaces before them change nothing', () => {
  expect(changedLines(TEXT, TEXT.replaceAll('\n', '  \r\n').replace('def b', '\r\n\r\ndef b'))).toEqual([]);
});
