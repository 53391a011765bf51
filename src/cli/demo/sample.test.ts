import { expect, test } from 'vitest';
import { TYPES } from '../../model/memory.ts';
import { careless, questions, sample } from './sample.ts';
import { sharedWords } from './words.ts';

test('the sample is what the demo says: about 25 different memories of many types', () => {
  expect(new Set(sample.map(({ text }) => text)).size).toBe(sample.length);
  expect(sample.length + 1).toBe(25);
  expect(new Set(sample.map(({ type }) => type)).size).toBeGreaterThan(Object.keys(TYPES).length / 2);
});

test('each question shares no word at all with the memory that answers it', () => {
  const answered = ['The staging', 'Session cookies', 'Product images', 'Personal data', 'Dates in logs'];
  questions.forEach((question, i) => {
    const answer = sample.find(({ text }) => text.startsWith(answered[i]!))!;
    expect(sharedWords(question, answer.text)).toEqual([]);
  });
});

test('shared words are found whatever their case', () => {
  expect(sharedWords('Use PNPM here', 'we use pnpm')).toEqual(['use', 'pnpm']);
});

test('the secret has the shape of a real one', () => {
  expect(careless().text).toMatch(/\bghp_[A-Za-z0-9]{36}\b/);
});
