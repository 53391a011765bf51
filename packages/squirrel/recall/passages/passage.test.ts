import { expect, test } from 'vitest';
import { foldTalk } from './passage.ts';

const talk = (length: number) => Array.from({ length }, (_, n) => ({ n }));

test('a talk of a usual length stays whole', () => {
  const folded = foldTalk(talk(18), 3);
  expect(folded.map(({ n }) => n)).toEqual(talk(18).map(({ n }) => n));
  expect(folded.every(({ skipped }) => skipped === 0)).toBe(true);
});

test('a long talk keeps its beginning, what is around the cited message, and its end', () => {
  const folded = foldTalk(talk(100), 50);
  expect(folded.filter(({ skipped }) => skipped > 0)).toEqual([
    { n: 44, skipped: 42 },
    { n: 94, skipped: 37 },
  ]);
  expect(folded).toHaveLength(2 + 13 + 6);
});

test('a message cited near an end leaves one gap', () => {
  expect(foldTalk(talk(60), 58).filter(({ skipped }) => skipped > 0)).toEqual([{ n: 52, skipped: 50 }]);
});
