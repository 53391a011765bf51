import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { providerTokens } from './provider-tokens.ts';
import { finderOf } from './rule.ts';

const guarded = providerTokens.filter(({ near }) => near !== undefined);

const piece = fc.oneof(
  fc.constantFrom('-', '.', ' ', '\n', '→'),
  fc.stringMatching(/^[0-9a-f]{1,64}$/),
  fc.stringMatching(/^[A-Za-z0-9]{10,30}$/),
  fc.string({ maxLength: 8 }),
);
/** Whole secrets among scraps of them: by chance alone hardly one would ever be found. */
const secret = fc.oneof(
  fc.stringMatching(/^[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}$/),
  fc.stringMatching(/^[MNO][A-Za-z0-9]{23}\.[A-Za-z0-9]{6}\.[A-Za-z0-9]{27}$/),
);
/** Between spaces, so that each kind is found in every run of this test, and next to other letters. */
const apart = secret.map((value) => ` ${value} `);
const text = fc
  .array(fc.oneof(piece, secret, apart), { maxLength: 12, size: 'max' })
  .map((pieces) => pieces.join(''));

test('a look before the pattern never hides what the pattern would find', () => {
  const found = new Set<string>();
  fc.assert(
    fc.property(text, (given) => {
      for (const rule of guarded) {
        const { near: _, ...plain } = rule;
        for (const word of finderOf(rule).at)
          for (let at = given.indexOf(word); at >= 0; at = given.indexOf(word, at + 1)) {
            const finding = finderOf(plain).find(given, at);
            if (finding) found.add(rule.what);
            expect(finderOf(rule).find(given, at)).toEqual(finding);
          }
      }
    }),
    { numRuns: runs(150) },
  );
  expect(found).toEqual(new Set(guarded.map(({ what }) => what)));
});
