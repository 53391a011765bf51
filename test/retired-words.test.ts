import { commands } from '@sqrl/squirrel/cli/commands.ts';
import { settingKeys } from '@sqrl/squirrel/workspace/describe-config.ts';
import { expect, test } from 'vitest';

/** Words and phrases that user-facing texts do not use; CONTRIBUTING has the rules behind them. */
const RETIRED = {
  whoever: /\bwhoever\b/i,
  nobody: /\bnobody\b/i,
  somebody: /\bsomebody\b/i,
  learnt: /\blearnt\b/i,
  mend: /\bmend(s|ed|ing)?\b/i,
  // "there is no X" is plain English; "this is no X" is not.
  'is no': /(?<!\bthere )\bis no (?!longer)/i,
  'so many': /\bso many\b/i,
  beside: /\bbeside\b/i,
  deeds: /\bdeeds?\b/i,
  shelf: /\bshelf\b/i,
  household: /\bhousehold\b/i,
  tellings: /\btellings?\b/i,
  parcel: /\bparcels?\b/i,
  heeded: /\bheed(s|ed)?\b/i,
  'held against': /\bh[eo]ld against\b/i,
  'put away': /\bput away\b/i,
} as const;

/** The texts that use a retired word, with that word. */
const retiredIn = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).flatMap(([key, text]) =>
    Object.entries(RETIRED).flatMap(([word, pattern]) => (pattern.test(text) ? [{ word, key, text }] : [])),
  );

test.each(commands)('$name is explained without retired words', async ({ summary, load }) => {
  const { help } = await load();
  expect(retiredIn({ summary, help })).toEqual([]);
});

test('settings are worded without retired words', () => {
  expect(retiredIn(Object.fromEntries(settingKeys().map(({ key, means }) => [key, means])))).toEqual([]);
});
