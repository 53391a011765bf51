import { expect, test } from 'vitest';
import { signalNamed } from '../signals.ts';
import { changes, observed, proposedAfter, reads, times } from '../testing/sessions.ts';

const coAccess = signalNamed('co_access')!;

const route = 'src/api/routes.ts';
const client = 'web/client.ts';
const texts = (...sessions: Parameters<typeof proposedAfter>[1][]) =>
  proposedAfter(coAccess, ...sessions).map(({ text }) => text);

test('a file that changes whenever another does is said to follow it, with how often', () => {
  const [proposal, other] = proposedAfter(
    coAccess,
    ...times(3, [changes(route), changes(client)]),
    [changes(route)],
    ...times(3, [changes(client)]),
  );
  expect(proposal).toMatchObject({
    type: 'causal_dependency',
    text: 'When `src/api/routes.ts` changes, `web/client.ts` changes too (in 3 of 4 sessions).',
    files: [route, client],
    relations: [{ kind: 'required_with', to: client, confidence: 0.75 }],
    trigger: { tool: 'change', file: route },
  });
  // The other way round it holds in three of six.
  expect(other).toBeUndefined();
});

test.each([
  ['a file that is only read', times(5, [reads('db/schema.sql'), changes(route)])],
  ['two sessions', times(2, [changes(route), changes(client)])],
  ['a file and its test', times(5, [changes(route), changes('src/api/routes.test.ts')])],
  ['what is kept along with everything', times(5, [changes(route), changes('CHANGELOG.md')])],
  ['a lock file', times(5, [changes(route), changes('package-lock.json')])],
  ['another each time', Array.from({ length: 5 }, (_, i) => [changes(route), changes(`web/page-${i}.ts`)])],
  [
    'a renaming throughout the repository',
    times(
      5,
      Array.from({ length: 30 }, (_, i) => changes(`src/part-${i}/file-${i}.ts`)),
    ),
  ],
  ['a change that was refused', times(5, [changes(route), changes(client, { outcome: 'rejected' })])],
])('%s couples no files', (_, sessions) => {
  expect(texts(...sessions)).toEqual([]);
});

test('a file that has to follow a configuration is named', () => {
  expect(texts(...times(3, [changes('tsconfig.json'), changes('src/paths.ts')]))).toContain(
    'When `tsconfig.json` changes, `src/paths.ts` changes too (in 3 of 3 sessions).',
  );
});

test('files of two tasks in one session do not go together', () => {
  const sightings = observed(coAccess, [
    changes(route, { episode: 'monday' }),
    changes(client, { episode: 'tuesday' }),
  ]);
  expect(sightings.map(({ matter, facts }) => [matter, facts.changed])).toEqual([
    [route, []],
    [client, []],
  ]);
});
