import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { hashOf } from '../src/base/text/clean.ts';
import type { Memory, MemoryType } from '../src/model/memory.ts';
import type { SignalName } from '../src/model/sighting.ts';
import { allDrafts, putDraft, setFate } from '../src/store/drafts/drafts.ts';
import { addMemoryAction } from '../src/store/memory/changes.ts';
import { addMemory } from '../src/store/memory/memories.ts';
import { openStore } from '../src/store/open.ts';
import { historyDrafts } from '../src/store/schema/history-drafts.ts';
import type { Store } from '../src/store/store.ts';
import { aMemory } from '../src/store/testing/a-memory.ts';
import { homeOf } from '../src/workspace/home.ts';
import { locateProject } from '../src/workspace/locate.ts';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { type Opened, open, temporaryFolder } from './support/home.ts';

const PROJECT = '/projects/shop';
const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 9, 1, 9);

/** Several sessions that read, search, change and test the same files. */
const TASKS: Turn[][] = [
  'Add a confirmation dialog before the cart is emptied',
  'Show refunds in the order history of the customer',
  'Retry the payment twice when the bank times out',
  'Round the totals of the invoice to whole cents',
].map((task) => [
  { say: task },
  { read: 'src/rates.ts' },
  { run: 'grep -rn taxRate src', output: 'src/cart.ts:3:export const taxRate = 0.2' },
  { read: 'src/cart.ts' },
  { edit: 'src/cart.ts' },
  { run: 'npm test', output: ' Tests  12 passed (12)' },
  { reply: 'Done.' },
]);

function logsOf(sessions: readonly Turn[][]): string[] {
  const folder = join(temporaryFolder(), '-projects-shop');
  mkdirSync(folder, { recursive: true });
  return sessions.map((turns, i) => {
    const session = `0000000${i}-0000-4000-8000-000000000000`;
    const path = join(folder, `${session}.jsonl`);
    writeFileSync(path, claudeLog({ session, cwd: PROJECT, startedAt: FIRST + i * DAY, turns }));
    return path;
  });
}

const listed = async ({ client }: Opened) =>
  (
    await client.call('list', {
      filter: { statuses: ['provisional', 'active'] },
      limit: 100,
      order: 'oldest',
    })
  ).memories;

test('finished work leaves no memory of itself, and history finds it', async () => {
  const home = open({ project: PROJECT, now: () => FIRST + 10 * DAY });
  await home.client.call('ingest', { paths: logsOf(TASKS) });
  const types = (await listed(home)).map(({ type }) => type);
  // How tests are run is knowledge: it was learned from the same sessions.
  expect(types).toEqual(['pattern']);
  expect(allDrafts(home.engine.own.store).map(({ signal }) => signal)).toEqual(['working_command']);
  const { tasks } = await home.client.call('similarTasks', { task: 'empty the cart after a dialog' });
  expect(tasks[0]).toMatchObject({
    task: expect.stringContaining('confirmation dialog'),
    filesChanged: ['src/cart.ts'],
    memory: null,
  });
  const { use } = await home.client.call('fileHistory', { path: 'src/cart.ts' });
  expect(use).toMatchObject({ changed: 4 });
  const { text } = await home.client.call('where', {});
  expect(text).toContain('Round the totals of the invoice');
});

test('what a person or an agent says of past work and of a module stays a memory', async () => {
  const home = open({ project: PROJECT });
  for (const [type, text] of [
    ['work_unit_outcome', 'Moving the cart to cents ended the rounding errors.'],
    ['module_insight', 'The cart module owns prices and discounts.'],
    ['work_state', 'The refund page is half done: the API is missing.'],
  ] as const)
    await home.client.call('remember', { type, text });
  await home.client.call('learn', { anew: true });
  expect((await listed(home)).map(({ type }) => type).sort()).toEqual([
    'module_insight',
    'work_state',
    'work_unit_outcome',
  ]);
});

