import type { Store } from '@sqrl/base/sqlite/query.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settleSession } from '../../ingest/episodes/settle.ts';
import { addEvents, type NewEvent } from '../../store/events/events.ts';
import { openStore } from '../../store/open.ts';
import { observeSession } from '../observe/observe-session.ts';
import { type Signals, worthSeeing } from '../observe/pad.ts';
import type { Signal } from '../observe/signal.ts';
import { settleStoredSession } from './settle.ts';

const NOON = Date.UTC(2026, 10, 15, 12);

/** Sees every step, and notes which ones, in which order and which episode. */
const witness: Signal<{ steps: string[]; calls: number }> = {
  name: 'whereabouts',
  worth: { diagnostic: 1, acrossSessions: 1, falseAlarms: 0 },
  minSessions: 1,
  begin: () => ({ steps: [], calls: 0 }),
  see(state, { id, place, episode, files, tainted }) {
    state.steps.push(`${place} ${id} ${episode} ${files.length} ${tainted}`);
  },
  finish: ({ steps }, { kind, failures }) => [
    {
      matter: 'all',
      at: steps.length,
      episode: null,
      events: steps,
      quote: JSON.stringify(failures),
      proof: kind,
      tainted: false,
      strength: 1,
      branch: null,
      facts: {},
    },
  ],
  propose: () => null,
};

const happening = fc.record({
  wait: fc.constantFrom(0, 1, 1000, 60_000, 25 * 60_000),
  agent: fc.constantFrom(null, null, null, 'helper', 'other'),
  what: fc.oneof(
    fc.constantFrom(
      { kind: 'prompt', text: 'Add a login form with a password field to the account page' },
      { kind: 'prompt', text: 'Next task: the invoices need a column with the tax of each country' },
      { kind: 'reply', text: 'I was wrong about `src/tax.ts`: it is `src/rates.ts` that holds the rates.' },
      { kind: 'reply', text: 'Done.' },
      { kind: 'notice', text: '[Request interrupted by user]' },
    ),
    fc.record({
      kind: fc.constant('result'),
      tool: fc.constant('run'),
      command: fc.constantFrom('npm test', 'make', 'npm run lint'),
      text: fc.constantFrom('', 'Error: no such table: tax', 'TypeError: rates is not a function'),
      outcome: fc.constantFrom('ok', 'failed'),
      durationMs: fc.constantFrom(null, 100, 90_000),
    }),
    fc.record({
      kind: fc.constant('result'),
      tool: fc.constant('search'),
      command: fc.constantFrom('taxRate', 'loginForm'),
      text: fc.constant('Found 1 file\nsrc/tax.ts'),
      outcome: fc.constant('ok'),
    }),
    fc
      .record({
        way: fc.constantFrom('edit', 'read'),
        path: fc.constantFrom('src/login.ts', 'src/tax.ts', 'tsconfig.json', 'src/rates.ts'),
        outcome: fc.constantFrom('ok', 'ok', 'failed'),
      })
      .map(({ way, path, outcome }) => ({
        kind: 'result',
        tool: way,
        outcome,
        length: 40_000,
        files: [{ path, outside: false, way, lines: null }],
      })),
    fc.constant({ kind: 'result', tool: 'fetch', outcome: 'ok', command: 'https://example.org/docs' }),
  ),
});

const session = fc.array(happening, { minLength: 1, maxLength: 80 }).map((happenings) => {
  let at = NOON;
  return happenings.map(({ wait, agent, what }, i) => {
    at += wait;
    return { ...blank(i), agent, at, ...what } as NewEvent;
  });
});

const blank = (i: number) => ({
  id: Buffer.alloc(16, `${i}-`).toString('hex'),
  session: 's',
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
});

const parted = session.chain((events) =>
  fc.record({
    events: fc.constant(events),
    order: fc.shuffledSubarray(events, { minLength: events.length }),
    sizes: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 80 }),
    isInOrder: fc.boolean(),
  }),
);

/** Adds events and derives what follows; `by` in place of the product's own signals. */
function arrive(store: Store, events: readonly NewEvent[], by?: Signals, id = 's'): void {
  store.transaction(() => {
    const { sessions } = addEvents(store, {
      client: 'claude-code',
      log: `/logs/${id}.jsonl`,
      sessions: new Map([[id, { id, beganAt: id === 's' ? NOON : NOON - 1 }]]),
      events: events.map((event) => ({ ...event, session: id })),
    });
    for (const row of sessions) {
      if (!by) {
        settleStoredSession(store, row);
        continue;
      }
      settleSession(store, row);
      observeSession(store, row, { signals: by });
    }
  });
}

