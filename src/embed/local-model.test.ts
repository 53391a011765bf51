import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openLocalModel } from './local-model.ts';

const WEIGHTS = fileURLToPath(new URL('../../models/squirrel-s3.int8.safetensors', import.meta.url));
const texts = Array.from({ length: 18 }, (_, i) => `Worker ${i} writes its part of the index. `.repeat(8));

/** A model whose clock goes on by so much whenever somebody looks at it. */
function modelWith(step: number) {
  let at = 0;
  return openLocalModel(WEIGHTS, () => {
    at += step;
    return at;
  });
}

test('as many of the first texts are matched as can be read in time, and the same as without an end', () => {
  const all = modelWith(0).match('which worker writes the index', texts);
  expect(all).toHaveLength(texts.length);
  const some = modelWith(50).match('which worker writes the index', texts, { withinMs: 200 });
  expect(some.length).toBeGreaterThan(0);
  expect(some.length).toBeLessThan(texts.length);
  expect(some).toEqual(all.slice(0, some.length));
});

test('what was read before takes no time, so the next look reaches further', () => {
  const model = modelWith(50);
  const first = model.match('which worker writes', texts, { withinMs: 200 });
  const next = model.match('which worker writes', texts, { withinMs: 200 });
  expect(next.length).toBeGreaterThan(first.length);
});

test('however slow it is, something is read', () => {
  expect(modelWith(10_000).match('which worker', texts, { withinMs: 1 }).length).toBeGreaterThan(0);
});
