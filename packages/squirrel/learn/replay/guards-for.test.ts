import type { Trigger } from '@sqrl/base/model/trigger.ts';
import { expect, test } from 'vitest';
import { guardsFor } from './replay-guards.ts';

const trigger = (given: Partial<Trigger>): Trigger => ({
  tool: 'run',
  command: null,
  match: 'begins',
  file: null,
  expects: null,
  ...given,
});

const run = (command: string) => ({ tool: 'run', command, files: [] }) as const;

test('before an action at most two guards are shown, the surest, and none twice in a session', () => {
  const guard = (id: string, confidence: number, expects: string | null = null) => ({
    ...{ id, text: id, confidence },
    trigger: trigger({ command: 'npm', expects }),
  });
  const guards = [guard('a', 0.7), guard('b', 0.9, 'x'), guard('c', 0.8, 'x'), guard('d', 0.75)];
  const ask = (shown: string[]) =>
    guardsFor(guards, { action: run('npm test'), shown: new Set(shown) }).map(({ id }) => id);

  expect(ask([])).toEqual(['b', 'd']);
  expect(ask(['b', 'd'])).toEqual(['c', 'a']);
  expect(guardsFor(guards, { action: run('make'), shown: new Set() })).toEqual([]);
});
