import { finders } from '@sqrl/base/redact/find.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUsual } from './names.ts';

test('a name of a usual shape is passed over by the redactor too, whatever stands in it', () => {
  const words = finders.flatMap(({ at }) => at).filter((word) => /^[A-Za-z0-9]{1,22}$/.test(word));
  const letters = fc.stringMatching(/^[A-Za-z0-9]{1,4}$/);
  const parts = fc.array(fc.oneof(letters, fc.constantFrom(...words)), { minLength: 22, maxLength: 22 });
  fc.assert(
    fc.property(parts, fc.constantFrom('toolu', 'msg'), (all, what) => {
      const name = `${what}_01${all.join('').slice(0, 22)}`;

      expect(isUsual(name)).toBe(true);
      expect(redactSync(name).text).toBe(name);
    }),
    { numRuns: runs(300) },
  );
});

test('what only begins or ends like one is not of a usual shape', () => {
  const id = 'd54f385c-756c-4b06-b8aa-279393dbb0ba';

  for (const name of [
    `${id} ghp_1`,
    `password=${id}`,
    `toolu_01${'a'.repeat(23)}`,
    'toolu_AKIA0123456789ABCDEF',
  ])
    expect(isUsual(name)).toBe(false);
});
