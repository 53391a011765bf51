import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statementsIn } from './statement.ts';

const WORDS =
  'always never use using instead of not but and so because we you i it this the a in for before after every must should don\'t pnpm npm vitest `npm test` src/a.ts "Save" jamais toujours pas immer nie statt nunca siempre , . ? ! : ( ) -'.split(
    ' ',
  );

const typed = fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(' '));

test('whatever is typed, a statement is one line that says what it is about', () => {
  fc.assert(
    fc.property(fc.oneof(typed, fc.string({ maxLength: 300 })), fc.boolean(), (prompt, stopped) => {
      for (const { text, subject, quote, strength, key, value } of statementsIn(prompt, { stopped })) {
        expect(text).not.toMatch(/\n|\?$/);
        expect(text.length).toBeGreaterThan(0);
        expect(subject).not.toBe('');
        expect(quote.length).toBeLessThanOrEqual(300);
        expect(strength).toBeGreaterThan(0);
        expect(key === null || value !== null).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test('the same words are understood in the same way, whatever was read before', () => {
  fc.assert(
    fc.property(typed, typed, (one, other) => {
      const first = statementsIn(one, { stopped: false });
      statementsIn(other, { stopped: true });
      expect(statementsIn(one, { stopped: false })).toEqual(first);
    }),
    { numRuns: 100 },
  );
});
