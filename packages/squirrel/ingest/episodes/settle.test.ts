import type { Store } from '@sqrl/base/sqlite/query.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addFlush, episodesWhere } from '../../store/episodes/episodes.ts';
import { addEvents, eventsOf, type NewEvent, setTainted } from '../../store/events/events.ts';
import { sessionsWhere } from '../../store/events/sessions.ts';
import { openStore } from '../../store/open.ts';
import { settleSession } from './settle.ts';

const NOON = Date.UTC(2026, 10, 15, 12);

/** What happens in a made-up session: how long after the last thing, and what. */
const happening = fc.record({
  wait: fc.constantFrom(0, 1, 1000, 60_000, 5 * 60_000, 25 * 60_000),
  agent: fc.constantFrom(null, null, null, null, 'helper'),
  what: fc.oneof(
    fc.constantFrom(
      { kind: 'prompt', text: 'Add a login form with a password field to the account page' },
      { kind: 'prompt', text: 'commit this' },
      { kind: 'prompt', text: 'This is STILL BROKEN AND I TOLD YOU TWICE, wtf!!' },
      { kind: 'prompt', text: 'Next task: the invoices need a column with the tax of each country' },
      {
        kind: 'prompt',
        text: 'Rework the docker image so that the kubernetes cluster pulls a smaller layer',
      },
      { kind: 'reply', text: 'Shall I go on?' },
      { kind: 'reply', text: 'Done.' },
      { kind: 'compaction', text: '' },
      { kind: 'notice', text: '[Request interrupted by user]' },
    ),
    fc.record({
      kind: fc.constant('result'),
      tool: fc.constant('run'),
      command: fc.constantFrom('npm test', 'git commit -m "Login"', 'make'),
      text: fc.constantFrom('', ' Tests  1 failed | 2 passed (3)', '      Tests  3 passed (3)'),
      outcome: fc.constantFrom('ok', 'failed'),
    }),
    fc.record({
      kind: fc.constant('result'),
      tool: fc.constantFrom('edit', 'read'),
      outcome: fc.constantFrom('ok', 'failed'),
      files: fc
        .constantFrom('src/login.ts', 'src/tax.ts', 'docker/Dockerfile')
        .map((path) => [{ path, outside: false, way: 'edit' as const, lines: null }]),
    }),
    fc.record({
      kind: fc.constantFrom('call', 'result'),
      tool: fc.constant('task'),
      call: fc.constantFrom('a', 'b'),
    }),
  ),
});

const session = fc.array(happening, { minLength: 1, maxLength: 60 }).map((happenings) => {
  let at = NOON;
  return happenings.map(({ wait, agent, what }, i): NewEvent => {
    at += wait;
    return {
      id: Buffer.alloc(16, `${i}-`).toString('hex'),
      session: 's',
      agent,
      at,
      part: 0,
      offset: i,
      bytes: 1,
      tool: null,
      toolName: null,
      call: null,
      command: null,
      files: [],
      outcome: null,
      exitCode: null,
      text: '',
      length: 0,
      hash: null,
      tokens: null,
      durationMs: null,
      model: null,
      branch: null,
      ...what,
    } as NewEvent;
  });
});

const batchOf = (events: readonly NewEvent[], id = 's') => ({
  client: 'claude-code' as const,
  log: `/logs/${id}.jsonl`,
  sessions: new Map([[id, { id, beganAt: id === 's' ? NOON : NOON - 1 }]]),
  events: events.map((event) => ({ ...event, session: id })),
});

function arrive(store: Store, events: readonly NewEvent[], id?: string): void {
  store.transaction(() => {
    const { sessions } = addEvents(store, batchOf(events, id));
    for (const row of sessions) settleSession(store, row);
  });
}

/** All that is derived, but for the numbers of rows. */
function derived(store: Store) {
  const episodes = episodesWhere(store, {}, { now: NOON, quiet: 0 }).map(({ row: _, ...episode }) => episode);
  const places = store
    .sql(
      'select hex(event.id) as event, episode.id as episode, ordinal from event left join episode on episode.row = event.episode order by 1',
    )
    .all();
  return { episodes, places, ...history(store) };
}

/** What is counted and tied together while episodes are cut. */
function history(store: Store) {
  const all = (text: string) => store.sql(text).all();
  return {
    failures: all('select fingerprint, tool, line, times, sessions, resolved from failure order by 1'),
    seen: all(
      `select hex(event.id) as event, fingerprint, session.id as session, failure_seen.at, hex(resolver.id) as resolver,
              how, failure_seen.command, changed, ran
         from failure_seen join failure on failure.row = failure_seen.failure
         join event on event.row = failure_seen.event join session on session.row = failure_seen.session
         left join event resolver on resolver.row = failure_seen.resolver order by 1`,
    ),
    use: all(
      'select path, way, touch.at, ok from touch join file on file.row = touch.file order by 1, 2, 3, 4',
    ),
  };
}

