import { expect, test } from 'vitest';
import { checkParaphrases, type ParaphraseSet, readParaphrases } from './check.ts';
import { contentStems, overlapWith, summarise } from './overlap.ts';

const kept = readParaphrases(import.meta.dirname);

test('the paraphrase set keeps its promises: sizes, ids, types, and questions that say it in other words', () => {
  const { counts, overlap, faults } = checkParaphrases(kept);

  expect(faults).toEqual([]);
  expect(counts.memories).toBeGreaterThanOrEqual(660);
  expect(counts.targets).toBeGreaterThanOrEqual(330);
  expect(counts.distractors).toBeGreaterThanOrEqual(330);
  expect(counts.questions).toBe(counts.targets);
  expect(overlap.all.median).toBeLessThanOrEqual(0.15);
  expect(overlap.all.mean).toBeLessThanOrEqual(0.25);
});

test('about a tenth of the questions look something up by its name', () => {
  const { counts } = checkParaphrases(kept);

  expect(counts.lookups / counts.questions).toBeGreaterThan(0.08);
  expect(counts.lookups / counts.questions).toBeLessThan(0.13);
});

test('a damaged set is told what is wrong with it', () => {
  const target = {
    id: 'a-01',
    type: 'gotcha',
    files: [],
    tags: [],
    text: 'Flush the cache before the second import',
  };
  const broken = {
    memories: [
      { ...target, text: `${target.text} of the day` },
      { ...target, id: 'a-02', type: 'rumour' },
      { ...target, id: 'a-02b', near: 'a-99', text: 'Too short' },
      { ...target, id: 'a-02b', near: 'a-01', text: 'The cache of the importer holds nine hundred entries' },
    ],
    questions: [
      { question: 'flush the cache before import?', answer: 'a-01', kind: 'how' },
      { question: 'who was that?', answer: 'a-02b', kind: 'who' },
    ],
  } as unknown as ParaphraseSet;

  expect(checkParaphrases(broken).faults).toEqual([
    'There are fewer than 660 memories',
    'There are fewer than 330 targets',
    'There are fewer than 330 distractors',
    'There are fewer than 330 questions',
    'The median overlap is above 0.15',
    'The mean overlap is above 0.25',
    '"a-02b" occurs twice',
    'a-02 has the unknown type rumour',
    'a-02 has 7 words',
    'a-02b is near a-99, which is no target',
    'a-02b has 2 words',
    '"flush the cache before import?" copies its answer',
    '"who was that?" wants a-02b, which is no target',
    '"who was that?" has the unknown kind who',
    'No question asks for a-02',
  ]);
});

test('overlap counts stems, so that another ending of the same word is no paraphrase', () => {
  expect(contentStems('Stopped the readings, tries useFlag')).toEqual(
    new Set(['stop', 'read', 'try', 'use', 'flag']),
  );
  expect(overlapWith('why were readings stopped?', 'We stop before reading.')).toBe(1);
  expect(overlapWith('why do figures go missing?', 'We stop before reading.')).toBe(0);
});

test('median and mean are those of the shares, whether their number is odd, even or none', () => {
  expect(summarise([0.5, 0, 0.1])).toEqual({ median: 0.1, mean: expect.closeTo(0.2) });
  expect(summarise([0, 0.2, 0.4, 1])).toEqual({ median: expect.closeTo(0.3), mean: expect.closeTo(0.4) });
  expect(summarise([])).toEqual({ median: 0, mean: 0 });
});
