import { expect, test } from 'vitest';
import { isForNow, markerOf } from './markers.ts';

test.each([
  ['Remember that the staging server is rebuilt every night', 'the staging server is rebuilt every night'],
  ['Rule: never push to main', 'never push to main'],
  ['From now on: write migrations by hand', 'write migrations by hand'],
  ['ok, from now on always use pnpm', 'always use pnpm'],
  ['Never run git push --force on main', 'Never run git push --force on main'],
  ['In tests, never mock the database', 'In tests, never mock the database'],
  ['Amounts should always be stored in cents', 'Amounts should always be stored in cents'],
  [
    "As the app grows, we can't destroy the user pool EVER.",
    "As the app grows, we can't destroy the user pool EVER.",
  ],
  ['The ledger must not be rewritten, ever', 'The ledger must not be rewritten, ever'],
  ['Ab jetzt bitte immer Vitest verwenden', 'bitte immer Vitest verwenden'],
  ["N'utilise jamais npm", "N'utilise jamais npm"],
  ['Siempre usa pnpm', 'Siempre usa pnpm'],
  ['Zawsze używaj pnpm', 'Zawsze używaj pnpm'],
  ['以后都用 pnpm，不要用 npm', '以后都用 pnpm，不要用 npm'],
  ['A partir de ahora: los commits van en inglés', 'los commits van en inglés'],
  ['The billing service is called ledger', 'The billing service is called ledger'],
  ['Der Abrechnungsdienst heißt Ledger', 'Der Abrechnungsdienst heißt Ledger'],
  ["Le service de facturation s'appelle Ledger", "Le service de facturation s'appelle Ledger"],
  ['El servicio de pagos se llama Ledger', 'El servicio de pagos se llama Ledger'],
  ['we use pnpm, not npm', 'we use pnpm, not npm'],
  ["No, don't use npm here, we use pnpm.", "No, don't use npm here, we use pnpm."],
  ['Bitte nicht npm verwenden, wir nutzen pnpm', 'Bitte nicht npm verwenden, wir nutzen pnpm'],
  ["N'utilise pas npm, on utilise pnpm", "N'utilise pas npm, on utilise pnpm"],
  ['Wir nutzen vitest statt jest', 'Wir nutzen vitest statt jest'],
  ['Nous utilisons vitest au lieu de jest', 'Nous utilisons vitest au lieu de jest'],
  ['Usamos vitest en vez de jest', 'Usamos vitest en vez de jest'],
  ['usamos pnpm, não npm', 'usamos pnpm, não npm'],
  ['usiamo pnpm, non npm', 'usiamo pnpm, non npm'],
  ['używamy pnpm, nie npm', 'używamy pnpm, nie npm'],
  ['we gebruiken pnpm, niet npm', 'we gebruiken pnpm, niet npm'],
])('"%s" is meant to stay and is stored as "%s"', (sentence, text) => {
  expect(markerOf(sentence)).toMatchObject({ least: 0, text });
});

test.each([
  "Don't touch src/generated",
  'use pnpm, not npm',
  'Utilise pnpm, pas npm',
  "Don't create a PR, just a commit",
  'Always keep this for now',
  'Create a task to ensure that status changes always happen in main',
  'Write some tests for the domain modules, not the commands',
  "Don't worry about the cache, we use it later",
])('whether "%s" is meant to stay is for the model to say', (sentence) => {
  expect(markerOf(sentence)?.least ?? 1).toBeGreaterThan(0);
});

test.each([
  'as a rule of thumb there are nine games',
  'we never dealt with it',
  'the total is wrong, always == 0',
])('"%s" is not an order without an end', (sentence) => {
  expect(markerOf(sentence)?.isOrder ?? false).toBe(false);
});

test.each([
  'never mind',
  "I can't seem to log in ever",
  "I don't think this has worked ever",
  'the best thing I have ever had',
  'you never told me',
  'It always worked before',
  'Should we always use tabs?',
  'do we use pnpm, not npm',
  'nie działa',
  'La carte est toujours vide',
  'No improvement.',
  'Always',
  'The handler is called twice',
  'The file is called LL-N-F_... and is located in the root',
  'it is called ledger',
  'Das heißt Ledger fehlt noch',
  'we decided to use redis but it is too slow',
  'have we decided to use redis?',
])('"%s" orders nothing', (sentence) => {
  expect(markerOf(sentence)).toBeUndefined();
});

test.each([
  "Don't create a PR, just a commit",
  'Rebase from main first',
  'Fix the lints from this task',
  'I only want to keep version 2 as of now',
  'We just need to ensure the format is one of the three',
])('"%s" is for the task at hand', (sentence) => {
  expect(isForNow(sentence)).toBe(true);
});

test('a sort order such as newest first does not limit a rule to now', () => {
  expect(['Releases are always sorted newest first', 'most significant first'].map(isForNow)).toEqual([
    false,
    false,
  ]);
  expect(['Write the test first', 'First run the build'].map(isForNow)).toEqual([true, true]);
});

test.each([
  'Keep the sync engine offline-first',
  'The first line of a commit message has at most 72 characters',
  'Migrations run when a tenant is first created',
  'First of all, amounts are cents',
  'A first-row header is required in each export',
  'O primeiro campo é o identificador',
])('"first" in "%s" puts nothing off', (sentence) => {
  expect(isForNow(sentence)).toBe(false);
});

test.each([
  'Pull in main first, then read the spec',
  'first fix the test',
  'Let me see the plan first.',
  'we should first split the task',
])('"first" in "%s" is of the task', (sentence) => {
  expect(isForNow(sentence)).toBe(true);
});

test.each([
  'we decided that invoices are rendered on the server',
  "We've agreed to keep amounts in cents",
  "ok, let's settle on zod for validation",
  'Wir haben beschlossen, dass Rechnungen auf dem Server erzeugt werden',
  'Wir haben uns auf Postgres geeinigt',
  'On a décidé que les factures sont rendues sur le serveur',
  'Hemos decidido que las facturas se generan en el servidor',
  'Abbiamo deciso che le fatture sono generate dal server',
  'We hebben besloten dat facturen op de server worden gemaakt',
])('"%s" is a decision of the person', (sentence) => {
  expect(markerOf(sentence)).toMatchObject({ least: 0, isDecision: true, text: sentence });
});

test.each([
  ['From now on always use pnpm', true],
  ['Never push to main', true],
  ['Remember that staging is rebuilt nightly', false],
])('%j is an order without an end: %s', (sentence, isOrder) => {
  expect(markerOf(sentence)?.isOrder).toBe(isOrder);
});
