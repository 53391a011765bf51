import { expect, test } from 'vitest';
import { askedAnswers, notesOnAnswers, refusalWords } from './answers.ts';

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

test.each([
  ['Should I commit this now?', 'yes'],
  ['Could you share the full error?', 'it says ENOENT'],
  ['Which file should I open?', 'src/a.ts'],
  ['Which format should the export use?', 'not sure'],
])('"%s" – "%s" decides nothing that lasts', (question, answer) => {
  expect(askedAnswers(`"${question}"="${answer}"`)).toEqual([]);
});
