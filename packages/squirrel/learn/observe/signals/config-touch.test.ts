import { expect, test } from 'vitest';
import { signalNamed } from '../signals.ts';
import { changes, proposedAfter, runs, times } from '../testing/sessions.ts';

const configTouch = signalNamed('config_touch')!;

test('what is run after a configuration changed, and not before, belongs to it', () => {
  expect(
    proposedAfter(
      configTouch,
      ...times(2, [
        runs('npm test'),
        changes('package.json'),
        runs('cd app && npm install 2>&1'),
        runs('npm test'),
      ]),
    ),
  ).toMatchObject([
    {
      type: 'causal_dependency',
      text: 'After changing `package.json`, run `npm install` (in 2 of 2 sessions).',
    },
  ]);
});

test.each([
  ['one session', times(1, [changes('package.json'), runs('npm install')])],
  [
    'tests and git, which follow everything',
    times(4, [changes('package.json'), runs('npm test'), runs('git commit -m x')]),
  ],
  [
    'what was run before as well',
    times(4, [runs('npm run build'), changes('package.json'), runs('npm run build')]),
  ],
  ['code', times(4, [changes('src/a.ts'), runs('npm install')])],
])('%s proposes nothing', (_, sessions) => {
  expect(proposedAfter(configTouch, ...sessions)).toEqual([]);
});
