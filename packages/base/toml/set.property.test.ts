import fc from 'fast-check';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { setInToml, unsetInToml } from './set.ts';
import { tomlDocument } from './testing/documents.ts';

test('a key that is set changes nothing else, and can be unset again', () => {
  fc.assert(
    fc.property(tomlDocument, fc.constantFrom('daemon', 'features'), (text, table) => {
      const edited = setInToml(text, [table, 'start'], true);
      const data = parse(edited.replace(/^\uFEFF/, '')) as Record<string, object>;
      const before = parse(text.replace(/^\uFEFF/, '')) as Record<string, object>;
      expect(data).toEqual({ ...before, [table]: { ...before[table], start: true } });
      expect(setInToml(edited, [table, 'start'], true)).toBe(edited);
      expect(setInToml(setInToml(edited, [table, 'start'], false), [table, 'start'], true)).toBe(edited);
      const unset = parse(unsetInToml(edited, [table, 'start']).replace(/^\uFEFF/, '')) as Record<
        string,
        object
      >;
      expect({ [table]: {}, ...unset }).toEqual({ [table]: {}, ...before });
    }),
    { numRuns: runs(100) },
  );
});
