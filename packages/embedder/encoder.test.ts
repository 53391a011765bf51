import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type Encoder, MAX_TOKENS, openEncoder, type TokenIds } from './encoder.ts';

const models = fileURLToPath(new URL('./models/', import.meta.url));
const opened = new DisposableStack();
afterAll(() => opened.dispose());

const load = (model: string, multiplication?: 'plain' | 'relaxed'): Encoder =>
  opened.use(openEncoder(`${models}${model}.int8.safetensors`, { multiplication }));

interface Reference {
  text: string;
  ids: number[];
  vector: number[];
}

describe.each(['squirrel-s3'])('%s', (model) => {
  const references: Reference[] = JSON.parse(readFileSync(`${models}${model}.reference.json`, 'utf8'));

  test.each(['plain', 'relaxed'] as const)(
    'gives the vectors computed when it was trained (%s)',
    (multiplication) => {
      const vectors = load(model, multiplication).embed(references.map(({ ids }) => ids));
      references.forEach(({ text, vector }, i) => {
        expect(cosine(vector, vectors.subarray(i * 384, i * 384 + 384)), text).toBeGreaterThan(0.99999);
      });
    },
  );
});

test.each(['squirrel-s3'])('%s gives the same bits with both ways to multiply', (model) => {
  const texts = [1, 2, 5, 6, 7, 25, 64, 255, 256].map((length, i) => someIds(length, i));
  expect(load(model, 'relaxed').embed(texts)).toEqual(load(model, 'plain').embed(texts));
});

describe('the encoder', () => {
  const encoder = load('squirrel-s3');

  test('gives a text the same vector, bit by bit, alone and in any company', () => {
    const texts = [3, 25, 256, 1, 7, 250, 64, 2, 256, 31].map((length, i) => someIds(length, i));
    const together = encoder.embed(texts);
    texts.forEach((ids, i) => {
      expect(together.slice(i * 384, i * 384 + 384)).toEqual(encoder.embed([ids]));
    });
  });

  test('gives the mean state of a range of tokens, whatever other ranges are asked for', () => {
    const ids = someIds(40, 1);
    const whole = encoder.pool(ids, [[0, 40]]);
    const parts = encoder.pool(ids, [
      [0, 10],
      [10, 40],
      [0, 40],
    ]);
    expect(parts.slice(768)).toEqual(whole);
    for (const i of [0, 17, 383])
      expect((parts[i]! * 10 + parts[384 + i]! * 30) / 40).toBeCloseTo(whole[i]!, 5);
    const length = Math.hypot(...whole);
    expect(
      cosine(
        [...encoder.embed([ids])],
        whole.map((value) => value / length),
      ),
    ).toBeCloseTo(1, 5);
  });

  test('reads its words from another model of the same words', () => {
    const path = `${models}squirrel-s3.int8.safetensors`;
    const borrowing = opened.use(openEncoder(path, { wordsFrom: path }));
    expect(borrowing.embed([someIds(30, 2)])).toEqual(encoder.embed([someIds(30, 2)]));
  });

  test('gives vectors of length one for texts of every length', () => {
    for (let length = 1; length <= MAX_TOKENS; length += 5) {
      const vector = encoder.embed([someIds(length, 3)]);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
  });

  test('holds a text to be nearest to itself, as a whole and token by token', () => {
    const texts = [4, 40, 200].map((length, i) => someIds(length, i));
    for (const [i, question] of texts.entries()) {
      const matches = encoder.compare(question, texts);
      expect(matches[i]!.cosine).toBeCloseTo(1, 5);
      expect(Math.min(...matches[i]!.tokens)).toBeCloseTo(1, 5);
      for (const other of matches.filter((_, j) => j !== i)) expect(other!.cosine).toBeLessThan(0.99);
    }
  });

  test('compares with the cosine that the vectors have', () => {
    const [question, text] = [someIds(9, 1), someIds(21, 2)];
    const vectors = encoder.embed([question, text]);
    const [match] = encoder.compare(question, [text]);
    expect(match!.cosine).toBeCloseTo(cosine(vectors.slice(0, 384), vectors.slice(384)), 5);
  });

  test('compares by words it has never met as by words it knows', () => {
    const [question, ...texts] = [9, 21, 256, 64, 256, 3].map((length, i) => someIds(length, i + 50));
    encoder.embed([question!, ...texts]);
    expect(load('squirrel-s3').compare(question!, texts)).toEqual(encoder.compare(question!, texts));
  });

  test('has nothing to say about no texts', () => {
    expect(encoder.embed([])).toHaveLength(0);
    expect(encoder.compare(someIds(3, 1), [])).toEqual([]);
  });
});

/** Ids that look like nothing in particular, and the same each time. */
function someIds(length: number, seed: number): TokenIds {
  return Array.from({ length }, (_, i) => 1000 + ((i * 7919 + seed * 104_729) % 28_000));
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    aa += a[i]! ** 2;
    bb += b[i]! ** 2;
  }
  return dot / Math.sqrt(aa * bb);
}
