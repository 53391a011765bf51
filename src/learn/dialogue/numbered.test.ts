import { expect, test } from 'vitest';
import { numberedAnswers } from './numbered.ts';

const QUESTIONS = `Before I write the importer I have some questions:

1. **Currency**: Should amounts be stored in cents?
2. How should failed imports be reported?
   a) by mail to the customer
   b) only in the log file
3. How long should audit logs be kept?
4. Should I start with the parser?
5. Should ids be UUIDs or integers?

Let me know!`;

const texts = (message: string, prompt: string) => numberedAnswers(message, prompt).map(({ text }) => text);

test.each([
  ['1. yes\n2. the second\n3. one year\n4. yes please\n5. the former'],
  ['1) yes 2) b 3) one year 5) UUIDs'],
  ['ok: 1. Yes. 2. option b. 3. one year. 5. UUIDs'],
  ['Q1: yes\nQ2: b\nQ3: one year\nQ5: UUIDs'],
  ['1 - yes, 2 - b, 3 - one year, 4 - yes, 5 - UUIDs'],
])('answers to numbered questions are decisions that can be read alone: %j', (prompt) => {
  expect(texts(QUESTIONS, prompt)).toEqual([
    'Should amounts be stored in cents? Decided: yes.',
    'How should failed imports be reported? Decided: only in the log file.',
    'How long should audit logs be kept? Decided: one year.',
    'Should ids be UUIDs or integers? Decided: UUIDs.',
  ]);
});

test('a no with words of its own keeps them, and lettered questions are answered by letters', () => {
  const message = 'a. Should carts be archived after 30 days?\nb. Do you want soft deletes for orders?';
  expect(texts(message, 'a: no, delete them after 60 days\nb: yes')).toEqual([
    'Should carts be archived after 30 days? Decided: no, delete them after 60 days.',
    'Do you want soft deletes for orders? Decided: yes.',
  ]);
  const options =
    '1. Which database should tests use?\n  a) SQLite\n  b) Postgres\n2. Where should fixtures live?\n  a) test/data\n  b) next to each test';
  expect(texts(options, '1b, 2a')).toEqual([
    'Which database should tests use? Decided: Postgres.',
    'Where should fixtures live? Decided: test/data.',
  ]);
});

test.each([
  ['1. what do you mean by cents?\n2. not sure\n3. you decide\n4. yes\n5. same as before'],
  ['1. yes\n2. no\n7. one year'],
  ['Add three things: 1. a button 2. a page 3. a test'],
  ['yes'],
  ['the build fails with 2. errors in step 1. of the pipeline'],
])('no decisions: %j', (prompt) => expect(texts(QUESTIONS, prompt)).toEqual([]));

test('a list that asks nothing is answered by nothing', () => {
  const steps = 'I did this:\n1. Added the parser\n2. Fixed the tests\n3. Should it be faster?';
  expect(texts(steps, '1. good 2. thanks 3. yes')).toEqual([]);
  expect(texts('1. Should it be visible?\n2. Is that right?', '1. yes 2. yes')).toEqual([]);
});
