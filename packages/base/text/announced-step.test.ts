import { describe, expect, test } from 'vitest';
import { isAnnouncedStep } from './announced-step.ts';

describe('what an agent does next', () => {
  test.each([
    'Let me check the tests:',
    'Now let me look at how the adder works.',
    'Great! Now let’s run the tests again to see if it helped:',
    "I'll search for the adder. Let me also read its tests.",
    'I need to update the table first:',
    'Perfect. I will help you find the cause.',
    'Checking how the points are counted:',
    'Je vais maintenant vérifier les tests.',
    'Parfait. Laissez-moi regarder comment les points sont comptés:',
    'Voyons le journal du serveur.',
    'Lass mich zuerst die Tests ansehen.',
    'Jetzt prüfe ich, wie die Punkte gezählt werden.',
    'Ich schaue mir die Tests an.',
    'Voy a revisar los tests.',
    'Ahora déjame ver cómo se cuentan los puntos:',
  ])('%s', (text) => {
    expect(isAnnouncedStep(text)).toBe(true);
  });

  test.each([
    '',
    "I'll use pnpm from now on.",
    'The tests pass. Let me check the linter:',
    'Nothing works but this:',
    'Using a queue keeps the order.',
    'Let me explain: the queue holds one job for each customer.',
    'Je vais utiliser pnpm à partir de maintenant.',
    'Je lance le serveur avec npm run dev parce que le port est pris.',
    'Ich werde ab jetzt pnpm verwenden.',
    'Die Tests laufen. Lass mich den Linter ansehen.',
    'Los tests pasan con la base de datos nueva.',
    'Ver los registros requiere permisos de administrador.',
    'We decided to look at the log once a week.',
    `Let me check ${'the adder and '.repeat(30)} the tests:`,
  ])('is not all of: %s', (text) => {
    expect(isAnnouncedStep(text)).toBe(false);
  });
});
