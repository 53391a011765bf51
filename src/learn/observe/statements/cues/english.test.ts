import { expect, test } from 'vitest';
import { statementsIn } from '../statement.ts';

// Each goes through another door: a short pattern that would keep it from its long one would be seen here.
test.each([
  'Never commit secrets to the repository',
  "Don't ever push to main",
  'Under no circumstances touch the vendor folder',
  'We never mock the database in tests',
  'Always run the linter before pushing',
  'We always write changelogs in English',
  'Whenever you change the schema, rebuild the client',
  'Every time you add an endpoint, update the OpenAPI file',
  'As soon as you rename a column, add a migration',
  'Run the whole test suite before every commit',
  'Make sure to update the changelog for each new release',
  'Add a test for every bug fix',
  'Before every release, update the changelog',
  'For each new endpoint, write an integration test',
  'At the end of each session, update TODO.md',
  'Run `npm run codegen` after changing the schema',
  'After editing the schema, run `npm run codegen`',
  "Don't add comments to generated files in src/gen",
  'No default exports in components',
  'Use early returns instead of nested ifs in src/server/router.ts',
])('“%s” is understood', (text) => {
  expect(statementsIn(text, { stopped: false })).toHaveLength(1);
});
