import { expect, test } from 'vitest';
import { aMemory } from '../../store/testing/a-memory.ts';
import { type KnownStatement, nearPairs } from './relate.ts';

/** Sentences of several sessions about the same, which wait to be said again. */
const waiting = (matter: number, name: string, sessions: number): KnownStatement[] =>
  Array.from({ length: sessions }, (_, n) => {
    const id = `${name}-${n}`;
    const vector = new Float32Array(4);
    vector[matter] = 1;
    const memory = aMemory({ id, text: `Check the ${name} of hall ${n}`, needsReview: true, key: null });
    return { memory, at: n, vector, waitsIn: `session ${n}`, isWeak: true };
  });

const namesIn = (pairs: ReturnType<typeof nearPairs>): Set<string> =>
  new Set(pairs.flatMap(({ older, newer }) => [older.id, newer.id]).map((id) => id.split('-')[0]!));

const statements = [...waiting(0, 'tickets', 3), ...waiting(1, 'sweepers', 6)];

test('what most sessions come near is compared first, and no more of what waits than the limit', () => {
  expect(namesIn(nearPairs(statements))).toEqual(new Set(['tickets', 'sweepers']));
  expect(namesIn(nearPairs(statements, 6))).toEqual(new Set(['sweepers']));
  expect(nearPairs(statements, 0)).toEqual([]);
});

test('what is told is compared with all that waits', () => {
  const [first, ...others] = waiting(2, 'lamps', 3).map((one) => ({ ...one, isWeak: false }));
  const told = { ...first!, memory: { ...first!.memory, needsReview: false }, waitsIn: null };
  const pairs = nearPairs([told, ...others, ...statements], 0);
  expect(pairs.map(({ older, newer }) => [older.id, newer.id])).toEqual([
    ['lamps-0', 'lamps-1'],
    ['lamps-0', 'lamps-2'],
  ]);
});
