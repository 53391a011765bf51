import type { Sighting } from '@sqrl/base/model/sighting.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginPad, finish, type Signals, see, worthSeeing } from './pad.ts';
import { MIN_WORTH, type Signal, worthOf } from './signal.ts';
import { signals } from './signals.ts';
import { changes, prompts, reads, runs, says, searches, stepsOf } from './testing/sessions.ts';

/** What each behavior is worth, and in how many sessions it must be seen. */
const TABLE: [name: Sighting['signal'], worth: number, sessions: number][] = [
  ['co_access', 0.91, 3],
  ['self_correction', 0.88, 1],
  ['error_retry', 0.85, 2],
  ['parallel_conflict', 0.82, 1],
  ['read_abandon', 0.79, 3],
  ['tool_sequence', 0.73, 3],
  ['backtrack', 0.68, 2],
  ['config_touch', 0.66, 2],
  ['glob_ignore', 0.64, 2],
  ['product_seen', 0.64, 2],
  ['token_spike', 0.63, 3],
  ['time_anomaly', 0.48, 3],
];

test.each(TABLE)('%s is worth %d and wants %d sessions', (name, worth, sessions) => {
  const [signal, ...more] = signals.filter((each) => each.name === name);
  expect(more).toEqual([]);
  expect(worthOf(signal!.worth)).toBeCloseTo(worth, 10);
  expect(signal!.minSessions).toBe(sessions);
});

test('what is worth too little is not looked at', () => {
  const poor: Signal = { ...signals[0]!, worth: { diagnostic: 0.2, acrossSessions: 0.4, falseAlarms: 0.2 } };
  expect(worthOf(poor.worth)).toBeLessThan(MIN_WORTH);
  expect(worthSeeing([poor, signals[1]!])).toEqual([signals[1]]);
});

const paths = fc.constantFrom(
  'src/a.ts',
  'src/b.ts',
  'package.json',
  'legacy/a.ts',
  '__proto__',
  'src/constructor.ts',
);
const step = fc
  .oneof(
    paths.map((path) => reads(path)),
    paths.map((path) => reads(path, { length: 90_000 })),
    paths.map((path) => reads(path, { outcome: 'failed', text: 'File does not exist.' })),
    paths.map((path) => changes(path)),
    paths.map((path) => changes(path, { outcome: 'failed', text: 'modified since read' })),
    fc
      .constantFrom('npm install', 'npm test', 'make', 'git merge main')
      .map((command) =>
        runs(command, { durationMs: 200_000, text: 'CONFLICT (content): Merge conflict in src/a.ts' }),
      ),
    fc
      .constantFrom('taxRate', 'constructor', '__proto__')
      .map((name) => searches(name, 'src/a.ts\nsrc/b.ts')),
    fc.constantFrom(
      says('Correction: the migrations run from `db/migrate.ts`.'),
      says('I initially thought `a` reads `src/a.ts`, but it reads `src/b.ts`.'),
      says('Done.'),
      prompts('Always use tabs in this project. See https://docs.example.org/tabs'),
      { kind: 'call', tool: 'plan', toolName: 'TaskCreate' } as const,
      { kind: 'call', tool: 'fetch', command: 'https://docs.example.org/tabs' } as const,
    ),
  )
  .chain((some) =>
    fc
      .record({
        agent: fc.constantFrom(null, null, 'a', 'b'),
        tainted: fc.boolean(),
        episode: fc.constantFrom('one', 'one', 'two'),
      })
      .map((given) => ({ ...given, ...some })),
  );

test('summing up in between leaves no trace', () => {
  const all = worthSeeing();
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (some) => {
      const [whole, parts] = [beginPad(), beginPad()];
      for (const each of stepsOf(some)) {
        see(whole, each, all);
        see(parts, each, all);
        finish(parts, [], all);
      }
      expect(finish(parts, [], all)).toEqual(finish(whole, [], all));
    }),
    { numRuns: 150 },
  );
});

/** Notes what it is told, word for word. */
const parrot: Signal<string[]> = {
  name: 'said',
  worth: { diagnostic: 1, acrossSessions: 1, falseAlarms: 0 },
  minSessions: 3,
  begin: () => [],
  see: (heard, { text, at, id, tainted }) => void heard.push(JSON.stringify([text, at, id, tainted])),
  finish: (heard) =>
    heard.map((each) => {
      const [matter, at, id, tainted] = JSON.parse(each);
      return {
        matter,
        at,
        episode: null,
        events: [id],
        quote: null,
        proof: 'said',
        tainted,
        strength: 0.5,
        branch: null,
        facts: {},
      };
    }),
  propose: () => null,
};

const seenBy = (all: Signals, ...some: Parameters<typeof stepsOf>[0]) => {
  const pad = beginPad();
  for (const each of stepsOf(some)) see(pad, each, all);
  return finish(pad, [], all).sightings;
};

test('what several agents saw on their own is one sighting of so many agents', () => {
  expect(
    seenBy(
      [parrot],
      says('tests need REDIS_URL', { id: 's-0', agent: 'a' }),
      says('tests need REDIS_URL', { id: 's-1', agent: 'b', tainted: true }),
      says('tests need REDIS_URL', { id: 's-2', agent: 'b' }),
      says('lint is slow', { agent: 'a' }),
    ),
  ).toMatchObject([
    { matter: 'tests need REDIS_URL', agents: 2, tainted: true, events: ['s-0', 's-1', 's-2'] },
    { matter: 'lint is slow', agents: 1, tainted: false },
  ]);
});

test('what one agent saw twice is no quorum', () => {
  expect(seenBy([parrot], says('lint is slow'), says('lint is slow')).map(({ agents }) => agents)).toEqual([
    1, 1,
  ]);
});

test('an agent hears only of its own failures', () => {
  const told: number[] = [];
  const listener: Signal<null> = {
    ...(parrot as unknown as Signal<null>),
    begin: () => null,
    see() {},
    finish: (_, { failures }) => {
      told.push(failures.length);
      return [];
    },
  };
  const pad = beginPad();
  for (const each of stepsOf([says('x'), says('x', { agent: 'a' })])) see(pad, each, [listener]);
  const failure = {
    event: 'e',
    episode: null,
    at: 0,
    fingerprint: 'f',
    tool: 'run',
    line: '',
    command: null,
    files: [],
    tainted: false,
    resolution: null,
  };
  finish(
    pad,
    [
      { ...failure, agent: null },
      { ...failure, agent: null },
      { ...failure, agent: 'a' },
    ],
    [listener],
  );
  expect(told).toEqual([2, 1]);
});
