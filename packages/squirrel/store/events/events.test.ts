import type { Store } from '@sqrl/base/sqlite/query.ts';
import { expect, test } from 'vitest';
import { openStore } from '../open.ts';
import { addEvents, type EventBatch, eventsOf, type NewEvent } from './events.ts';
import { fileUse, toolUseRows } from './history.ts';
import { countsOfSessions, type LogFacts, sessionsWhere } from './sessions.ts';

const NOON = Date.UTC(2026, 10, 15, 12);

const anEvent = (given: Partial<NewEvent> & { n: number }): NewEvent => ({
  id: Buffer.alloc(16, given.n).toString('hex'),
  session: 'one',
  agent: null,
  at: NOON + given.n * 1000,
  kind: 'result',
  tool: 'run',
  toolName: 'Bash',
  call: `call-${given.n}`,
  command: 'npm test',
  files: [],
  outcome: 'ok',
  exitCode: 0,
  text: 'passed',
  length: 6,
  hash: null,
  tokens: null,
  durationMs: 100,
  model: null,
  branch: 'main',
  offset: given.n * 10,
  bytes: 10,
  part: 0,
  ...given,
});

const batch = (log: string, facts: LogFacts[], events: NewEvent[]): EventBatch => ({
  client: 'claude-code',
  log,
  sessions: new Map(facts.map((each) => [each.id, each])),
  events,
});

const put = (store: Store, given: EventBatch) => store.transaction(() => addEvents(store, given));
const open = () => openStore(':memory:', { now: () => NOON });
test('an event that is known is not added again, nor counted again', () => {
  using store = open();
  const given = batch(
    '/a.jsonl',
    [{ id: 'one', beganAt: NOON }],
    [anEvent({ n: 1 }), anEvent({ n: 2, outcome: 'failed' })],
  );
  expect(put(store, given).added).toBe(2);
  expect(put(store, given).added).toBe(0);
  expect(toolUseRows(store, 0)).toMatchObject([
    { tool: 'run', toolName: 'Bash', ok: 1, failed: 1, durationMs: 100 },
  ]);
  const [session] = sessionsWhere(store);
  expect(session).toMatchObject({ id: 'one', startedAt: NOON + 1000, endedAt: NOON + 2000 });
  expect(countsOfSessions(store, [session!.row]).get(session!.row)).toMatchObject({ events: 2, failed: 1 });
});

test('files of results are kept, those of calls are not', () => {
  using store = open();
  const files: NewEvent['files'] = [
    { path: 'src/b.ts', outside: false, way: 'edit', lines: [3, 9] },
    { path: '/etc/hosts', outside: true, way: 'read', lines: null },
  ];
  put(
    store,
    batch(
      '/a.jsonl',
      [{ id: 'one', beganAt: NOON }],
      [anEvent({ n: 1, kind: 'call', files }), anEvent({ n: 2, files })],
    ),
  );
  const [call, result] = eventsOf(store, sessionsWhere(store)[0]!.row);
  expect(call!.files).toEqual([]);
  expect(result!.files).toEqual(files.toReversed());
  expect(result!.place).toEqual({ path: '/a.jsonl', offset: 20, bytes: 10 });
});

test('what a fork repeats belongs to the session that began first, in whatever order logs are read', () => {
  const files: NewEvent['files'] = [{ path: 'a.ts', outside: false, way: 'edit', lines: null }];
  const shared = [1, 2, 3].map((n) => anEvent({ n, files }));
  const batches = [
    batch('/one.jsonl', [{ id: 'one', beganAt: NOON }], [...shared, anEvent({ n: 4 })]),
    batch(
      '/two.jsonl',
      [{ id: 'two', beganAt: NOON + 5000 }],
      [
        ...shared.map((event) => ({ ...event, session: 'two', offset: event.offset + 7 })),
        anEvent({ n: 5, session: 'two' }),
      ],
    ),
    batch(
      '/three.jsonl',
      [{ id: 'three', beganAt: NOON + 5000 }],
      shared.map((event) => ({ ...event, session: 'three' })),
    ),
  ];
  for (const order of orders(batches)) {
    using store = open();
    for (const given of order) put(store, given);
    const [two, one] = sessionsWhere(store);
    expect([one!.id, two!.id]).toEqual(['one', 'two']);
    expect(eventsOf(store, one!.row)).toMatchObject(
      [1, 2, 3, 4].map((n) => ({ place: { path: '/one.jsonl', offset: n * 10 } })),
    );
    expect(eventsOf(store, two!.row)).toMatchObject([{ text: 'passed', place: { path: '/two.jsonl' } }]);
    expect(toolUseRows(store, 0)).toMatchObject([{ ok: 5 }]);
    expect(store.sql('select count(*) as n from touch').get()).toEqual({ n: 3 });
  }
});

