import { expect, test } from 'vitest';
import { countWords, plainWords, replaceSentencesWith } from './phrases.ts';

test('texts are the same words whatever their case, spacing and markup', () => {
  expect(plainWords('Use `pnpm`,\n  **never** NPM!')).toBe(' use pnpm never npm');
  expect(plainWords(' … ')).toBe('');
  expect(countWords('Don’t use é-mail')).toBe(5);
});

test.each([
  ['a sentence alone', 'Use pnpm here.', 'use pnpm here', '[x]'],
  ['the one among others', 'First. Use  `pnpm`\there! Last.', 'use pnpm here', 'First. [x] Last.'],
  [
    'all of a sentence of which part is quoted',
    'I said: use pnpm here, please. Thanks.',
    'use pnpm',
    '[x] Thanks.',
  ],
  ['a line', 'one\nuse pnpm here\nthree', 'Use pnpm here.', 'one\n[x]\nthree'],
  ['one in quotation marks', 'You said: "Use pnpm." That was all.', 'use pnpm', '[x]" That was all.'],
  ['each time', 'Use pnpm. No. Use pnpm.', 'use pnpm', '[x] No. [x]'],
  ['one that was cut off inside a word', 'Use pnpm everywhere. Yes.', 'use pnpm every', '[x] Yes.'],
  ['nothing where the words lie apart', 'Use the pnpm.', 'use pnpm', 'Use the pnpm.'],
  ['nothing inside a word', 'Reuse pnpm.', 'use pnpm', 'Reuse pnpm.'],
  ['nothing for no words', 'Use pnpm.', ' … ', 'Use pnpm.'],
])('it replaces %s', (_, text, phrase, wanted) => {
  expect(replaceSentencesWith(text, phrase, '[x]')).toBe(wanted);
});
