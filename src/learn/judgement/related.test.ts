import { expect, test } from 'vitest';
import type { StatementPair } from '../../model/judgement.ts';
import { pairsToRead, textRelation } from './related.ts';

const LONG = 'Uploads go to the bucket in Frankfurt. Files above 2 GB are refused.';
const MOVED = { old: LONG, new: 'Uploads go to the bucket in Dublin now' };

/** Readings in which only some old texts are replaced. */
const replacing =
  (...olds: string[]) =>
  ({ old }: StatementPair) => ({ cosine: 0.8, replaces: olds.includes(old) ? 0.95 : 0.01, repeats: 0 });

test('the pieces of a long text are read by themselves', () => {
  expect(pairsToRead(MOVED).map(({ old }) => old)).toEqual([
    LONG,
    'Uploads go to the bucket in Frankfurt.',
    'Files above 2 GB are refused.',
  ]);
  expect(pairsToRead({ old: 'Use tabs', new: 'Use spaces' })).toHaveLength(1);
});

test('of a long text only the part that the new one speaks of is replaced', () => {
  expect(textRelation(MOVED, replacing(LONG, 'Uploads go to the bucket in Frankfurt.'))).toEqual({
    verdict: 'replaces',
    pieces: ['Uploads go to the bucket in Frankfurt.'],
  });
});

test('a new text that says the rest again replaces all of the old one', () => {
  const whole = { old: LONG, new: 'Uploads go to the bucket in Dublin, files above 5 GB are refused' };
  expect(textRelation(whole, replacing(LONG, 'Uploads go to the bucket in Frankfurt.'))).toEqual({
    verdict: 'replaces',
    pieces: null,
  });
});

test('where no piece is replaced by itself both stand', () => {
  expect(textRelation(MOVED, replacing(LONG))).toEqual({ verdict: 'revisits', pieces: null });
});

test('pairs that nobody has read are nothing to each other', () => {
  expect(textRelation(MOVED, () => undefined)).toBeUndefined();
});
