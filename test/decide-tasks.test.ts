import { expect, test } from 'vitest';
import { decideTasks } from '../src/learn/verbs/decide-tasks.ts';
import { settleStoredSession } from '../src/learn/verbs/settle.ts';
import { config } from '../src/llm/testing/config.ts';
import { type Reply, service } from '../src/llm/testing/server.ts';
import { addEvents, type NewEvent } from '../src/store/events/events.ts';
import type { Store } from '../src/store/store.ts';
import { open } from './support/home.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const SETTINGS = '[llm]\nprovider = "ollama"\nmodel = "small"\nnew_tasks = true\n';

/** Two requests of which the second shares a word or two with the first: the rules let it go on. */
const TEXTS: [NewEvent['kind'], string][] = [
  ['prompt', 'Draw the invoice table with totals per customer and a button that exports the invoice list'],
  ['reply', 'The invoice table shows totals per customer.'],
  ['reply', 'The export button is there.'],
  [
    'prompt',
    'The nightly backup job times out on the staging machine since the invoice export of each customer grew, investigate the scheduler',
  ],
  ['reply', 'Looking at the scheduler.'],
  ['reply', 'Done.'],
];

const events = TEXTS.map(
  ([kind, text], i): NewEvent => ({
    id: Buffer.alloc(16, i + 1).toString('hex'),
    session: 'session-1',
    agent: null,
    at: NOON + i * 1000,
    part: 0,
    offset: i,
    bytes: 1,
    kind,
    tool: null,
    toolName: null,
    call: null,
    command: null,
    files: [],
    outcome: null,
    exitCode: null,
    text,
    length: text.length,
    hash: null,
    tokens: null,
    durationMs: null,
    model: null,
    branch: null,
  }),
);

function arrive(store: Store): void {
  store.transaction(() => {
    const sessions = new Map([['session-1', { id: 'session-1', beganAt: NOON }]]);
    for (const row of addEvents(store, { client: 'codex', log: '/log', sessions, events }).sessions)
      settleStoredSession(store, row);
  });
}

async function world(reply: Reply, settings = SETTINGS) {
  const there = await service(() => reply);
  const opened = open({
    now: () => NOON + 60_000,
    settings,
    llm: config({ provider: 'ollama', url: there.url }),
  });
  arrive(opened.engine.own.store);
  return { ...opened, there, [Symbol.asyncDispose]: () => there[Symbol.asyncDispose]() };
}

const tasks = async ({ client }: Awaited<ReturnType<typeof world>>) =>
  (await client.call('episodes', {})).episodes.map(({ begunBy, eventCount }) => [begunBy, eventCount]);

test('where rules are in doubt whether a task is new, the model is asked once and its word is kept', async () => {
  await using here = await world({ says: '{"new_task": true}' });
  expect(await tasks(here)).toEqual([['session', 6]]);
  expect(await decideTasks(here.engine)).toEqual({ asked: 1, cut: 1 });
  const cut = [
    ['new task', 3],
    ['session', 3],
  ];
  expect(await tasks(here)).toEqual(cut);
  expect(await decideTasks(here.engine)).toEqual({ asked: 0, cut: 0 });
  here.engine.own.store.sql('update session set rules = 0').run();
  settleStoredSession(here.engine.own.store, 1);
  expect(await tasks(here)).toEqual(cut);
  expect(here.there.heard).toHaveLength(1);
  expect(here.there.heard[0]!.prompt).toContain('nightly backup');
});

test('where the model says that it goes on, nothing changes and nothing is asked again', async () => {
  await using here = await world({ says: '{"new_task": false}' });
  expect(await decideTasks(here.engine)).toEqual({ asked: 1, cut: 0 });
  expect(await decideTasks(here.engine)).toEqual({ asked: 0, cut: 0 });
  expect(await tasks(here)).toEqual([['session', 6]]);
});

test('an answer that is none leaves it to the rules', async () => {
  await using here = await world({ says: 'Perhaps.' });
  expect(await decideTasks(here.engine)).toEqual({ asked: 1, cut: 0 });
  expect(await decideTasks(here.engine)).toEqual({ asked: 0, cut: 0 });
  expect(await tasks(here)).toEqual([['session', 6]]);
});

test('nobody is asked unless that is wished for by itself', async () => {
  await using here = await world({ says: '{"new_task": true}' }, SETTINGS.replace('new_tasks = true', ''));
  expect(await decideTasks(here.engine)).toEqual({ asked: 0, cut: 0 });
  expect(here.there.heard).toEqual([]);
});
