import { expect, test } from 'vitest';
import { isSameMatter, type SettledTalk } from './settled-talks.ts';

/** A talk on the bank's limit that changed some files. */
const talk = (at: number, changed: string[]): SettledTalk =>
  ({
    hit: { sessionRow: at, at },
    words: [{ settledness: 0.9 }],
    messages: [{ text: 'How often may payments be attempted before the bank blocks the shop?' }],
    mean: new Float32Array([1, 0]),
    changed,
  }) as unknown as SettledTalk;

test('talks alike in words are on one matter, but not where each changed other files', () => {
  expect(isSameMatter(talk(1, ['src/pay.ts']), talk(2, ['src/pay.ts', 'test/pay.test.ts']))).toBe(true);
  expect(isSameMatter(talk(1, ['src/pay.ts']), talk(2, []))).toBe(true);
  expect(isSameMatter(talk(1, ['src/pay.ts']), talk(2, ['src/refund.ts']))).toBe(false);
});
