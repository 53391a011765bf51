import { expect, test } from 'vitest';
import type { Output } from '../../protocol/verbs.ts';
import { NOON, typed } from '../testing/world.ts';

const MINUTE = 60_000;

const nothing: Output<'status'> = {
  project: { id: 'shop-1', name: 'shop', root: '/shop' },
  knows: { memories: 0, ofProject: 0, ofUser: 0, sessions: 0, events: 0, projects: 1 },
  today: { learnt: 0, changed: 0, sessions: 0, told: 0, tokens: 0, latest: [] },
  saved: { hits: 0, uses: 0, told: 0, tokens: 0 },
  needs: [],
  clients: [],
  daemon: null,
};

const busy: Output<'status'> = {
  project: nothing.project,
  knows: { memories: 1204, ofProject: 312, ofUser: 892, sessions: 88, events: 12_345, projects: 7 },
  today: {
    learnt: 2,
    changed: 1,
    sessions: 3,
    told: 5,
    tokens: 300,
    latest: [{ id: 'a', type: 'decision', text: 'Money is kept in cents', at: NOON }],
  },
  saved: { hits: 4, uses: 20, told: 31, tokens: 2400 },
  needs: [{ message: '2 memories wait for review', hint: 'sqrl review' }],
  clients: [{ client: 'claude-code', logs: 12, events: 900, lastAt: NOON - 2 * MINUTE }],
  daemon: {
    ...{ pid: 42, port: 4242, version: '1.2.3', protocol: 1, startedAt: NOON - 90 * MINUTE },
    ...{ uptimeMs: 90 * MINUTE, memory: 84_000_000, cpuMs: 900, cpuShare: 0.001, embedderLoaded: false },
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

test('status shows what it knows, learnt and saved, and what needs the person', async () => {
  const { exit, out } = await typed(['status'], { answers: { status: () => busy } });
  expect(exit).toBe(0);
  expect(out).toBe(`Squirrel 1.2.3 · up 90 min · 84 MB · 0 % CPU · process 42

knows  1,204 memories (312 of shop, 892 everywhere)
from   88 sessions with 12,345 events; 7 projects in all
today  2 memories learnt, 1 changed, in 3 sessions; 5 reminders given
saved  4 troubles spared, 20 uses of 31 reminders (2,400 tokens)
  + Money is kept in cents decision

Needs you
  ! 2 memories wait for review → sqrl review

Hears from
  claude-code  2 minutes ago · 12 logs · 900 events

Does
  follow logs · watching · just now
  learn · shop-1 · running 25 % · just now
`);
});

test('where nothing is known yet, status says so and how to begin', async () => {
  const { out } = await typed(['status'], { answers: { status: () => nothing } });
  expect(out).toContain('no daemon runs; `sqrl start` starts one');
  expect(out).toContain('today  nothing yet');
  expect(out).not.toMatch(/Needs you|Hears from|Does/);
});

test('as JSON it is the answer itself', async () => {
  const { out } = await typed(['status', '--json'], { answers: { status: () => busy } });
  expect(JSON.parse(out)).toEqual(busy);
});

test('--no-daemon reaches whoever opens the memory', async () => {
  const { places } = await typed(['status', '--no-daemon'], { answers: { status: () => nothing } });
  expect(places).toEqual([{ noDaemon: true }]);
});
