import { expect, test } from 'vitest';
import { signalNamed } from '../signals.ts';
import { changes, observed, proposedAfter, runs, times } from '../testing/sessions.ts';

const parallelConflict = signalNamed('parallel_conflict')!;

const path = 'src/routes.ts';
const refused = (agent: string) =>
  changes(path, {
    agent,
    outcome: 'failed',
    text: 'File has been modified since read, either by the user or by a linter.',
  });

test('agents that change one file at once and stand in each other’s way are told of after one session', () => {
  const session = [
    changes(path, { agent: 'a' }),
    changes(path, { agent: 'b' }),
    refused('a'),
    changes(path, { agent: 'a' }),
  ];
  expect(observed(parallelConflict, session)).toMatchObject([{ matter: path, agents: 2 }]);
  expect(proposedAfter(parallelConflict, session)).toMatchObject([
    {
      type: 'gotcha',
      text: 'Parallel agents conflict in `src/routes.ts`: let one of them make all changes to it.',
    },
  ]);
});

test('a file that git cannot merge twice is told of', () => {
  const merge = runs('git merge main', {
    outcome: 'failed',
    text: 'Auto-merging src/routes.ts\nCONFLICT (content): Merge conflict in src/routes.ts\nAutomatic merge failed',
  });
  expect(proposedAfter(parallelConflict, [merge])).toEqual([]);
  expect(proposedAfter(parallelConflict, [merge], [merge]).map(({ text }) => text)).toEqual([
    '`src/routes.ts` causes merge conflicts (in 2 sessions): keep changes to it small, and merge before changing it.',
  ]);
});

test.each([
  [
    'agents one after the other',
    [changes(path, { agent: 'a' }), refused('a'), changes(path, { agent: 'b' })],
  ],
  [
    'agents on different files',
    [changes('a.ts', { agent: 'a' }), changes('b.ts', { agent: 'b' }), refused('a')],
  ],
  ['a formatter that changes files under one agent', [changes(path), refused('a'), changes(path)]],
  [
    'a text that speaks of conflicts',
    [runs('cat notes.txt', { text: 'CONFLICT (content): Merge conflict in a.ts' })],
  ],
])('%s is no conflict', (_, session) => {
  expect(proposedAfter(parallelConflict, ...times(3, session))).toEqual([]);
});
