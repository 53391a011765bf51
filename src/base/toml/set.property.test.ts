import fc from 'fast-check';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { cutOnce } from './lines.ts';
import { setInToml, unsetInToml } from './set.ts';
import { tomlDocument } from './testing/documents.ts';

test('a key that is set changes nothing else, and what came in can be cut out again', () => {
  fc.assert(
    fc.property(tomlDocument, fc.constantFrom('daemon', 'features'), (text, table) => {
      const { text: edited, added } = setInToml(text, [table, 'start'], true);
      const data = parse(edited.replace(/^\uFEFF/, '')) as Record<string, object>;
      const before = parse(text.replace(/^\uFEFF/, '')) as Record<string, object>;
      expect(data).toEqual({ ...before, [table]: { ...before[table], start: true } });
      expect(cutOnce(edited, added)).toBe(text);
      expect(setInToml(edited, [table, 'start'], true).text).toBe(edited);
      expect(setInToml(setInToml(edited, [table, 'start'], false).text, [table, 'start'], true).text).toBe(
        edited,
      );
      const unset = parse(unsetInToml(edited, [table, 'start']).replace(/^\uFEFF/, '')) as Record<
        string,
        object
      >;
      expect({ [table]: {}, ...unset }).toEqual({ [table]: {}, ...before });
    }),
    { numRuns: 500 },
  );
});
