import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type MessageText, messageTexts } from '../src/base/messages.ts';
import { commands } from '../src/cli/commands.ts';

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

/** The texts that use a retired word, with that word. A placeholder is not text. */
const retiredIn = (texts: Readonly<Record<string, MessageText>>) =>
  Object.entries(texts).flatMap(([key, text]) =>
    Object.entries(RETIRED).flatMap(([word, pattern]) =>
      pattern.test(allOf(text).replace(/\{\w+\}/g, '')) ? [{ word, key, text }] : [],
    ),
  );

const allOf = (text: MessageText): string => (typeof text === 'string' ? text : `${text.one}\n${text.other}`);

test.each(commands)('$name is explained without retired words', async ({ summary, load }) => {
  const { help } = await load();
  expect(retiredIn({ summary, help })).toEqual([]);
});

test('messages are worded without retired words', () => {
  expect(retiredIn(messageTexts)).toEqual([]);
});

const dashboard = fileURLToPath(new URL('../dashboard/', import.meta.url));
const catalogues = globSync('**/*.ts', { cwd: dashboard }).filter((file) =>
  readFileSync(dashboard + file, 'utf8').includes(' = catalogue('),
);

test('the dashboard has catalogues to check', () => {
  expect(catalogues.length).toBeGreaterThan(5);
});

test.each(catalogues.sort())('dashboard/%s has no retired words', async (file) => {
  const exported = (await import(dashboard + file)) as Record<string, { en?: Record<string, MessageText> }>;
  expect(Object.values(exported).flatMap(({ en = {} }) => retiredIn(en))).toEqual([]);
});