const sightings = (store: Store) =>
  store
    .sql(
      `select session.id as session, session_kind, signal, matter, sighting.at, episode, events, quote, proof, tainted,
              agents, strength, sighting.branch, facts
         from sighting join session on session.row = sighting.session order by 1, 4, 5, 7, 14`,
    )
    .all()
    .map((row) => ({ ...row }));

test.each([
  ['the product’s signals', worthSeeing()],
  ['a signal that notes everything', [witness]],
])('in whatever portions and order a session is read, %s end alike', (_, by) => {
  fc.assert(
    fc.property(parted, ({ events, order, sizes, isInOrder }) => {
      using whole = openStore(':memory:', { now: () => NOON });
      using parts = openStore(':memory:', { now: () => NOON });
      arrive(whole, events, by);
      const coming = isInOrder ? [...events] : [...order];
      for (let i = 0; coming.length > 0; i++) arrive(parts, coming.splice(0, sizes[i % sizes.length]), by);
      expect(sightings(parts)).toEqual(sightings(whole));
    }),
    { numRuns: runs(12) },
  );
});

test('an older session that claims events takes their sightings with them', () => {
  fc.assert(
    fc.property(parted, ({ events, sizes }) => {
      using one = openStore(':memory:', { now: () => NOON });
      using other = openStore(':memory:', { now: () => NOON });
      const fork = events.slice(0, sizes[0]);
      arrive(one, events);
      arrive(one, fork, undefined, 'older');
      arrive(other, fork, undefined, 'older');
      arrive(other, events);
      expect(sightings(one)).toEqual(sightings(other));
    }),
    { numRuns: runs(8) },
  );
});

const steps = Array.from(
  { length: 40 },
  (_, i) =>
    ({
      ...blank(i),
      agent: null,
      at: NOON + i * 1000,
      kind: i === 0 ? 'prompt' : 'reply',
      text: 'Add a login form to the account page',
    }) as NewEvent,
);

test('a session that lost all its events to an older one has no sightings left', () => {
  using store = openStore(':memory:', { now: () => NOON });
  arrive(store, steps, [witness]);
  arrive(store, steps, [witness], 'older');
  expect(sightings(store).map(({ session }) => session)).toEqual(['older']);
});

test('sightings that stay the same are left alone, and only changed matters are noted to be learned from', () => {
  using store = openStore(':memory:', { now: () => NOON });
  const still: Signal<null> = {
    ...(witness as unknown as Signal<null>),
    name: 'work_unit',
    begin: () => null,
    see() {},
    finish: () => [
      {
        matter: 'tabs',
        at: NOON,
        episode: null,
        events: [],
        quote: 'tabs',
        proof: 'explicit_statement',
        tainted: false,
        strength: 1,
        branch: null,
        facts: {},
      },
    ],
  };
  arrive(store, steps.slice(0, 30), [witness, still]);
  const row = () => store.sql("select row from sighting where matter = 'work_unit:tabs'").get()!.row;
  const before = row();
  store.sql(`delete from mark where kind = 'unlearnt'`).run();
  arrive(store, steps.slice(30), [witness, still]);
  expect(row()).toBe(before);
  expect(store.sql(`select name as matter from mark where kind = 'unlearnt'`).all()).toEqual([
    { matter: 'whereabouts:all' },
  ]);
});

test('what an older version saw is looked at anew', () => {
  using store = openStore(':memory:', { now: () => NOON });
  arrive(store, steps, [witness]);
  store.sql('update session set rules = 1').run();
  settleStoredSession(store, 1);
  expect(sightings(store).filter(({ signal }) => signal === 'whereabouts')).toEqual([]);
});

test('a session is settled in portions as if it had come at once', () => {
  using whole = openStore(':memory:', { now: () => NOON });
  using parts = openStore(':memory:', { now: () => NOON });
  const long = Array.from({ length: 400 }, (_, i) => ({
    ...steps[1]!,
    ...blank(i),
    id: String(i).padStart(32, '0'),
    at: NOON + i * 1000,
    ...(i % 3 === 0
      ? {
          kind: 'result' as const,
          tool: 'edit' as const,
          outcome: 'ok' as const,
          files: [{ path: `src/file-${i % 7}.ts`, outside: false, way: 'edit' as const, lines: null }],
        }
      : {}),
  }));
  arrive(whole, long);
  for (let i = 0; i < long.length; i += 7) arrive(parts, long.slice(i, i + 7));
  expect(sightings(parts)).toEqual(sightings(whole));
  expect(sightings(whole).length).toBeGreaterThan(5);
});
