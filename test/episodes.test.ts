import { settleSession } from '@sqrl/squirrel/ingest/episodes/settle.ts';
import { settleStoredSession } from '@sqrl/squirrel/learn/verbs/settle.ts';
import { addEvents, type NewEvent } from '@sqrl/squirrel/store/events/events.ts';
import { expect, test } from 'vitest';
import { open } from './support/home.ts';

const NOON = Date.UTC(2026, 10, 15, 12);

const event = (n: number, given: Partial<NewEvent> = {}): NewEvent => ({
  id: Buffer.alloc(16, n).toString('hex'),
  session: 'session-1',
  agent: null,
  at: NOON + n * 1000,
  part: 0,
  offset: n,
  bytes: 1,
  kind: 'reply',
  tool: null,
  toolName: null,
  call: null,
  command: null,
  files: [],
  outcome: null,
  exitCode: null,
  text: 'Done.',
  length: 5,
  hash: null,
  tokens: null,
  durationMs: null,
  model: null,
  branch: null,
  ...given,
});

test('after a flush the running episode is over, and the next words begin another', async () => {
  let now = NOON;
  const { engine, client } = open({ now: () => now });
  const { store } = engine.own;
  const arrive = (...events: NewEvent[]) =>
    store.transaction(() => {
      const sessions = new Map([['session-1', { id: 'session-1', beganAt: NOON }]]);
      for (const row of addEvents(store, { client: 'codex', log: '/log', sessions, events }).sessions)
        settleSession(store, row);
    });

  arrive(event(0, { kind: 'prompt', text: 'Add a login form' }), event(1), event(2));
  now = NOON + 10_000;
  expect(await client.call('episodes', {})).toMatchObject({ total: 1, episodes: [{ status: 'active' }] });
  expect(await client.call('flush', {})).toMatchObject({ at: now, ended: [{ task: 'Add a login form' }] });
  expect(await client.call('episodes', { statuses: ['active'] })).toMatchObject({ total: 0, episodes: [] });
  expect(await client.call('flush', {})).toMatchObject({ ended: [] });

  arrive(event(20, { kind: 'prompt', text: 'Give it a password field' }), event(21), event(22));
  const { episodes } = await client.call('episodes', { session: 'sess' });
  expect(episodes).toMatchObject([
    { task: 'Give it a password field', begunBy: 'flush' },
    { task: 'Add a login form', begunBy: 'session', status: 'completed' },
  ]);
  await expect(client.call('episodes', { session: 'nobody' })).rejects.toThrow(
    'No session has the id nobody.',
  );
});

test('a flush cuts even what a log with a faster clock has brought already', async () => {
  const { engine, client } = open({ now: () => NOON + 3500 });
  const { store } = engine.own;
  const sessions = new Map([['session-1', { id: 'session-1', beganAt: NOON }]]);
  const events = [
    event(1, { kind: 'prompt', text: 'Add a login form' }),
    ...[2, 3, 4, 5, 6].map((n) => event(n)),
  ];
  store.transaction(() => {
    for (const row of addEvents(store, { client: 'codex', log: '/log', sessions, events }).sessions)
      settleSession(store, row);
  });
  await client.call('flush', {});
  expect((await client.call('episodes', {})).episodes.map(({ eventCount }) => eventCount)).toEqual([3, 3]);
});

test('what was derived by older rules is derived anew, and only then', async () => {
  const { engine, client } = open({ now: () => NOON });
  const { store } = engine.own;
  const sessions = new Map([['session-1', { id: 'session-1', beganAt: NOON }]]);
  const events = [event(0, { kind: 'prompt', text: 'Add a login form' }), event(1), event(2)];
  const [row] = addEvents(store, { client: 'codex', log: '/log', sessions, events }).sessions;
  const task = async () => (await client.call('episodes', {})).episodes[0]?.task;

  settleStoredSession(store, row!);
  store.sql("update episode set task = 'as it was worded once'").run();
  settleStoredSession(store, row!);
  expect(await task()).toBe('as it was worded once');
  store.sql('update session set rules = rules - 1').run();
  settleStoredSession(store, row!);
  expect(await task()).toBe('Add a login form');
});
