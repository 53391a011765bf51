import { expect, test } from 'vitest';
import { statementsIn } from './statement.ts';

const only = (prompt: string) => statementsIn(prompt, { stopped: false }).find(({ once }) => !once);

test.each([
  ['Utilise toujours pnpm, pas npm', 'tool.package_manager', 'pnpm', 1],
  ["N'ajoute jamais de commentaires", 'style.comments', 'comments', -1],
  ["arrête d'ajouter des commentaires", 'style.comments', 'comments', -1],
  ['dorénavant on utilise vitest au lieu de jest', 'tool.test_runner', 'vitest', 1],
  ['réponds en français', 'language.replies', 'French', 1],
  ['on a décidé de passer à Postgres parce que SQLite ne suffit plus', 'tool.database', 'postgres', 1],
  ['Verwende immer pnpm statt npm', 'tool.package_manager', 'pnpm', 1],
  ['Füge nie Kommentare hinzu', 'style.comments', 'comments', -1],
  ['hör auf, Kommentare zu schreiben', 'style.comments', 'comments', -1],
  ['ab jetzt nutzen wir vitest statt jest', 'tool.test_runner', 'vitest', 1],
  ['Antworte bitte auf Deutsch', 'language.replies', 'German', 1],
  ['Wir haben uns für Postgres entschieden, weil wir JSON brauchen', 'tool.database', 'postgres', 1],
  ['Usa siempre pnpm, no npm', 'tool.package_manager', 'pnpm', 1],
  ['deja de añadir comentarios', 'style.comments', 'comments', -1],
  ['a partir de ahora usamos vitest en vez de jest', 'tool.test_runner', 'vitest', 1],
  ['responde en español', 'language.replies', 'Spanish', 1],
  ['no uses npm, usa pnpm', 'tool.package_manager', 'pnpm', 1],
  ['hemos decidido usar Postgres porque necesitamos JSON', 'tool.database', 'postgres', 1],
])('"%s" is %s = %s', (prompt, key, value, polarity) => {
  expect(only(prompt)).toMatchObject({ key, value, polarity });
});

test.each([
  ['les tests ont besoin de REDIS_URL', 'fact'],
  ['le code de facturation se trouve dans services/billing', 'fact'],
  ['Les mots de passe doivent avoir au moins 12 caractères', 'requirement'],
  ['je préfère les petites fonctions', 'wish'],
  ['Die Tests brauchen REDIS_URL', 'fact'],
  ['Der Abrechnungscode liegt in services/billing', 'fact'],
  ['Passwörter müssen mindestens 12 Zeichen haben', 'requirement'],
  ['frag mich, bevor du Dateien löschst', 'wish'],
  ['los tests necesitan REDIS_URL', 'fact'],
  ['el código de facturación está en services/billing', 'fact'],
  ['Las contraseñas deben tener al menos 12 caracteres', 'requirement'],
  ['nunca hagas commit sin preguntar', 'wish'],
])('"%s" is a %s', (prompt, kind) => {
  expect(only(prompt)).toMatchObject({ kind });
});

test.each([
  "pour l'instant n'ajoute pas de tests",
  "est-ce qu'on utilise toujours pnpm ?",
  'et si on utilisait redis ?',
  'pas de problème',
  'ça ne marche toujours pas',
  'vorerst keine Tests schreiben',
  'Sollen wir immer pnpm nutzen?',
  'es geht immer noch nicht',
  'kein Problem',
  'vielleicht sollten wir redis nutzen',
  'por ahora no añadas tests',
  '¿deberíamos usar siempre pnpm?',
  'como siempre, genial',
])('"%s" says nothing that lasts', (prompt) => {
  expect(only(prompt)).toBeUndefined();
});
