import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openStatementModel, windowsOf } from './statement-model.ts';

const models = fileURLToPath(new URL('./models/', import.meta.url));
const model = openStatementModel(
  `${models}squirrel-statements.int8.safetensors`,
  `${models}squirrel-s3.int8.safetensors`,
);

const tokens = (count: number, id = 7): number[] => Array.from({ length: count }, () => id);

test('sentences that fit are read together, each at its place behind the mark of the beginning', () => {
  expect(windowsOf([tokens(3), tokens(4), []])).toEqual([
    {
      ids: [...tokens(7), 100],
      ranges: [
        [1, 4],
        [4, 8],
        [8, 9],
      ],
    },
  ]);
});

test('a new window begins with the sentence before it', () => {
  const windows = windowsOf([tokens(100, 1), tokens(60, 2), tokens(60, 3)]);
  expect(windows.map(({ ranges }) => ranges)).toEqual([
    [
      [1, 101],
      [101, 161],
    ],
    [[61, 121]],
  ]);
  expect(windows[1]!.ids).toEqual([...tokens(60, 2), ...tokens(60, 3)]);
});

test('every sentence of a prompt gets a reading, however many there are', () => {
  const sentences = Array.from(
    { length: 70 },
    (_, i) => `The table number ${i} holds what the customers ordered.`,
  );
  const readings = model.read(sentences);
  expect(readings).toHaveLength(70);
  for (const { keep } of readings) expect(Number.isFinite(keep)).toBe(true);
  expect(model.read([])).toEqual([]);
});

test('a rule for good is worth more than an order for now', () => {
  const [rule] = model.read(['Never commit generated files, we build them in CI.']);
  const [order] = model.read(['commit it and push']);
  expect(rule!.keep).toBeGreaterThan(order!.keep + 2);
  expect(rule!.kind).toBe('rule');
});

test('an odd text breaks nothing', () => {
  for (const text of ['\ud800', '\0', '🦊'.repeat(400), 'x'.repeat(5000)])
    expect(Number.isFinite(model.read([text])[0]!.keep)).toBe(true);
});
