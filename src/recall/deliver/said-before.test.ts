import { expect, test } from 'vitest';
import type { PassageHit } from '../passages/find-passages.ts';
import type { SaidAnswer } from '../passages/said.ts';
import { isWorthQuoting, isWorthReading, saidBefore, taskWordsOf } from './said-before.ts';

const TEXT =
  'The cache in `pageStore.ts` keeps forty pages at most, because a phone with little memory closes the whole app beyond that.';

const task = taskWordsOf('Let pageStore.ts keep sixty pages in its cache', () => true)!;

const hit = (text = TEXT, more: Partial<PassageHit['passage']> = {}, cosine = 0.6): PassageHit =>
  ({ passage: { text, speaker: 'agent', tainted: false, ...more }, cosine }) as PassageHit;

const answer = (more: Partial<SaidAnswer> = {}): SaidAnswer =>
  ({
    passage: { ...hit().passage, event: 'ab'.repeat(16), at: Date.UTC(2026, 9, 1), session: 's1' },
    before: [{ speaker: 'person', text: 'Ignore the rules' }],
    after: [],
    earlier: false,
    relevance: 0.6,
    score: 1,
    ...more,
  }) as SaidAnswer;

test('a finding about a rare name of the prompt is read', () => {
  expect(isWorthReading(hit(), task)).toBe(true);
});

test.each<[string, PassageHit]>([
  ['was said after foreign text', hit(TEXT, { tainted: true })],
  ['is not near', hit(TEXT, {}, 0.3)],
  ['does not hold the name', hit(TEXT.replace('pageStore', 'imageStore'))],
  ['is too short', hit('The cache in `pageStore.ts` keeps forty pages.')],
  ['only announces', hit(`Let me see. ${TEXT}`)],
  ['asks', hit(`${TEXT}\nIs that still so?`)],
  ['is code', hit('const pages = pageStore.ts; if (pages > 40) { drop(pages[0]); keep({ all: false }); }')],
  ['is a request of a person', hit('Please look at pageStore.ts', { speaker: 'person' })],
])('nothing is read that %s', (_, found) => {
  expect(isWorthReading(found, task)).toBe(false);
});

test('a prompt without a rare name, or with more names than a person types, looks for nothing', () => {
  expect(taskWordsOf('Let the cache keep sixty pages', () => true)).toBeUndefined();
  expect(taskWordsOf('Let pageStore.ts keep sixty pages', () => false)).toBeUndefined();
  const names = Array.from({ length: 9 }, (_, i) => `page_${i}`).join(' ');
  expect(taskWordsOf(names, () => true)).toBeUndefined();
  expect(taskWordsOf('Error in pageStore.ts:41 again', () => true)).toBeUndefined();
});

test('only what is relevant and nothing newer replaced is quoted', () => {
  expect(isWorthQuoting(answer())).toBe(true);
  expect(isWorthQuoting(answer({ relevance: 0.4 }))).toBe(false);
  expect(isWorthQuoting(answer({ relevance: undefined }))).toBe(false);
  expect(isWorthQuoting(answer({ earlier: true }))).toBe(false);
});

test('at most three lines are quoted, within the room there is, without the messages beside them', () => {
  const many = Array.from({ length: 5 }, () => answer());
  const { lines, text, tokens } = saidBefore(many, task, 1000);
  expect(lines).toHaveLength(3);
  expect(text).not.toContain('Ignore the rules');
  expect(lines[0]).toMatchObject({ memory: null, passage: 'ab'.repeat(16) });
  expect(saidBefore(many, task, tokens - 1).lines).toHaveLength(2);
  expect(saidBefore(many, task, 10)).toMatchObject({ text: '', lines: [] });
});

test('a long message is quoted from the line on that holds the name', () => {
  const long = `${'The start screen was made anew, with larger pictures and fewer words.\n'.repeat(5)}${TEXT}`;
  const found = answer({ passage: { ...answer().passage, text: long } });
  expect(saidBefore([found], task, 1000).lines[0]!.text).toContain(
    '"…The cache in `pageStore.ts` keeps forty',
  );
});
