import { describe, expect, test } from 'vitest';
import { confirmationIn } from './confirmation.ts';

describe('a person agrees', () => {
  test.each([
    'Exactly.',
    'yes, exactly!',
    "that's right",
    'that is correct',
    'Agreed, thanks',
    'genau',
    'exactement, merci',
  ])('"%s" says that it is so', (prompt) =>
    expect(confirmationIn(prompt)).toMatchObject({ settles: true, isBare: true }),
  );
  test.each(['yes', 'ok', 'sounds good to me', '👍'])('"%s" only agrees', (prompt) =>
    expect(confirmationIn(prompt)).toMatchObject({ settles: false, isBare: true, lasts: false }),
  );
  test.each(['go ahead', 'yes, do it', 'ok, continue', 'sure, go for it'])(
    '"%s" sends the agent to work',
    (prompt) => expect(confirmationIn(prompt)).toMatchObject({ settles: false, isBare: false }),
  );
  test.each(['yes, do that from now on', 'good. always like that please', 'Perfect, make that the rule'])(
    '"%s" is for good',
    (prompt) => expect(confirmationIn(prompt)?.lasts || confirmationIn(prompt)?.settles).toBe(true),
  );
  test('what comes after the first sentence is another matter', () => {
    expect(confirmationIn('Correct. Now please fix the typo in the readme')).toMatchObject({ settles: true });
  });
});

describe('a person does not agree', () => {
  test.each([
    'no',
    'right now the page is broken',
    'it is not loading the new file',
    'correct the typo in the header',
    'good job on the importer',
    'ok wait, undo that',
    'Right, but why not floats?',
    'ok. are you sure about that?',
    'yes? what if the file is missing',
    'exactly the same error as before',
    'sure, start with the parser and leave the rest',
    'great, now it works but the colors are off and the button is gone',
  ])('"%s"', (prompt) => {
    const found = confirmationIn(prompt);
    expect(found === undefined || (!found.settles && !found.isBare)).toBe(true);
  });
});

test('what the person wants otherwise is told apart', () => {
  expect(confirmationIn('exactly, but 30 days instead of 14')?.amendment).toBe('30 days instead of 14');
  expect(confirmationIn('right, except for the health check')?.amendment).toBe('except for the health check');
  expect(confirmationIn('exactly')?.amendment).toBeNull();
});
