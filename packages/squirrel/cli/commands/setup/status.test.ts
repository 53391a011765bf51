import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { expect, test } from 'vitest';
import type { Output } from '../../../protocol/verbs.ts';
import { NOON, typed } from '../../testing/world.ts';

const MINUTE_MS = 60_000;

const nothing: Output<'status'> = {
  project: { id: 'shop-1', name: 'shop', root: '/shop', folders: ['/shop'] },
  knows: { memories: 0, ofProject: 0, ofUser: 0, sessions: 0, events: 0, projects: 1 },
  conversations: { passages: 0, embedded: 0, vectorBytes: 0, maxVectorBytes: 0, waiting: 0, because: null },
  today: { learned: 0, changed: 0, sessions: 0, told: 0, tokens: 0, hooksTimedOut: 0, latest: [] },
  saved: { hits: 0, chances: 0, uses: 0, told: 0, tokens: 0 },
  rules: { held: 0, kept: 0, broken: 0, overruled: 0, latest: [], met: [] },
  clients: [],
  daemon: null,
};

const busy: Output<'status'> = {
  project: nothing.project,
  knows: { memories: 1204, ofProject: 312, ofUser: 892, sessions: 88, events: 12_345, projects: 7 },
  conversations: {
    ...{ passages: 5120, embedded: 4100, vectorBytes: 1_574_400, maxVectorBytes: 38_400_000, waiting: 1020 },
    because: `the daemon embeds them with at most 25 % of a core, \`sqrl doctor reembed\` at once`,
  },
  today: {
    learned: 2,
    changed: 1,
    sessions: 3,
    told: 5,
    tokens: 300,
    hooksTimedOut: 2,
    latest: [{ id: 'a', type: 'decision', text: 'Money is kept in cents', at: NOON }],
  },
  saved: { hits: 4, chances: 26, uses: 20, told: 31, tokens: 2400 },
  rules: { held: 3, kept: 2, broken: 0, overruled: 1, latest: [], met: [] },
  clients: [{ client: 'claude-code', logs: 12, events: 900, lastAt: NOON - 2 * MINUTE_MS, hookAt: null }],
  daemon: {
    ...{ pid: 42, port: 4242, version: '1.2.3', protocol: 1, startedAt: NOON - 90 * MINUTE_MS },
    ...{ uptimeMs: 90 * MINUTE_MS, memory: 84_000_000, cpuMs: 900, cpuShare: 0.001, embedderLoaded: false },
    ...{ open: [], calls: 9, underWay: 1, lastCallAt: NOON },
    jobs: [
      {
        name: 'follow logs',
        project: null,
        state: 'watching',
        done: 0,
        total: 0,
        note: null,
        updatedAt: NOON,
      },
      { name: 'learn', project: 'shop-1', state: 'running', done: 1, total: 4, note: null, updatedAt: NOON },
    ],
  },
};

const guess = { basis: 'holdout', told: 40, untold: 9, how: 'so', because: null } as const;

const overview: Output<'overview'> = {
  project: nothing.project,
  at: NOON,
  empty: false,
  isLearning: false,
  totals: {
    ...{ memories: 1204, ofProject: 312, ofUser: 892, deprecated: 7, needsReview: 2 },
    ...{ stale: 1, pinned: 3, verified: 40, sessions: 88, events: 12_345 },
  },
  week: {
    ...{
      since: NOON - 7 * 24 * 60 * MINUTE_MS,
      learned: 9,
      changed: 2,
      sessions: 11,
      told: 31,
      toldTokens: 2400,
    },
    sparedTokens: { ...guess, value: 6200, low: 1100, high: 11_300 },
    sparedFailures: { ...guess, value: null, low: null, high: null, because: 'too few' },
  },
  health: { score: 87, fresh: 0.99, decided: 0.98, covered: 0.64, parts: [] },
  activity: [0, 4, 2, 0, 8].map((learned, i) => ({
    ...{ day: `2026-11-1${i + 1}`, sessions: 0, learned, told: 0, failures: 0 },
  })),
  clients: [
    {
      ...{ client: 'claude-code', logs: 12, events: 900, lastAt: NOON - 2 * MINUTE_MS, readAt: NOON },
      ...{ state: 'working', because: null },
    },
    {
      ...{ client: 'codex', logs: 1, events: 3, lastAt: null, readAt: NOON },
      ...{
        state: 'behind',
        because: 'A log has grown since it was last read. Is the daemon running?',
      },
    },
  ],
  setUp: [],
  deliveredAt: null,
  best: [],
  attention: [{ kind: 'review', count: 2, message: '2 memories wait for review', hint: 'sqrl review' }],
};