/** Every order of three batches. */
const orders = ([a, b, c]: EventBatch[]) =>
  [
    [a!, b!, c!],
    [a!, c!, b!],
    [b!, a!, c!],
    [b!, c!, a!],
    [c!, a!, b!],
    [c!, b!, a!],
  ] as const;

test('what several logs say of a session comes to the same in whatever order they are read', () => {
  const own: LogFacts[] = [
    { id: 'one', beganAt: NOON, cwd: '/shop', branch: 'main' },
    { id: 'one', beganAt: NOON, cwd: '/shop/web', branch: 'next', title: 'Carts' },
  ];
  const agents: LogFacts[] = [
    { id: 'one', beganAt: NOON + 100, cwd: '/elsewhere', version: '2.0' },
    { id: 'one', beganAt: NOON + 50, title: 'Look', model: 'small', version: '1.9' },
  ];
  const batches = [
    batch('/one.jsonl', [own[0]!], [anEvent({ n: 1 })]),
    batch('/agent-b.jsonl', [agents[0]!], [anEvent({ n: 2, agent: 'b' })]),
    batch('/agent-a.jsonl', [agents[1]!], [anEvent({ n: 3, agent: 'a' })]),
  ];
  for (const order of orders(batches)) {
    using store = open();
    for (const given of order) put(store, given);
    // A log goes on in its own order.
    put(store, batch('/one.jsonl', [own[1]!], []));
    expect(sessionsWhere(store)).toMatchObject([
      { beganAt: NOON, cwd: '/shop', branch: 'next', title: 'Carts', version: '1.9', model: 'small' },
    ]);
  }
});

test('sessions are found by client, by time and by the beginning of their id', () => {
  using store = open();
  put(store, batch('/a', [{ id: 'abc1', beganAt: NOON }], [anEvent({ n: 1, session: 'abc1' })]));
  put(store, batch('/b', [{ id: 'abd2', beganAt: NOON }], [anEvent({ n: 9, session: 'abd2' })]));
  const ids = (filter: Parameters<typeof sessionsWhere>[1]) =>
    sessionsWhere(store, filter).map(({ id }) => id);
  expect(ids({})).toEqual(['abd2', 'abc1']);
  expect(ids({ since: NOON + 5000 })).toEqual(['abd2']);
  expect(ids({ id: 'abc' })).toEqual(['abc1']);
  expect(ids({ id: 'ab%' })).toEqual([]);
  expect(ids({ clients: ['codex'] })).toEqual([]);
});

test('the files of an event that is read again are those that are seen now, and its session is settled anew', () => {
  using store = open();
  const touch = (path: string): NewEvent['files'][number] => ({
    path,
    outside: false,
    way: 'edit',
    lines: null,
  });
  const seen = (...paths: string[]) =>
    put(
      store,
      batch('/a.jsonl', [{ id: 'one', beganAt: NOON }], [anEvent({ n: 1, files: paths.map(touch) })]),
    );
  const [session] = seen().sessions;
  expect(seen()).toEqual({ added: 0, sessions: [] });
  expect(seen('b.ts', 'a.ts', 'a.ts')).toEqual({ added: 0, sessions: [session] });
  expect(seen('a.ts', 'b.ts')).toEqual({ added: 0, sessions: [] });
  expect(eventsOf(store, session!)[0]!.files).toEqual([touch('a.ts'), touch('b.ts')]);
  expect([fileUse(store, 'a.ts'), fileUse(store, 'b.ts')]).toMatchObject([{ changed: 1 }, { changed: 1 }]);
  expect(seen('b.ts')).toEqual({ added: 0, sessions: [session] });
  expect(eventsOf(store, session!)[0]!.files).toEqual([touch('b.ts')]);
});

test('that a CI run failed is no failure beside those in it', () => {
  using store = open();
  const check = (n: number, tool: NewEvent['tool']) => anEvent({ n, kind: 'check', tool, outcome: 'failed' });
  const failed = (log: string, id: string, events: NewEvent[]) => {
    const own = events.map((event) => ({ ...event, session: id }));
    const [row] = put(store, batch(log, [{ id, beganAt: NOON }], own)).sessions;
    return countsOfSessions(store, [row!]).get(row!)!.failed;
  };
  expect(failed('/a.xml', 'one', [check(1, 'run'), check(2, 'run'), check(3, null)])).toBe(2);
  expect(failed('/b.log', 'two', [check(4, null)])).toBe(1);
  expect(failed('/c.log', 'three', [anEvent({ n: 5 })])).toBe(0);
});
