import { expect, test } from 'vitest';
import { signalNamed } from '../signals.ts';
import { proposedAfter, reads, times } from '../testing/sessions.ts';

const globIgnore = signalNamed('glob_ignore')!;

const lists = (command: string, paths: readonly string[]) =>
  ({ kind: 'result', tool: 'list', command, outcome: 'ok', text: paths.join('\n') }) as const;
const packages = ['a', 'b', 'c', 'd'].map((name) => `/home/dev/shop/node_modules/${name}/README.md`);
const work = [reads('web/src/cart.ts'), reads('web/src/price.ts')];

test('a search that drowns in packages is told with where to search', () => {
  expect(
    proposedAfter(globIgnore, ...times(2, [lists('**/README*', packages), ...work])).map(({ text }) => text),
  ).toEqual([
    'Repository-wide searches (such as `**/README*`) mostly find files in `node_modules/`: limit the search to `web/src`.',
  ]);
});

test.each([
  ['one session', times(1, [lists('**/README*', packages), ...work])],
  ['the project’s own files', times(3, [lists('**/*.ts', ['src/a.ts', 'src/b.ts', 'src/c.ts']), ...work])],
  ['a package that was meant', times(3, [lists('node_modules/a/*', packages), ...work])],
  [
    'a few among many',
    times(3, [lists('**/*.md', [...packages.slice(0, 1), 'docs/a.md', 'docs/b.md', 'docs/c.md']), ...work]),
  ],
])('%s is nothing to tell', (_, sessions) => {
  expect(proposedAfter(globIgnore, ...sessions)).toEqual([]);
});
