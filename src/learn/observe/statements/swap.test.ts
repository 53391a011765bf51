import { expect, test } from 'vitest';
import { english } from './cues/english.ts';
import { german } from './cues/german.ts';
import { swapIn } from './swap.ts';

test.each([
  ["scrap pnpm, we're back on npm", 'npm', 'pnpm'],
  ['jest is out, vitest is in', 'vitest', 'jest'],
  ['webpack has been kicked out, vite does the bundling', 'vite', 'webpack'],
  ['we looked at sqlite once more and settled on Postgres', 'Postgres', 'sqlite'],
  ["I've changed my mind about tabs: two spaces", 'two spaces', 'tabs'],
  ['mysql -> postgres', 'postgres', 'mysql'],
  ['biome replaces prettier', 'biome', 'prettier'],
  ['Mongo got replaced by Postgres', 'Postgres', 'Mongo'],
  ['replace moment with dayjs everywhere', 'dayjs', 'moment'],
])('“%s”: %s comes, %s goes', (text, yes, no) => {
  expect(swapIn(text, english)).toMatchObject({ yes, no });
});

test('a swap is heard in German too', () => {
  expect(swapIn('wir sind von npm auf pnpm umgestiegen', german)).toMatchObject({ yes: 'pnpm', no: 'npm' });
});

test.each([
  'npm and pnpm both work',
  "we're not switching from npm to pnpm",
  'we will move from npm to pnpm next year',
  'back in 2019 we replaced npm with yarn',
  'if we dropped npm for pnpm, CI would be quicker',
  'replace axios with fetch in the cart',
  'you replaced npm with pnpm',
  'the banner says "jest is out, vitest is in"',
  'moving from jest to vitest fails with an error',
  'use ava, not jest and not mocha',
])('“%s” swaps nothing', (text) => {
  expect(swapIn(text, english)).toBeUndefined();
});