const unknown: Output<'overview'> = {
  ...overview,
  week: { ...overview.week, sparedTokens: overview.week.sparedFailures },
  activity: [],
  clients: [],
  attention: [],
};

/** The brief that the next session would get. */
const deliver = () => ({ tokens: 228 }) as Output<'deliver'>;

test('status shows memories, learning, savings and what needs attention', async () => {
  const { exit, out } = await typed(['status'], {
    answers: { status: () => busy, overview: () => overview, deliver },
  });
  expect(exit).toBe(0);
  expect(out).toBe(`Squirrel 1.2.3 · up 90 min · 84 MB · 0 % CPU · process 42

memories  1,204 (312 of shop, 892 global)
health    87 of 100: 99 % still match the code, 98 % need no decision, 64 % of changed files lie in a part with memories
from      88 sessions with 12,345 events; 7 projects in total
said      5,120 passages searchable, 4,100 by meaning (1.6 MB of at most 38 MB), 1,020 not embedded yet: the daemon embeds them with at most 25 % of a core, \`sqrl doctor reembed\` at once
today     2 memories learned, 1 changed, in 3 sessions; 5 reminders shown
hooks     2 hooks timed out today, so agents were not told; on a slow machine set SQRL_HOOK_MS
saved     4 problems avoided, what was told was followed on 20 of 26 occasions (31 reminders, 2,400 tokens)
rules     3 rules checked before an agent acts: kept 2 times, overruled once
context   brief 228 tokens, reminders 300 tokens today, tools 800 tokens per session (2.4 kB of definitions; codex 200 until they are used)
avoided   about 6,200 tokens (1,100 to 11,300) this week
recent    ·▄▂·█ 14 days
  + Money is kept in cents decision

Needs attention
  ! 2 memories wait for review → sqrl review

Clients
  claude-code  2 minutes ago · 12 logs · 900 events
  codex        nothing yet · 1 log · 3 events
                 behind: A log has grown since it was last read. Is the daemon running?

Jobs
  follow logs · watching · just now
  learn · shop-1 · running 25 % · just now
`);
});

test('where nothing is known yet, status says so and how to begin', async () => {
  const { out } = await typed(['status'], {
    answers: { status: () => nothing, overview: () => unknown, deliver },
  });
  expect(out).toContain('no daemon is running; run `sqrl start`');
  expect(out).toContain('today     nothing yet');
  expect(out).not.toMatch(/Needs attention|Clients|Jobs|avoided|recent|said/);
});

test('as JSON it is the answer itself, with the overview', async () => {
  const { out } = await typed(['status', '--json'], {
    answers: { status: () => busy, overview: () => overview, deliver },
  });
  expect(JSON.parse(out)).toEqual({
    ...busy,
    overview,
    paused: null,
    context: {
      brief: 228,
      today: busy.today.tokens,
      tools: { bytes: 2400, tokens: 600, instructions: 200 },
      byClient: { ...Object.fromEntries(HOOK_CLIENTS.map((client) => [client, 800])), codex: 200 },
    },
  });
});

test('--no-daemon is passed on when the memory is opened', async () => {
  const { places } = await typed(['status', '--no-daemon'], {
    answers: { status: () => nothing, overview: () => unknown, deliver },
  });
  expect(places).toEqual([{ noDaemon: true }]);
});
