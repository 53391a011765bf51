import { clean, hashOf } from '@sqrl/base/text/clean.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guessType, memoryFrom } from './draft.ts';

test('what a person says is taken as true; what a program saw has yet to prove itself', () => {
  expect(memoryFrom({ text: 'We use pnpm' }, 1)).toMatchObject({
    status: 'active',
    confidence: 1,
    verified: true,
    scope: 'project',
  });
  expect(memoryFrom({ text: 'We use pnpm', source: 'observer_inferred' }, 1)).toMatchObject({
    status: 'provisional',
    confidence: 0.7,
    verified: false,
  });
});

test('a half-life follows from the type unless it is said', () => {
  expect(memoryFrom({ text: 'x', type: 'work_state' }, 1).halfLifeDays).toBe(7);
  expect(memoryFrom({ text: 'x', type: 'decision' }, 1).halfLifeDays).toBeNull();
  expect(memoryFrom({ text: 'x', type: 'work_state', halfLifeDays: null }, 1).halfLifeDays).toBeNull();
});

test('a subtree makes it a memory of that path', () => {
  expect(memoryFrom({ text: 'x', scopeOf: 'services/pay' }, 1)).toMatchObject({
    scope: 'path',
    scopeOf: 'services/pay',
  });
});

test('nothing but control characters is nothing to remember', () => {
  expect(() => memoryFrom({ text: '\0\x07 \n' }, 1)).toThrow('Nothing to remember');
});

test.each([
  ['Never call fetch in components', 'gotcha'],
  ['We tried Redis streams and gave up because of ordering', 'dead_end'],
  ['Builds fail with ENOSPC when the cache is full', 'error_pattern'],
  ['We decided on Postgres instead of MySQL', 'decision'],
  ['I prefer small commits', 'preference'],
  ['Tests need REDIS_URL', 'requirement'],
  ['To release, run npm version and push the tag', 'workflow_recipe'],
  ['The billing module owns invoices', 'module_insight'],
] as const)('"%s" is guessed to be a %s', (text, type) => {
  expect(guessType(text)).toBe(type);
});

test('cleaning is done once and for all, and leaves nothing a database or a terminal would choke on', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const cleaned = clean(text);
      expect(clean(cleaned)).toBe(cleaned);
      expect(cleaned.isWellFormed()).toBe(true);
      expect(cleaned).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    }),
  );
});

test('white space does not make two texts of one', () => {
  expect(hashOf('use  pnpm\n here ')).toBe(hashOf('use pnpm here'));
  expect(hashOf('use pnpm here')).not.toBe(hashOf('use npm here'));
});

test('what nobody sees, or what turns the words after it around, is not kept', () => {
  expect(clean('Always \u{e0069}\u{e0067}ask\u202e first\u2066.')).toBe('Always ask first.');
  expect(clean('e\u202e\u0301')).toBe('é');
});
