import { expect, test } from 'vitest';
import { ownFiles } from './own-files.ts';

const files = ownFiles({ root: '/repo', folders: ['/repo', '/trees/feature'] })({
  cwd: '/repo/packages/a',
  isAgents: (path) => path === '/tmp/agents-own.md',
});

const isForeign = (word: string): boolean | undefined => {
  const file = files.fileOf(word);
  return file && files.originOf(file) !== 'local';
};

test.each([
  'src/a.ts',
  '../b/src/b.ts',
  '/repo/README.md',
  '/trees/feature/src/a.ts',
  '/dev/null',
  '/tmp/agents-own.md',
  '/home/me/.claude/CLAUDE.md',
  '/Users/me/.claude/plans/a-plan.md',
])('%s is the project’s own, or harmless', (word) => {
  expect(isForeign(word)).toBe(false);
});

test.each([
  'node_modules/x/README.md',
  '/repo/vendor/x.go',
  'third_party/x.c',
  'public/app.min.js',
  '/tmp/page.html',
  '/repository/README.md',
  '../../../other/README.md',
  '~/Downloads/page.html',
  '/tmp/clone/.claude/plans/a-plan.md',
  '/home/me/clone/.claude/CLAUDE.md',
])('%s is not', (word) => {
  expect(isForeign(word)).toBe(true);
});

test.each(['s/a/b/;p', '^export (a|b)', '{print $1}'])('%s is not a file', (word) => {
  expect(isForeign(word)).toBeUndefined();
});

test('what packages bring is a stranger’s, of what lies elsewhere nothing is known', () => {
  expect(files.originOf({ path: 'node_modules/x/README.md', outside: false })).toBe('stranger');
  expect(files.originOf({ path: '/tmp/notes.md', outside: true })).toBe('unknown');
});
