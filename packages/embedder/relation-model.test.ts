import { PAIR_RELATIONS } from '@sqrl/base/model/judgement.ts';
import { expect, test } from 'vitest';
import { JUDGE_FILES } from './judge.ts';
import { openRelationModel, readingOf } from './relation-model.ts';

const model = openRelationModel(JUDGE_FILES.relations, JUDGE_FILES.embedder);

test('probabilities of all relations sum to one', () => {
  const odds = model.oddsOf({ old: 'use npm', new: 'use pnpm' });
  expect(Object.keys(odds)).toEqual([...PAIR_RELATIONS]);
  expect(Object.values(odds).reduce((a, b) => a + b)).toBeCloseTo(1, 5);
});

test('a changed decision replaces the one before', () => {
  const pair = { old: 'we keep audit logs for one year', new: 'audit logs are kept for seven years now' };
  const { cosine, replaces, repeats } = readingOf(model, pair);
  expect(cosine).toBeGreaterThan(0.7);
  expect(replaces).toBeGreaterThan(0.8);
  expect(repeats).toBeLessThan(0.2);
});

test('statements that are far apart are not read at all', () => {
  const reading = readingOf(model, { old: 'we deploy on Fridays', new: 'icons come from Lucide' });
  expect(reading).toMatchObject({ replaces: 0, repeats: 0 });
  expect(reading.cosine).toBeLessThan(0.65);
});

test('texts of any length and without a word can be read', () => {
  for (const text of ['', '\ud800', 'word '.repeat(5000)])
    expect(Number.isFinite(model.oddsOf({ old: text, new: text }).replaces)).toBe(true);
});
