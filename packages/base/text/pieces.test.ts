import { expect, test } from 'vitest';
import { piecesOf, withoutPieces } from './pieces.ts';

test.each([
  ['Use pnpm here. Tests run with vitest.', ['Use pnpm here.', 'Tests run with vitest.']],
  ['Always use tabs and never commit to main', ['Always use tabs', 'never commit to main']],
  ['Use pnpm for packages and use vitest for tests', ['Use pnpm for packages', 'use vitest for tests']],
  ['Log errors, e.g. those of the API', ['Log errors, e.g. those of the API']],
  ['Show the points (up to 4) per game', ['Show the points (up to 4) per game']],
  // The second half needs the first.
  ['Never commit secrets and always rotate them', ['Never commit secrets and always rotate them']],
  ['Run the linter and commit', ['Run the linter and commit']],
])('%j is cut where it says something of its own', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
});

test.each([
  ['Use pnpm here. Tests run with vitest.', 'Use pnpm here.', 'Tests run with vitest.'],
  ['Use pnpm here. Tests run with vitest.', 'Tests run with vitest.', 'Use pnpm here.'],
  ['Always use tabs and never commit to main', 'Always use tabs', 'Never commit to main'],
  ['Always use tabs and never commit to main', 'never commit to main', 'Always use tabs.'],
  ['Use tabs. It is our custom. Deploy to Fly.', 'Use tabs.', 'Deploy to Fly.'],
  ['- Use npm\n- Use tabs\n- Deploy to Fly', '- Use tabs', '- Use npm\n- Deploy to Fly'],
  ['Use npm; use tabs; deploy to Fly', 'use tabs', 'Use npm. Deploy to Fly'],
  ['Use pnpm here.', 'Use pnpm here.', ''],
  ['Use pnpm here.', 'something else', 'Use pnpm here.'],
])('%j without %j is %j', (text, gone, left) => {
  expect(withoutPieces(text, [gone])).toBe(left);
});
