import { expect, test } from 'vitest';
import {
  ACTIVE,
  ACTIVE_TWICE,
  holdsFarEnough,
  isInEnglish,
  SUGGESTED,
  sentenceJudgements,
  standingOf,
} from './probability.ts';

const reading = (keep: number) => ({ keep, kind: 'rule', reach: 'project' }) as const;

test('the more the model thinks of a sentence, the more probable it is', () => {
  const [low, high] = [-4, 4].map(
    (keep) => sentenceJudgements('we deploy on Thursdays', [reading(keep)])[0]!.probability,
  );
  expect(high).toBeGreaterThan(low!);
});

test('a question is less probable than the same words said, and so is a sentence of a long prompt', () => {
  const of = (prompt: string) => sentenceJudgements(prompt, Array(50).fill(reading(1)))[0]!.probability;
  expect(of('do we deploy on Thursdays?')).toBeLessThan(of('we do deploy on Thursdays'));
  expect(of(`we deploy on Thursdays\n${'and so on and on '.repeat(60)}`)).toBeLessThan(
    of('we deploy on Thursdays'),
  );
});

test('it says which sentences a pattern understands, too', () => {
  const judged = sentenceJudgements('Always use pnpm, not npm. The button is blue', [reading(1), reading(1)]);
  expect(judged.map(({ isPattern }) => isPattern)).toEqual([true, false]);
});

test.each([
  [ACTIVE, 1, { needsReview: false, minSessions: 1 }],
  [SUGGESTED, 1, { needsReview: true, minSessions: 1 }],
  [SUGGESTED - 0.01, 1, { needsReview: true, minSessions: 2 }],
  [ACTIVE_TWICE, 2, { needsReview: false, minSessions: 1 }],
  [SUGGESTED, 2, { needsReview: true, minSessions: 1 }],
])('a statement of %d said in %d sessions', (probability, sessions, standing) => {
  expect(standingOf(probability, sessions)).toMatchObject(standing);
});

test('what is said again is surer, and nothing is ever quite sure', () => {
  expect(standingOf(0.5, 2).confidence).toBe(0.75);
  expect(standingOf(0.04, 3).confidence).toBeLessThan(0.4);
  expect(standingOf(0.9, 9).confidence).toBe(0.95);
});

test.each([
  ['project', 1, true],
  ['user', 1, true],
  ['part', 1, false],
  ['part', 2, true],
  ['branch', 1, false],
] as const)(
  'what holds for the %s, said in %d sessions, may be told to every task: %s',
  (reach, sessions, may) => {
    expect(holdsFarEnough(reach, sessions)).toBe(may);
  },
);

test.each([
  ['Never push to main', true],
  ['tests run against postgres 16', true],
  ['No uso la carpeta de los informes', false],
  ['Die Beträge werden nie gerundet', false],
  ['今后不要直接提交到主分支', false],
])('%s: one English sentence may be enough', (text, isEnglish) => {
  expect(isInEnglish(text)).toBe(isEnglish);
});
