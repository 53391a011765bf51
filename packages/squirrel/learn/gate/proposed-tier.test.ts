import type { Memory } from '@sqrl/base/model/memory.ts';
import { expect, test } from 'vitest';
import { proposedTier } from './draft.ts';

const tier = (text: string, some: Partial<Memory> = {}) =>
  proposedTier({ type: 'gotcha', text, trigger: null, ...some });

test.each([
  'Never run `git push --force` on main',
  'Do not rm -rf the uploads folder. It has no backup.',
  'Ask me before you run terraform destroy',
  'Prisma migrate reset is forbidden on staging',
  'Nie `kubectl delete` im Cluster der Kunden',
])('a rule against what cannot be undone is an emergency: %s', (text) => {
  expect(tier(text)).toBe('emergency');
});

test.each([
  'Never push to main on Fridays',
  'Use `git push --force-with-lease`, never a plain push',
  '`rm -rf dist` comes before each build. Never commit dist.',
  'The deploy script runs `docker volume rm cache` at the end',
])('other rules and plain facts are not: %s', (text) => {
  expect(tier(text)).toBe('short_term');
});

test('a guard whose trigger is such a command is one, whatever its words', () => {
  const trigger: Memory['trigger'] = {
    tool: 'run',
    command: 'git clean -fdx',
    match: 'begins',
    file: null,
    expects: 'gone',
  };
  expect(tier('It took the local settings with it', { trigger })).toBe('emergency');
  expect(tier('It took the local settings with it', { trigger, type: 'module_insight' })).toBe('short_term');
});
