import { expect, test } from 'vitest';
import type { TalkHit } from './find-talks.ts';
import type { SettledTalk, SettledWords } from './settled-talks.ts';
import { gradeOf, isOnTask } from './talks-for.ts';

const hit = (some: Partial<TalkHit>): TalkHit =>
  ({ sessionRow: 1, score: 20, cosine: 0.6, among: 200, ...some }) as TalkHit;

/** A talk that settled something, unless said otherwise. */
const talk = (some: Partial<TalkHit>, more: Partial<SettledTalk> = {}): SettledTalk =>
  ({ hit: hit(some), words: [{ settledness: 0.9 }], mean: undefined, changed: [], ...more }) as SettledTalk;

test('a talk far ahead of the next matter is told, one among its like is pointed at', () => {
  expect(gradeOf([talk({}), talk({ sessionRow: 2, score: 9 })])).toBe('tell');
  expect(gradeOf([talk({}), talk({ sessionRow: 2, score: 12 })])).toBe('point');
  expect(gradeOf([talk({ cosine: 0.3 }), talk({ sessionRow: 2, score: 2 })])).toBe('point');
});

test('the more talks there are, the further ahead it must be', () => {
  const best = { score: 15.5 };
  const next = { sessionRow: 2, score: 6 };
  expect(gradeOf([talk({ ...best, among: 80 }), talk({ ...next, among: 80 })])).toBe('tell');
  expect(gradeOf([talk({ ...best, among: 300 }), talk({ ...next, among: 300 })])).toBe('point');
});

test('a talk that settled nothing is not told, and what hardly has to do with a prompt is left alone', () => {
  expect(gradeOf([talk({}, { words: [] })])).toBe('point');
  expect(gradeOf([talk({}, { words: [{ settledness: 0.5 } as SettledWords] })])).toBe('point');
  expect(gradeOf([talk({ score: 6, cosine: 0.6 })])).toBe('silent');
  expect(gradeOf([])).toBe('silent');
});

test('the later part of the same session, and a later talk on the same matter, are no rivals', () => {
  expect(gradeOf([talk({}), talk({ score: 19 }), talk({ sessionRow: 3, score: 5 })])).toBe('tell');
  const later = talk({ sessionRow: 2, score: 18 });
  expect(gradeOf([talk({}, { later }), later, talk({ sessionRow: 3, score: 5 })])).toBe('tell');
});

test('among few talks the cosine decides', () => {
  const few = { among: 3, score: 3 };
  expect(gradeOf([talk({ ...few, cosine: 0.7 }), talk({ ...few, sessionRow: 2, cosine: 0.2 })])).toBe('tell');
  expect(gradeOf([talk({ ...few, cosine: 0.7 }), talk({ ...few, sessionRow: 2, cosine: 0.6 })])).toBe(
    'point',
  );
  expect(gradeOf([talk({ ...few, cosine: 0.4 })])).toBe('silent');
  expect(isOnTask(hit({ ...few, cosine: 0.4 }))).toBe(true);
  expect(isOnTask(hit({ among: 200, score: 4, cosine: 0.4 }))).toBe(false);
});