/** Memories that earlier versions drew from sessions, by what noticed them. */
const OLD: [signal: SignalName, matter: string, type: MemoryType, text: string][] = [
  ['work_unit', 'e1', 'work_unit_outcome', '“Empty the cart” (2026-01-02) changed `src/cart.ts`.'],
  ['whereabouts', 'src/cart.ts', 'module_insight', 'Recent work in `src/cart.ts`: “Empty the cart”.'],
  ['work_state', 'branch main', 'work_state', 'Left unfinished on 2026-01-02: “Empty the cart”.'],
  ['hot_spot', 'src/cart.ts', 'module_insight', '`src/cart.ts` is often fixed: 10 of its 10 commits.'],
  [
    'repeated_grep',
    'taxrate',
    'module_insight',
    '`taxRate` is in `src/cart.ts` (searched for in 3 sessions).',
  ],
  ['co_access', 'src/cart.ts', 'prefetch_pattern', 'Before changing `src/cart.ts`, read `src/rates.ts`.'],
  [
    'token_spike',
    'read src/app.ts',
    'context_cost',
    'Reading all of `src/app.ts` costs about 20,000 tokens.',
  ],
  ['synthesis', 'start:src/pay', 'prefetch_pattern', 'Work in `src/pay` usually needs `src/pay/api.ts`.'],
  ['test_order', 'runs', 'task_calibration', 'Changes here seldom pass the tests at once.'],
];

/** Puts a memory and its draft into a store as an earlier version left them. */
function learned(
  store: Store,
  [signal, matter, type, text]: (typeof OLD)[number],
  some: Partial<Memory> = {},
): string {
  const memory = aMemory({ type, text, source: 'observer_inferred', confidence: 0.6, ...some });
  addMemory(store, memory, hashOf(memory.text));
  putDraft(store, memory.id, {
    signal,
    matter: `${signal}:${matter}`,
    at: FIRST,
    lastAt: FIRST,
    session: 'claude-code:s',
    sessionKind: 'build',
    sessions: 3,
    minSessions: 1,
    quorum: false,
    worth: 0.6,
    strength: 0.6,
    tainted: false,
    branch: null,
    proposal: {
      type,
      text,
      evidence: [{ proof: 'seen', episode: null, events: ['e'], quote: null, at: FIRST }],
    },
  });
  const draft = allDrafts(store).find(({ id }) => id === memory.id)!;
  setFate(store, draft.row, { step: null, reason: null, memory: memory.id, wanted: JSON.stringify(memory) });
  return memory.id;
}

test('an older home’s memories of history are archived, and those that a person touched stay', async () => {
  const folder = join(temporaryFolder(), 'home');
  const path = homeOf(folder).project(locateProject(PROJECT));
  mkdirSync(dirname(path), { recursive: true });
  const ids: string[] = [];
  const kept: string[] = [];
  {
    using store = openStore(path, { now: () => FIRST });
    for (const old of OLD) ids.push(learned(store, old));
    const again = (i: number, some: Partial<Memory> = {}): string => {
      const [signal, , type, text] = OLD[i]!;
      return learned(store, [signal, `kept ${kept.length}`, type, `${text} Kept ${kept.length}.`], some);
    };
    kept.push(again(0, { pinned: true }));
    kept.push(again(1, { verified: true }));
    kept.push(again(3));
    const tagged = { id: 'a', memory: kept[2]!, at: FIRST, did: 'changed' };
    addMemoryAction(store, { ...tagged, was: { tags: [] }, became: { tags: ['cart'] } });
    kept.push(learned(store, ['error_retry', 'f1', 'gotcha', 'The tests fail without REDIS_URL.']));
    store.db.exec(historyDrafts);
  }
  const home = open({ home: folder, project: PROJECT, now: () => FIRST + DAY });
  const { withdrawn } = await home.client.call('learn', {});
  expect(withdrawn.toSorted()).toEqual(ids.toSorted());
  expect((await listed(home)).map(({ id }) => id).sort()).toEqual(kept.toSorted());
  for (const id of ids) {
    expect(await home.client.call('get', { id })).toMatchObject({ status: 'deprecated' });
    const { steps } = await home.client.call('memoryHistory', { id });
    expect(steps.at(-1)).toMatchObject({ did: { code: 'did.withdrawn' }, why: { code: 'why.history' } });
  }
  const count = () => home.engine.own.store.sql('select count(*) as n from memory_step').get()!.n;
  const before = count();
  expect(await home.client.call('learn', {})).toMatchObject({ withdrawn: [], changed: [] });
  expect(count()).toBe(before);
});
