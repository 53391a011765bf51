import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ComparableText, repeats, SAME } from './novelty.ts';

const saying = (
  id: string,
  vector: Float32Array | undefined,
  given: Partial<ComparableText> = {},
): ComparableText => ({
  id,
  hash: id,
  scope: 'project',
  scopeOf: null,
  polarity: 0,
  key: null,
  text: id,
  isPersons: false,
  vector,
  ...given,
});

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** The index compares vectors in bytes. */
const ROUNDING = 0.005;

test('what is nearer than that to an earlier one repeats the nearest of them, however it is found', () => {
  // Near each other on purpose: around one direction, with some noise.
  const vectors = fc.array(
    fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }),
    { minLength: 2, maxLength: 12 },
  );
  fc.assert(
    fc.property(vectors, fc.double({ min: 0.1, max: 1, noNaN: true }), (all, noise) => {
      const sayings = all.map((values, i) =>
        saying(`s${i}`, unit(values.map((value, at) => (at === 0 ? 1 : value * noise)))),
      );
      const found = repeats(sayings, () => undefined);
      const kept: ComparableText[] = [];
      for (const one of sayings) {
        const nearness = (other: ComparableText) => cosine(other.vector!, one.vector!);
        const nearest = Math.max(-1, ...kept.map(nearness));
        const of = found.get(one.id)?.of;
        if (of === undefined) {
          expect(nearest).toBeLessThan(SAME + ROUNDING);
          kept.push(one);
        } else {
          const its = nearness(kept.find(({ id }) => id === of)!);
          expect(its).toBeGreaterThan(Math.max(SAME, nearest) - ROUNDING);
        }
      }
    }),
  );
});

test('the same words repeat each other without any vector, in the same scope alone', () => {
  const all = [
    saying('a', undefined, { hash: 'h' }),
    saying('b', undefined, { hash: 'h' }),
    saying('c', undefined, { hash: 'h', scope: 'global' }),
  ];
  expect([...repeats(all, () => undefined)]).toEqual([['b', { of: 'a', similarity: 1 }]]);
});

test('two keys are two matters, however near their words', () => {
  const vector = unit([1, 0.1]);
  const tests = saying('tests', vector, { key: 'command.test' });
  const inCi = saying('in-ci', vector, { key: 'command.test/ci' });
  const unkeyed = saying('unkeyed', vector);

  expect([...repeats([tests, inCi, unkeyed], () => undefined).keys()]).toEqual(['unkeyed']);
});

test('the words of a person repeat others only if they add nothing, or the relation model says so', () => {
  const vector = unit([1, 0.1]);
  const said = (id: string, text: string) => saying(id, vector, { text, isPersons: true });
  const reset = said('reset', 'Do not reset seeds');
  const update = said('update', 'Never update seeds');
  const again = said('again', 'do not reset the seeds');
  const allowed = said('allowed', 'Reset the seeds');
  const read = (id: string) =>
    id === 'update' ? [{ of: 'reset', similarity: SAME, isRead: true as const }] : [];

  expect([...repeats([reset, update, again, allowed], () => undefined).keys()]).toEqual(['again']);
  expect([...repeats([reset, update], () => undefined, read).keys()]).toEqual(['update']);
});
