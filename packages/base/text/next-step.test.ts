import { expect, test } from 'vitest';
import { nextStepIn } from './next-step.ts';

test.each([
  ['Done.\n\nNext: write the changelog', 'write the changelog'],
  ['All green.\n\n## Next steps:\n\n1. Cover it with a test\n2. Ship it', 'Cover it with a test'],
  ['**Remaining:**\n- [ ] the migration', 'the migration'],
  [
    'The parser works. The next step is to wire it into the daemon. Then we rest.',
    'to wire it into the daemon',
  ],
  ['Fertig.\nNächste Schritte: die Migration schreiben', 'die Migration schreiben'],
  ['Hecho.\nSiguiente paso: escribir la migración', 'escribir la migración'],
  ['Fait.\nReste à faire : la migration', 'la migration'],
  ['Everything is done.', undefined],
  ['```\nNext: not this\n```', undefined],
  ['We used Next.js: it was fine', undefined],
])('%j says what comes next: %j', (text, next) => {
  expect(nextStepIn(text)).toBe(next);
});

test('a long step is cut at a word', () => {
  const step = nextStepIn(`Next: ${'word '.repeat(100)}`)!;
  expect(step.length).toBeLessThanOrEqual(200);
  expect(step).toMatch(/ word…$/);
});
