import { describe, expect, it } from 'vitest';
import { firstMatchOf, matchesOf } from './matches.ts';

describe('the places where a pattern stands', () => {
  const pattern = /(?<letter>[ab])\d*/g;

  it('are those that matchAll finds, with their groups', () => {
    const text = 'a1 x b22, a';
    const seen = matchesOf(pattern, text).map(({ 0: found, index, groups }) => [
      found,
      index,
      groups?.letter,
    ]);
    expect(seen).toEqual([...text.matchAll(pattern)].map((m) => [m[0], m.index, m.groups?.letter]));
    expect(seen).toHaveLength(3);
  });

  it('are found anew each time, wherever the last search ended', () => {
    expect(firstMatchOf(pattern, 'x a b')?.index).toBe(2);
    expect(firstMatchOf(pattern, 'b')?.index).toBe(0);
    expect(matchesOf(pattern, 'a')).toHaveLength(1);
    expect(firstMatchOf(pattern, 'none of it here: x')).toBeNull();
  });

  it('end where a pattern matches nothing at all', () => {
    expect(matchesOf(/x*/g, 'axa')).toHaveLength([...'axa'.matchAll(/x*/g)].length);
  });
});
