import { expect, test } from 'vitest';
import { careless, questions, sample, sharedWords } from './sample.ts';

test('the sample is what the demo says: twelve different memories', () => {
  expect(new Set(sample.map(({ text }) => text)).size).toBe(11);
  expect(sample.length + 1).toBe(12);
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
