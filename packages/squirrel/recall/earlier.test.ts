import { expect, test } from 'vitest';
import { latestFirst, memoryNote, NO_LATER_WORDS } from './earlier.ts';

// biome-ignore lint/suspicious/noExplicitAny: only ids matter here
const items = (...ids: string[]): any[] => ids.map((id) => ({ memory: { id } }));
const later = new Map([['old', new Set(['new'])]]);

test('the later word stands first and the older one is marked', () => {
  expect(latestFirst(items('a', 'old', 'b', 'new'), later).map(({ memory }) => memory)).toEqual([
    { id: 'a' },
    { id: 'new' },
    { id: 'old', earlier: true },
    { id: 'b' },
  ]);
});

test('an older one is marked only if the newer is shown as well', () => {
  expect(latestFirst(items('a', 'old'), later)).toEqual(items('a', 'old'));
});

test('what stands in order stays there', () => {
  expect(latestFirst(items('new', 'a', 'old'), later).map(({ memory: { id } }) => id)).toEqual([
    'new',
    'a',
    'old',
  ]);
  expect(latestFirst(items('a', 'old'), NO_LATER_WORDS)).toEqual(items('a', 'old'));
});

test('the note says both', () => {
  expect(memoryNote({})).toBeUndefined();
  expect(memoryNote({ earlier: true })).toBe('earlier');
  expect(memoryNote({ earlier: true, stale: true })).toBe('earlier, may be out of date');
});
