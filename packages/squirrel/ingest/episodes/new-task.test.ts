import { contentWords } from '@sqrl/base/text/content-words.ts';
import { expect, test } from 'vitest';
import { isFollowUp, startsNewTask } from './new-task.ts';

const running = (committed = false) => ({
  words: contentWords('Add a login form with a password field to the account page src/account/Login.tsx'),
  files: new Set(['src/account/Login.tsx', 'src/account/session.ts']),
  committed,
});

test.each([
  'yes',
  'Yes, do it',
  'ok',
  'continue',
  'go ahead',
  'commit',
  'comit',
  'commit and push',
  'commit this and update the changelog',
  'fix that',
  'fix the tests',
  'run the tests again',
  'no, I meant the other button',
  'It should not be in the header but below',
  'and also in the footer please',
  'Wait, somebody else edits that file',
  'Great. Also, sort them by name',
  'why did you remove the import?',
  'you forgot the closing tag',
  'oui',
  "non, ce n'est pas ça",
  'continue',
  'corrige ça',
  'et ajoute un test',
  'ja, mach weiter',
  'nein, das war anders gemeint',
  'weiter',
  'und noch ein Test dazu',
  'sí, adelante',
  'arréglalo',
  'también en el pie de página',
  '',
])('%j only goes on', (prompt) => {
  expect(isFollowUp(prompt)).toBe(true);
  for (const committed of [false, true]) expect(startsNewTask(prompt, running(committed))).toBe(false);
});

test.each([
  'New task: the invoices need a tax column',
  'Next, write the importer for the bank statements',
  "ok thanks! now let's look at the docker image",
  'Different topic: how are backups made?',
  "Let's move on to the search index",
  'Moving on: the mail templates are wrong',
  'Something else: the emails arrive twice',
  'Unrelated: what does the cron job do?',
  'Passons aux notifications par courriel',
  'Autre chose : il faut exporter les factures',
  'Nouvelle tâche : ajouter la recherche plein texte',
  'Neue Aufgabe: Rechnungen als PDF exportieren',
  'Anderes Thema: wie laufen die Backups?',
  'Als nächstes die Volltextsuche über die Rechnungen',
  'Nueva tarea: exportar las facturas a PDF',
  'Otra cosa: los correos llegan dos veces',
  'Ahora vamos con el buscador de facturas',
  'Great. Now write the release notes for version 2',
  'Perfect, thanks! Now add full-text search to the invoices',
  'Looks good. Next, can you set up the nightly backups?',
  'Parfait. Maintenant rédige les notes de version',
  'Danke! Jetzt schreib die Anleitung für den Import',
  'Genial. Ahora escribe las notas de la versión',
])('%j turns to something else', (prompt) => {
  expect(startsNewTask(prompt, running())).toBe(true);
});

test.each([
  "now let's commit",
  'next, run the tests',
  'ok, now we should fix that',
  'Next: commit and push',
  'Great. Now make it blue',
  'Great. Now add a test for that',
  'Great, now add a password field to the login form too',
  'Great, now it fails on the build server',
  'ok, now write the release notes',
])('%j turns to the next step of the same task', (prompt) => {
  expect(startsNewTask(prompt, running())).toBe(false);
});

test('other words alone are not enough while work is unfinished, unless there are many and none is known', () => {
  expect(startsNewTask('make the modal bigger and remove the shadow', running())).toBe(false);
  expect(
    startsNewTask(
      'The nightly backup of the billing database fails on the replica since Tuesday, investigate',
      running(),
    ),
  ).toBe(true);
});

test('a short prompt that leans on what was said before stays with it', () => {
  expect(
    startsNewTask('give me the specific curl commands for this deployment identifier please', running()),
  ).toBe(false);
  expect(
    startsNewTask(
      'https://example.org/readme\nPackages are available in the releases section of the site',
      running(),
    ),
  ).toBe(false);
  expect(startsNewTask('[Request interrupted by user for tool use]', running(true))).toBe(false);
});

test('after a commit another subject is another task, the same subject is not', () => {
  expect(startsNewTask('At the top of the report, make the git url always visible', running(true))).toBe(
    true,
  );
  expect(startsNewTask('The password field of the login form needs a label', running(true))).toBe(false);
});

test('a prompt that names a file of the running task stays with it', () => {
  const prompt = 'Rework the colours, margins, fonts and shadows in Login.tsx for dark mode';
  expect(startsNewTask(prompt, running(true))).toBe(false);
  expect(startsNewTask(prompt.replace('Login.tsx', 'Invoice.tsx'), running(true))).toBe(true);
});
