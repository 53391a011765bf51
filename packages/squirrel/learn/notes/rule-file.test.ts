import { expect, test } from 'vitest';
import { fileRulesIn } from './rule-file.ts';

const rulesIn = (file: string): string[] => fileRulesIn(file).map(({ text }) => text);

test('no heading is a rule, neither one in bold nor one of the file itself', () => {
  const file = `# Instructions for the shop

## Trust These Instructions
These instructions were validated. **Only search for more if:**
- a command fails as described
- paths have moved since they were written

## Style
**Naming**
- Tables are named in the plural, always
- Columns are named in the singular form

**Expected results**

Use only ASCII characters in Markdown files.
`;
  expect(rulesIn(file)).toEqual([
    'Style > Naming: Tables are named in the plural, always',
    'Style > Naming: Columns are named in the singular form',
    'Style > Expected results: Use only ASCII characters in Markdown files.',
  ]);
});

test('items that are no sentences stay with what they are items of', () => {
  expect(rulesIn('Never commit:\n\n- `.env`\n- `dist/`\n- local secrets\n')).toEqual([
    'Never commit: `.env`, `dist/`, local secrets',
  ]);
  expect(rulesIn('Never commit the following.\n- `.env`\n- build output\n')).toEqual([
    'Never commit the following: `.env`, build output',
  ]);
  expect(rulesIn('# Never commit\n- `.env`\n- `dist/`\n- secrets\n')).toEqual([
    'Never commit: `.env`, `dist/`, secrets',
  ]);
});

test('a list of sentences is a rule each, with the words that introduce it', () => {
  const long = (what: string) =>
    `${what} ${'before anything is merged into the main branch '.repeat(2)}today`;
  const file = `Before a release **you must:**\n\n- ${long('update the notes')}\n- ${long('run the migrations')}\n- ${long('ask for a review')}\n`;
  expect(rulesIn(file)).toEqual([
    expect.stringMatching(/^Before a release \*\*you must\*\*: update the notes /),
    expect.stringMatching(/^Before a release \*\*you must\*\*: run the migrations /),
    expect.stringMatching(/^Before a release \*\*you must\*\*: ask for a review /),
  ]);
});

test('the title of a file is left out, but not one of several', () => {
  expect(rulesIn('# Shop\n\nUse pnpm, not npm.\n\n## Tests\n\nUse vitest for all of them.\n')).toEqual([
    'Use pnpm, not npm.',
    'Tests: Use vitest for all of them.',
  ]);
  expect(rulesIn('# Tests\n\nUse vitest for all.\n\n# Style\n\nUse tabs for all.\n')).toEqual([
    'Tests: Use vitest for all.',
    'Style: Use tabs for all.',
  ]);
});

test('a file says which paths its rules are for', () => {
  const paths = (head: string) => fileRulesIn(`---\n${head}\n---\nUse pure functions here.\n`)[0]!.paths;
  expect(paths('globs: src/api/**/*.ts, src/web/**')).toEqual(['src/api/**/*.ts', 'src/web/**']);
  expect(paths('paths:\n  - "src/api/**"')).toEqual(['src/api/**']);
  expect(paths('applyTo: "**"')).toEqual([]);
});
