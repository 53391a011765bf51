import { expect, test } from 'vitest';
import { ruleWords, saysNoMore } from './loaded-rules.ts';

const folds = (text: string, into: string) => saysNoMore(ruleWords(text), ruleWords(into));

test.each([
  ['Use pnpm', 'We use pnpm here'],
  ['Use pnpm, not npm', 'Please always use pnpm, not npm'],
  ['Never commit secrets', 'Never commit the secrets of production'],
  ['Nie direkt auf main pushen', 'Bitte nie direkt auf main pushen'],
])('%s says no more than %s', (text, into) => {
  expect(folds(text, into)).toBe(true);
});

test.each([
  ['Do not reset seeds', 'Never update seeds'],
  ['Push to main', 'Never push to main'],
  ['Auf main pushen', 'Nie auf main pushen'],
  ['Use npm, not pnpm', 'Use pnpm, not npm'],
  ['Run the unit tests before each commit', 'Run the integration tests before each commit'],
  ['Indent with 2 spaces', 'Indent with 4 spaces'],
  ['Never commit secrets of production', 'Never commit secrets'],
])('%s is not folded into %s', (text, into) => {
  expect(folds(text, into)).toBe(false);
});
