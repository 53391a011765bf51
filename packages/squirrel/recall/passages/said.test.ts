import { describe, expect, test } from 'vitest';
import type { PassageHit } from './find-passages.ts';
import { isNewerOnSame, laterWords, newerFirst } from './said.ts';

const hit = (name: string, at: number, score: number, more: object = {}) =>
  ({
    name,
    score,
    relevance: score / 10,
    passage: { at, sessionRow: at, agent: null, ordinal: 1, ...more },
  }) as unknown as PassageHit & {
    name: string;
  };
const bounds = { same: 0.55, share: 0.92, close: 0.7, closeShare: 0.7, later: 0.6, laterRelevance: 0.65 };
/** All are as near to each other as that. */
const allNear = (nearness: number) => () => nearness;
const names = (hits: readonly { name: string }[]) => hits.map(({ name }) => name);

describe('what was said later', () => {
  const old = hit('old', 1, 5);
  const almost = hit('almost', 2, 4.7);
  const less = hit('less', 3, 4);

  test('goes first where it is on the same matter and answers almost as well', () => {
    expect(names(newerFirst([old, almost], allNear(0.6), bounds))).toEqual(['almost', 'old']);
    expect(names(newerFirst([old, less], allNear(0.6), bounds))).toEqual(['old', 'less']);
    expect(names(newerFirst([old, almost], allNear(0.5), bounds))).toEqual(['old', 'almost']);
    expect(names(newerFirst([almost, old], allNear(0.9), bounds))).toEqual(['almost', 'old']);
  });

  test('goes first with a lower score where it says nearly the same', () => {
    expect(names(newerFirst([old, less], allNear(0.8), bounds))).toEqual(['less', 'old']);
    expect(names(newerFirst([old, hit('weak', 4, 3)], allNear(0.8), bounds))).toEqual(['old', 'weak']);
  });

  test('is found among those that answer less well, nearest first', () => {
    const others = [hit('far', 4, 4), hit('near', 3, 3.5), hit('before', 0, 4), hit('poor', 5, 1)];
    const near = (a: PassageHit) =>
      ({ far: 0.61, near: 0.75, before: 0.9, poor: 0.9 })[(a as typeof old).name] ?? 0;
    expect(names(laterWords(old, others, { near, best: 0.5, bounds }))).toEqual(['near', 'far']);
    expect(laterWords(old, others, { near: allNear(0.5), best: 0.5, bounds })).toEqual([]);
  });

  test('is known by its place where all messages of a session have one time', () => {
    const first = hit('first', 1, 5, { sessionRow: 1, ordinal: 3 });
    const second = hit('second', 1, 5, { sessionRow: 1, ordinal: 9 });
    expect(isNewerOnSame(second, first, { near: allNear(0.6), same: 0.55 })).toBe(true);
    expect(isNewerOnSame(first, second, { near: allNear(0.6), same: 0.55 })).toBe(false);
    expect(
      isNewerOnSame(hit('elsewhere', 1, 5, { sessionRow: 2, ordinal: 9 }), first, {
        near: allNear(0.6),
        same: 0.55,
      }),
    ).toBe(false);
  });
});
