import type { Input } from '@sqrl/squirrel/protocol/verbs.ts';
import { expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';

const NOON = Date.UTC(2026, 10, 15, 12);

/** A session in which a person gives a rule, and a command fails and is fixed. */
const events = (prompt: string): Input<'processEvents'>['events'] => [
  { id: 'e1', at: NOON, kind: 'prompt', text: prompt },
  { id: 'e2', at: '2026-11-15T13:00:01+01:00', kind: 'reply', text: 'I will.' },
  { id: 'e3', at: NOON + 2000, kind: 'call', tool: 'run', call: 'c1', command: 'npm test' },
  {
    ...{ id: 'e4', at: NOON + 3000, kind: 'result', tool: 'run', call: 'c1', command: 'npm test' },
    ...{ text: 'Error: REDIS_URL is not set', outcome: 'failed', exitCode: 1 },
    files: ['C:\\ci\\shop\\src\\a.ts', '/etc/hosts'],
  },
];

test('events of a client elsewhere are kept once, marked with their source, and learned from as foreign text', async () => {
  const { client } = open({ project: temporaryFolder(), now: () => NOON + 60_000 });
  const sent = {
    source: 'Devin@build-7',
    session: 's1',
    cwd: 'C:\\ci\\shop',
    events: events('Always run npm test before a commit.'),
  };
  const session = 'devin@build-7:s1';

  const first = await client.call('processEvents', sent);
  expect(first).toMatchObject({ added: 4, session, episodes: [expect.any(String)] });
  expect(await client.call('processEvents', sent)).toMatchObject({ added: 0, session, learned: [] });
  const kept = await client.call('events', { session });
  expect(kept.events.map(({ client, at, tainted }) => [client, at, tainted])).toEqual(
    [0, 1000, 2000, 3000].map((later) => ['remote', NOON + later, true]),
  );
  expect(kept.events.at(-1)!.files).toMatchObject([
    { path: '/etc/hosts', outside: true },
    { path: 'src/a.ts', outside: false },
  ]);
  expect((await client.call('list', {})).memories).toMatchObject([
    { id: first.learned[0], text: expect.stringContaining('npm test'), tainted: true, needsReview: true },
  ]);

  // The user vouches for the sender.
  const mine = await client.call('processEvents', { ...sent, mine: true });
  expect(mine.added).toBe(0);
  expect((await client.call('events', { session })).events.some(({ tainted }) => tainted)).toBe(false);
  const { memories } = await client.call('list', {});
  expect(memories).toContainEqual(
    expect.objectContaining({ text: expect.stringContaining('npm test before a commit'), tainted: false }),
  );
});

test('a source has a name, and nothing is kept of a request without events', async () => {
  const { client } = open({ project: temporaryFolder() });
  const empty = { source: 'ci', session: 's', events: [] };
  expect(await client.call('processEvents', empty)).toMatchObject({ added: 0, session: null });
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const named = await client.call('processEvents', { ...empty, session: secret, events: events('Go on') });
  expect(named).toMatchObject({ added: 4, session: expect.not.stringContaining(secret) });
  await expect(client.call('processEvents', { ...empty, source: 'a b' })).rejects.toThrow('A source has');
});

test('a search takes several paths as a bias, and names for several types at once', async () => {
  const { client } = open({ project: temporaryFolder() });
  const add = async (text: string, files: string[], type: 'gotcha' | 'preference' | 'dead_end') =>
    (await client.call('remember', { text, files, type })).id;
  const login = await add('The token expires after a day', ['src/auth.ts'], 'gotcha');
  const pay = await add('The token expires after an hour', ['src/pay.ts'], 'dead_end');
  const style = await add('Write the token as a branded type', ['src/other.ts'], 'preference');
  const found = async (asked: Partial<Input<'find'>>) =>
    (await client.call('find', { question: 'token', ...asked })).hits.map(({ memory }) => memory.id);

  // Nothing is left out by it.
  for (const [file, id] of [
    ['src/auth.ts', login],
    ['src/pay.ts', pay],
    ['src/other.ts', style],
  ] as const) {
    const hits = await found({ files: [file, 'src/none.ts'] });
    expect(hits[0]).toBe(id);
    expect(hits).toHaveLength(3);
  }
  expect((await found({ files: ['src/auth.ts', 'src/pay.ts'] })).slice(0, 2).toSorted()).toEqual(
    [login, pay].toSorted(),
  );
  expect((await found({ filter: { types: ['pitfall'] } })).toSorted()).toEqual([login, pay].toSorted());
  expect(await found({ filter: { types: ['user_style', 'recipe'] } })).toEqual([style]);
});

test('events without a project are refused with what to name', async () => {
  const { client, engine } = open({ project: temporaryFolder(), now: () => NOON });
  const { inProcess } = await import('@sqrl/squirrel/verbs.ts');
  const nowhere = inProcess({
    ...engine,
    project: undefined,
    indexedStores: [engine.user],
    own: engine.user,
  });
  const sent = { source: 'devin', session: 's1', events: events('Always run npm test.') };
  await expect(nowhere.call('processEvents', sent)).rejects.toThrow(
    'No project takes the 4 events of devin.',
  );
  expect((await client.call('processEvents', sent)).added).toBe(4);
});
