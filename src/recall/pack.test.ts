import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from '../base/text/tokens.ts';
import { aMemory } from '../store/testing/a-memory.ts';
import { briefOf, cited } from './cite.ts';
import { packBriefing } from './pack.ts';

const items = (memories: Parameters<typeof aMemory>[0][]) =>
  memories.map((memory) => ({ memory: aMemory(memory) }));

test('every line can be cited by its id and a few words', () => {
  expect(cited({ id: 'abc', text: 'Tests need REDIS_URL,\nor they hang for a minute and time out' })).toBe(
    'Tests need REDIS_URL, or they hang for a minute and time out [Memory #abc: Tests need REDIS_URL, or they hang for a]',
  );
  expect(briefOf('x'.repeat(100))).toHaveLength(40);
});

test('guards come first, and what is about one file stands together', async () => {
  const { text } = packBriefing(
    items([
      { id: 'a', type: 'pattern', text: 'Handlers return problems', files: ['src/api.ts'] },
      { id: 'b', type: 'decision', text: 'We chose Postgres', files: [] },
      { id: 'c', type: 'pattern', text: 'Routes are sorted', files: ['src/api.ts'] },
      { id: 'd', type: 'gotcha', text: 'Never call fetch here', files: ['src/api.ts'] },
    ]),
    { tokens: 500, shares: {} },
  );
  expect(text).toBe(
    [
      '## Watch out',
      '- Never call fetch here [Memory #d: Never call fetch here]',
      '',
      '## src/api.ts',
      '- Handlers return problems [Memory #a: Handlers return problems]',
      '- Routes are sorted [Memory #c: Routes are sorted]',
      '',
      '## Good to know',
      '- We chose Postgres [Memory #b: We chose Postgres]',
    ].join('\n'),
  );
});

test('a type that talks much leaves room for the others', async () => {
  const many = Array.from({ length: 40 }, (_, i) => ({
    id: `g${i}`,
    type: 'gotcha' as const,
    text: `Trap number ${i} of the house`,
  }));
  const { lines } = packBriefing(
    items([...many, { id: 'd', type: 'decision', text: 'We chose Postgres over MySQL' }]),
    { tokens: 300, shares: { gotcha: 0.5, decision: 0.5 } },
  );
  expect(lines.map(({ item }) => item.memory.id)).toContain('d');
});

test('a briefing is never over its budget, and says what was left out', async () => {
  const some = fc.array(
    fc.record({
      text: fc.string({ minLength: 1, maxLength: 200 }),
      type: fc.constantFrom('gotcha', 'decision', 'pattern'),
      file: fc.constantFrom('a.ts', 'b.ts', ''),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(some, fc.integer({ min: 0, max: 400 }), (all, tokens) => {
      const given = items(
        all.map(({ text, type, file }, i) => ({
          id: `m${i}`,
          text,
          type: type as 'gotcha',
          files: file === '' ? [] : [file],
        })),
      );
      const packed = packBriefing(given, { tokens, shares: { gotcha: 0.4 } });
      expect(packed.text === '' ? 0 : estimateTokens(packed.text)).toBeLessThanOrEqual(tokens);
      expect(packed.lines.length + packed.left.length).toBe(given.length);
      expect(packBriefing(given, { tokens, shares: { gotcha: 0.4 } })).toEqual(packed);
    }),
    { numRuns: 50 },
  );
});
