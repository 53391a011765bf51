import { expect, test } from 'vitest';
import { judgePrompt, worst } from './frustration.ts';

/** Said after something had been asked for already. */
const earlier = [judgePrompt('Add a login form to the account page')];
const levelOf = (prompt: string) => judgePrompt(prompt, earlier).level;

test.each([
  // English
  ['still broken', 'mild'],
  ["It doesn't work", 'mild'],
  ['I still have weird display issues in the sidebar', 'mild'],
  ['The tree view makes everything bugged', 'mild'],
  ['no, I meant the other button', 'mild'],
  ["That's not what I asked for", 'mild'],
  ['why did you delete the migration?', 'mild'],
  ['the build failed again', 'mild'],
  ['revert that', 'mild'],
  ["I don't think you understand what I'm asking", 'mild'],
  ['I think you got the folder structure wrong', 'mild'],
  ['I told you not to touch the config', 'moderate'],
  ['wtf is this', 'moderate'],
  ['You broke it again. Still the same error.', 'moderate'],
  ['How many times do I have to say it: use pnpm', 'moderate'],
  ['STOP CHANGING THE TESTS AND FIX THE CODE', 'severe'],
  ["for fuck's sake, I told you this three times already", 'severe'],
  ['WHY DID YOU DELETE THE FILE', 'moderate'],
  ['WHY DO YOU KEEP DOING THIS!!', 'severe'],
  // French
  ['ça ne marche toujours pas', 'mild'],
  ["non, ce n'est pas ça", 'mild'],
  ['pourquoi as-tu supprimé ce fichier ?', 'mild'],
  ["je t'ai déjà dit de ne pas toucher à la config", 'moderate'],
  ['putain, encore la même erreur', 'moderate'],
  ['ÇA NE MARCHE TOUJOURS PAS, combien de fois faut-il le dire', 'severe'],
  // German
  ['Es funktioniert immer noch nicht', 'mild'],
  ['Nein, das ist falsch', 'mild'],
  ['Warum hast du die Tests gelöscht?', 'mild'],
  ['Ich habe dir doch gesagt, dass du das lassen sollst', 'moderate'],
  ['Verdammt, schon wieder derselbe Fehler', 'severe'],
  ['DAS IST IMMER NOCH KAPUTT, wie oft muss ich das sagen', 'severe'],
  // Spanish
  ['sigue sin funcionar', 'mild'],
  ['no, eso no es lo que pedí', 'mild'],
  ['¿por qué borraste el archivo?', 'mild'],
  ['ya te dije que no cambies eso', 'moderate'],
  ['joder, otra vez el mismo error', 'severe'],
  ['ESTO NO FUNCIONA, te lo dije mil veces', 'severe'],
])('%j sounds %s', (prompt, level) => {
  expect(levelOf(prompt)).toBe(level);
});

test.each([
  // Plain orders and questions
  'run the tests again',
  'Why did you choose a map here?',
  'commit this and update the changelog',
  'continue',
  'This is not urgent, but rename the helper',
  'No need for a migration',
  'Is this enough for the release?',
  'Add a handler for the case that the server is not reachable',
  'Mention that errors are still logged',
  'Can you check that again with the new schema?',
  'encore une question : où est la config ?',
  'Mach weiter mit dem nächsten Schritt',
  'Was macht die Funktion hier?',
  'para la próxima versión añade un test',
  // Acronyms, constants, SQL, headings
  'Use the REST API and return JSON over HTTP',
  'Set AWS_ACCESS_KEY_ID and DATABASE_URL in the CI YAML',
  'Rename README and LICENSE, and keep AGENTS.md and CLAUDE.md in sync',
  'The query is SELECT * FROM users WHERE name IS NOT NULL AND id NOT IN (1, 2)',
  'do NOT commit yet',
  'TODO: write docs',
  // Pasted and quoted
  'Here is the log:\n```\nFATAL: WHAT THE FUCK, STILL BROKEN AGAIN\n```',
  'Rename the label "I told you so!!" to something friendlier',
  '> this is still broken, you idiot\n\nanswer this comment politely',
  'Handle this: [App] Error: shit happens again and again\nERROR: DO NOT DO THAT AGAIN YOU IDIOT',
  'The user wrote « putain, ça ne marche toujours pas » in the ticket; translate it',
  'Replace `wtf()` by `whatTheFunction()`',
  'TypeError: x is not a function\n    at still (/src/broken.ts:1:2)\n    at again (/src/a.ts:3:4)',
  'Implement the following plan:\n\n# Plan: Stop doing it again\n\nIt is STILL BROKEN AND WRONG, damn it!!',
])('%j is no complaint', (prompt) => {
  expect(judgePrompt(prompt, earlier)).toMatchObject({ level: 'none', why: [] });
});

test.each([
  'The login button does not work on Safari',
  'Revert the last changes of the release branch',
  'La page de connexion ne fonctionne pas sur mobile',
])('%j reports a bug where nothing was asked for yet', (prompt) => {
  expect(judgePrompt(prompt).level).toBe('none');
});

test('asking for the same thing again is a sign, asking for the same step is none', () => {
  const wish = 'Show the number of skills and standards in the promotion section';
  const before = [judgePrompt(wish)];
  expect(
    judgePrompt('Show the number of skills and standards in the section for promotion', before).why,
  ).toEqual(['said before']);
  expect(judgePrompt('commit', [judgePrompt('commit')]).level).toBe('none');
});

test('one complaint after another is worse than each of them', () => {
  const mild = judgePrompt('still broken');
  expect(worst([mild, mild])).toBe('mild');
  expect(worst([mild, mild, mild])).toBe('moderate');
  expect(worst([])).toBe('none');
});
