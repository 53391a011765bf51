import { runs } from '@sqrl/base/testing/runs.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PackLine, type PackSection, pack } from './pack.ts';

const line = (text: string, file: string | null = null): PackLine => ({ text, file });
const section = (name: string, share: number, lines: PackLine[]): PackSection<PackLine> => ({
  name,
  heading: `About ${name}`,
  share,
  lines,
});

test('every section has its share before one may take what is left', async () => {
  const long = Array.from({ length: 50 }, (_, n) =>
    line(`guard number ${n} says to take care of the harbour`),
  );
  const sections = [section('guards', 0.5, long), section('rules', 0.5, [line('the one rule')])];
  const { text, sections: packed } = pack(sections, 120);
  expect(packed.map(({ name }) => name)).toEqual(['guards', 'rules']);
  expect(text).toMatch(/^## About guards\n- guard number 0 .+\n\n## About rules\n- the one rule$/s);
});

test('lines about one file stand together where the first of them stands', async () => {
  const lines = [line('a', 'x.ts'), line('b'), line('c', 'x.ts'), line('d')];
  const { text } = pack([section('all', 1, lines)], 1000);
  expect(text).toBe('## About all\n- a\n- c\n- b\n- d');
});

test('sections with one heading stand under it together', async () => {
  const sections = [
    section('traps', 0.4, [line('a trap', 'x.ts')]),
    section('errors', 0.4, [line('an error')]),
  ];
  const { text, sections: packed } = pack(
    sections.map((each) => ({ ...each, heading: 'Watch out' })),
    100,
  );
  expect(text).toBe('## Watch out\n- a trap\n- an error');
  expect(packed).toHaveLength(1);
});

test('what stands around the sections counts, and is not told alone', async () => {
  const frame = { opening: 'Memories:', closing: ['Remember more.'], gap: '\n' as const };
  const sections = [section('rules', 1, [line('the first rule')]), section('open', 1, [line('some work')])];
  expect(pack(sections, 100, frame).text).toBe(
    'Memories:\n## About rules\n- the first rule\n## About open\n- some work\nRemember more.',
  );
  expect(pack(sections, 8, frame)).toMatchObject({ text: '', tokens: 0, sections: [] });
});

test('never more than the budget, nothing lost, and the same twice', async () => {
  const texts = fc.array(fc.string({ maxLength: 80, unit: 'grapheme' }), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 4 }), fc.integer({ min: 0, max: 200 }), (all, budget) => {
      const sections = all.map((some, n) =>
        section(
          `s${n}`,
          1 / all.length,
          some.map((text) => line(text)),
        ),
      );
      const packed = pack(sections, budget);
      expect(packed.text === '' ? 0 : estimateTokens(packed.text)).toBe(packed.tokens);
      expect(packed.tokens).toBeLessThanOrEqual(budget);
      const told = packed.sections.reduce((sum, { lines }) => sum + lines.length, 0);
      expect(told + packed.left.length).toBe(all.flat().length);
      expect(pack(sections, budget)).toEqual(packed);
    }),
    { numRuns: runs(20) },
  );
});
