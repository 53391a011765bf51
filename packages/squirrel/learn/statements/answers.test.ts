import { expect, test } from 'vitest';
import { answersIn, askedAnswers, notesOnAnswers, refusalWords } from './answers.ts';

const textsOf = (found: { text: string }[]) => found.map(({ text }) => text);

test('an answer to a tool that asks is kept with its question, also where that has two sentences', () => {
  const result =
    'User has answered your questions: "Exports get large. Which format should the export use?"="CSV (Recommended)", "May I continue?"="Yes". You can now continue';
  expect(textsOf(askedAnswers(result))).toEqual([
    'Exports get large. Which format should the export use? Decided: CSV.',
  ]);
});

test('what a person writes next to an answer, or in refusing a call, is theirs', () => {
  expect(notesOnAnswers('"a?"="b" user notes: never in public folders. You can now continue')).toBe(
    'never in public folders',
  );
  const refused =
    'The user rejected permission to use this specific tool call with the following feedback: use the staging key';
  expect(refusalWords(refused)).toBe('use the staging key');
  expect(refusalWords("The user doesn't want to proceed with this tool use.")).toBe('');
});

test('"the second one" is kept as what it picks', () => {
  const message = 'How should amounts be stored?\n1. As floats\n2. As integers of cents – no rounding\n';
  expect(textsOf(answersIn(message, 'the second one'))).toEqual([
    'How should amounts be stored? Decided: As integers of cents.',
  ]);
  expect(
    textsOf(answersIn('Wie sollen Beträge gespeichert werden?\n1. als Floats\n2. in Cent', 'das zweite')),
  ).toEqual(['Wie sollen Beträge gespeichert werden? Decided: in Cent.']);
});

test('numbered answers are kept with their questions', () => {
  const message =
    'Open questions:\n1. Should admins be able to delete invoices?\n2. Where should the page be stored?';
  expect(textsOf(answersIn(message, '1. no, only archive them 2. in the URL'))).toEqual([
    'Should admins be able to delete invoices? Decided: no, only archive them.',
    'Where should the page be stored? Decided: in the URL.',
  ]);
});

test('a number at the end of an answer begins no other, and an answer that points at another is none', () => {
  const message =
    '1. Which fields does a player have?\n2. Should a tournament have teams?\n3. Which years does a season span?';
  expect(textsOf(answersIn(message, '1. name and club\n2. no, players only\n3. covered in 1.'))).toEqual([
    'Which fields does a player have? Decided: name and club.',
    'Should a tournament have teams? Decided: no, players only.',
  ]);
});

test('of several numbered lists the questions are answered, each up to what follows it', () => {
  const message = `The plan:
1. Should-have items come first.
2. Move the reader.
3. Is the cache needed? I think so.

Open questions:
1. Should admins be able to delete invoices?
2. Where should the page be stored?

Which of the two teams should review the rest?`;
  expect(textsOf(answersIn(message, '1. no, only archive them 2. in the URL'))).toEqual([
    'Should admins be able to delete invoices? Decided: no, only archive them.',
    'Where should the page be stored? Decided: in the URL.',
  ]);
});

test('numbered wishes after a numbered plan are no answers', () => {
  const message =
    '1. Move the reader.\n2. Should the cache stay?\n3. Rename the button.\n4. Update the docs.';
  expect(answersIn(message, '1. make it blue 2. no cache for users 3. keep the label')).toEqual([]);
});

test.each([
  ['Should I commit this now?', 'yes'],
  ['Could you share the full error?', 'it says ENOENT'],
  ['Which file should I open?', 'src/a.ts'],
  ['Which format should the export use?', 'not sure'],
])('"%s" – "%s" decides nothing that lasts', (message, prompt) => {
  expect(answersIn(message, prompt)).toEqual([]);
});