test('whatever order and portions the events of a session arrive in, its episodes are the same', () => {
  fc.assert(
    fc.property(
      session.chain((events) =>
        fc.record({
          events: fc.constant(events),
          order: fc.shuffledSubarray(events, { minLength: events.length }),
          sizes: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 60 }),
          flushes: fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 3 }),
          isInOrder: fc.boolean(),
        }),
      ),
      ({ events, order, sizes, flushes, isInOrder }) => {
        using whole = openStore(':memory:', { now: () => NOON });
        using parts = openStore(':memory:', { now: () => NOON });
        for (const minutes of flushes)
          for (const store of [whole, parts]) addFlush(store, NOON + minutes * 60_000);
        arrive(whole, events);
        const coming = isInOrder ? [...events] : [...order];
        for (let i = 0; coming.length > 0; i++) arrive(parts, coming.splice(0, sizes[i % sizes.length]));
        expect(derived(parts)).toEqual(derived(whole));
      },
    ),
    { numRuns: runs(15) },
  );
});

const event = (n: number, given: Partial<NewEvent>): NewEvent => ({
  id: Buffer.alloc(16, `${n}-`).toString('hex'),
  session: 's',
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
  text: '',
  length: 0,
  hash: null,
  tokens: null,
  durationMs: null,
  model: null,
  branch: null,
  ...given,
});

const login = [
  event(0, { kind: 'prompt', text: 'Add a login form to the account page' }),
  event(1, {}),
  event(2, {}),
];
const invoices = [
  event(3, { kind: 'prompt', text: 'New task: the invoices need a tax column' }),
  event(4, {}),
  event(5, {}),
];
const tasks = (store: Store) =>
  episodesWhere(store, {}, { now: NOON, quiet: 0 })
    .reverse()
    .map(({ task, eventCount }) => [task, eventCount]);

test('new events touch the running episode alone', () => {
  using store = openStore(':memory:', { now: () => NOON });
  arrive(store, [...login, ...invoices]);
  store.run`update episode set summary = 'untouched'`;
  arrive(store, [event(6, {})]);
  expect(
    episodesWhere(store, {}, { now: NOON, quiet: 0 }).map(({ summary }) => summary === 'untouched'),
  ).toEqual([false, true]);
});

test('events that turn out to belong to an earlier session leave the episodes of the later one', () => {
  using store = openStore(':memory:', { now: () => NOON });
  arrive(store, [...login, ...invoices]);
  arrive(store, login, 'earlier');
  expect(tasks(store)).toEqual([
    ['Add a login form to the account page', 3],
    ['New task: the invoices need a tax column', 3],
  ]);
  arrive(store, invoices, 'earlier');
  expect(tasks(store)).toEqual([
    ['Add a login form to the account page', 3],
    ['New task: the invoices need a tax column', 3],
  ]);
  expect(new Set(episodesWhere(store, {}, { now: NOON, quiet: 0 }).map(({ session }) => session))).toEqual(
    new Set(['earlier']),
  );
});

test('an episode is foreign where all of it was found to be, and not where a page came into it', () => {
  using store = openStore(':memory:', { now: () => NOON });
  arrive(store, [...login, ...invoices]);
  const [session] = sessionsWhere(store);
  const tainted = () => {
    settleSession(store, session!.row);
    return episodesWhere(store, {}, { now: NOON, quiet: 0 })
      .reverse()
      .map((episode) => episode.tainted);
  };
  const rows = eventsOf(store, session!.row).map(({ row }) => row);
  setTainted(store, rows[1]!, 1);
  expect(tainted()).toEqual([false, false]);
  for (const row of rows) setTainted(store, row, 1);
  expect(tainted()).toEqual([true, true]);
});

test('an episode that late events make too small goes back to the one before it', () => {
  const late = [...login, ...invoices, event(6, {}), event(7, {})];
  const compaction = event(4.5, { kind: 'compaction', offset: 99 });
  using store = openStore(':memory:', { now: () => NOON });
  using whole = openStore(':memory:', { now: () => NOON });
  arrive(store, late);
  arrive(store, [{ ...compaction, at: NOON + 4500 }]);
  arrive(whole, [...late, { ...compaction, at: NOON + 4500 }]);
  expect(derived(store)).toEqual(derived(whole));
  expect(tasks(store).map(([, count]) => count)).toEqual([5, 4]);
});

test('an episode is active while it is fresh, the last of its session, and not flushed', () => {
  using store = openStore(':memory:', { now: () => NOON });
  arrive(store, [...login, ...invoices]);
  const statuses = (now: number) =>
    episodesWhere(store, {}, { now, quiet: 60_000 })
      .reverse()
      .map(({ status }) => status);
  expect(statuses(NOON + 10_000)).toEqual(['completed', 'active']);
  expect(statuses(NOON + 100_000)).toEqual(['completed', 'completed']);
  addFlush(store, NOON + 10_000);
  expect(statuses(NOON + 10_000)).toEqual(['completed', 'completed']);
});
