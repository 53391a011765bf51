import { expect, test } from 'vitest';
import { type CompanionClues, companionsOf, kinOf, weightOf } from './companions.ts';

const YEAR_MS = 365 * 24 * 3600 * 1000;
const FILES = [
  'src/cart.ts',
  'src/cart.test.ts',
  'src/price.ts',
  'src/tax.ts',
  'docs/cart.md',
  'docs/tax.md',
];
const clues = (given: Partial<CompanionClues> = {}): CompanionClues => ({
  commits: [],
  until: 10 * YEAR_MS,
  kin: kinOf(FILES),
  busy: new Map(),
  imports: [],
  importedBy: [],
  ...given,
});

test('of a file without history its test comes first, and what lies in its folder alone last', () => {
  const found = companionsOf('src/cart.ts', clues({ imports: ['src/price.ts'] }), 10);
  expect(found.map(({ path, why }) => [path, why.join(', ')])).toEqual([
    ['src/cart.test.ts', 'its test, in the same folder'],
    ['src/price.ts', 'imported by it, in the same folder'],
    ['docs/cart.md', 'has the same name'],
    ['src/tax.ts', 'in the same folder'],
  ]);
});

test('what did change together wins over what merely lies close', () => {
  const commits = [1, 2, 3].map((n) => ({ at: 10 * YEAR_MS - n, files: 2, others: ['docs/tax.md'] }));
  const [first] = companionsOf('src/cart.ts', clues({ commits }), 1);
  expect(first).toMatchObject({
    path: 'docs/tax.md',
    why: [`changed together 3 times`],
  });
});

test('a commit a year older counts half, but for a tenth that never goes', () => {
  const now = weightOf({ at: 10 * YEAR_MS, files: 2 }, 10 * YEAR_MS);
  const before = weightOf({ at: 9 * YEAR_MS, files: 2 }, 10 * YEAR_MS);
  expect(before / now).toBeCloseTo(0.6 / 1.1);
  expect(weightOf({ at: 0, files: 2 }, 1000 * YEAR_MS)).toBeGreaterThan(0.05);
});

test('a commit of many files counts less, and of more than thirty not at all', () => {
  expect(weightOf({ at: 0, files: 3 }, 0) / weightOf({ at: 0, files: 15 }, 0)).toBeCloseTo(2);
  const commits = [{ at: 0, files: 31, others: ['docs/tax.md'] }];
  expect(companionsOf('src/cart.ts', clues({ commits }), 10).map(({ path }) => path)).not.toContain(
    'docs/tax.md',
  );
});

test('files that are not there any more are no answer, and the file itself is none', () => {
  const commits = [{ at: 0, files: 3, others: ['src/gone.ts', 'src/cart.ts'] }];
  const found = companionsOf('src/cart.ts', clues({ commits, importedBy: ['gone.ts'] }), 10);
  expect(found.map(({ path }) => path).sort()).toEqual([
    'docs/cart.md',
    'src/cart.test.ts',
    'src/price.ts',
    'src/tax.ts',
  ]);
});

test.each([
  ['lib/user.py', 'tests/test_user.py'],
  ['pkg/user.go', 'pkg/user_test.go'],
  ['src/User.java', 'test/UserTest.java'],
  ['lib/no-undef.js', 'docs/no-undef.md'],
  ['lib/user_name.rb', 'spec/user_name_spec.rb'],
  ['src/app.service.ts', 'test/app.service.spec.ts'],
])('%s and %s belong together by name', (a, b) => {
  expect(kinOf([a, b]).namesakes(a)).toEqual([b]);
  expect(kinOf([a, b]).namesakes(b)).toEqual([a]);
});

test.each([
  ['a/index.ts', 'b/index.ts'],
  ['a/__init__.py', 'b/__init__.py'],
  ['.eslintrc', '.gitignore'],
])('%s and %s have nothing to do with each other', (a, b) => {
  expect(kinOf([a, b]).namesakes(a)).toEqual([]);
});
