import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stepText } from '@sqrl/base/messages.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Trigger } from '@sqrl/base/model/trigger.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import { fingerprintOf } from '@sqrl/squirrel/ingest/episodes/fingerprint.ts';
import { settleSession } from '@sqrl/squirrel/ingest/episodes/settle.ts';
import { readPolicy } from '@sqrl/squirrel/learn/lifecycle/policy.ts';
import { careForMemories, runLifecycle } from '@sqrl/squirrel/learn/verbs/live.ts';
import { addInjection } from '@sqrl/squirrel/store/delivery/receipts.ts';
import { addEvents, type NewEvent } from '@sqrl/squirrel/store/events/events.ts';
import { addMemory, memoryAt, rowById } from '@sqrl/squirrel/store/memory/memories.ts';
import { erasedAt } from '@sqrl/squirrel/store/memory/steps.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { aMemory } from '@sqrl/squirrel/store/testing/a-memory.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';

const DAY = 24 * 3600_000;
const BEGIN = Date.UTC(2026, 0, 5, 9);
const dayOf = (n: number) => BEGIN + n * DAY;

const FAILURE = 'Error: connect ECONNREFUSED, is redis running?';
const expects = fingerprintOf({ tool: 'run', text: FAILURE, command: 'npm test', exitCode: 1 }).id;
const trigger: Trigger = {
  tool: 'run',
  command: 'npm test',
  match: 'begins',
  file: null,
  expects,
};

const guard = (some: Partial<Memory> = {}) =>
  aMemory({
    id: 'redisguard01',
    text: 'Start redis first: `npm test` fails without it',
    type: 'gotcha',
    status: 'provisional',
    source: 'observer_inferred',
    confidence: 0.7,
    halfLifeDays: 60,
    trigger,
    createdAt: dayOf(3) - 1,
    updatedAt: dayOf(3) - 1,
    ...some,
  });

/** One session a day, in which the tests are run, with what was shown before they were. */
interface Day {
  n: number;
  fails?: boolean;
  shows?: string[];
  cites?: string;
}

test('a guard that spares people its failure is promoted, and can say why', async () => {
  let now = dayOf(20);
  const { engine, client } = open({ now: () => now });
  for (const n of [0, 1, 2]) happen(engine, { n, fails: true });
  remembered(engine.own.store, guard());
  for (const n of [3, 4, 5, 6, 7, 8]) happen(engine, { n, shows: ['redisguard01'] });

  const { steps } = await careForMemories(engine);

  expect(steps).toEqual([
    {
      memory: 'redisguard01',
      did: 'promoted',
      why: `came up in 6 episodes after it was shown, was used in 6 and helped in 4`,
    },
    { memory: 'redisguard01', did: 'trusted', why: `used 5 times without a correction` },
  ]);
  const told = await client.call('get', { id: 'redisguard01' });
  expect(told).toMatchObject({ status: 'active', confidence: 0.75 });
  expect(told.metrics).toMatchObject({ opportunities: 6, uses: 6, regretHits: 4, lastUsedAt: dayOf(8) });
  const life = await client.call('memoryHistory', { id: 'redis', limit: 2 });
  expect(life).toMatchObject({
    steps: [{ did: stepText('promoted') }, { did: stepText('trusted'), confidence: 0.75 }],
    tally: { opportunities: 6, chances: 6, uses: 6, hits: 4, misses: 0 },
    deliveredAt: dayOf(8) + 2 * 60_000,
    outcomes: [
      {
        at: dayOf(8),
        used: true,
        failure: 'did not come',
        why: expect.stringContaining('(before a tool: npm test)'),
      },
      { at: dayOf(7) },
    ],
  });

  const before = contentOf(engine);
  now += 60_000;
  expect(await careForMemories(engine)).toEqual({ sessions: 0, steps: [] });
  expect(contentOf(engine)).toEqual(before);
});

test('status counts the occasions of what was told, and those on which it was followed', async () => {
  const { engine, client } = open({ now: () => dayOf(20) });
  const ids = ['redisguard01', 'redisguard02', 'redisguard03'];
  for (const id of ids) remembered(engine.own.store, guard({ id }));
  for (const n of [4, 5]) happen(engine, { n, shows: ids });
  happen(engine, { n: 6, shows: ids, fails: true });
  happen(engine, { n: 7 });
  await careForMemories(engine);

  expect((await client.call('status', {})).saved).toMatchObject({ told: 3, chances: 9, uses: 6 });
});

test('a guard whose failure comes all the same is put away, pruned after a month, and still accounted for', async () => {
  let now = dayOf(14);
  const { engine, client } = open({ now: () => now });
  const { store } = engine.own;
  remembered(store, guard());
  for (let n = 3; n < 14; n++) happen(engine, { n, fails: true, shows: ['redisguard01'] });

  expect((await careForMemories(engine)).steps).toMatchObject([
    {
      did: 'deprecated',
      why: `came up in 11 episodes after it was shown and was used in 0; the limit is a share of ${0.1}`,
    },
  ]);
  expect((await client.call('memoryHistory', { id: 'redisguard01' })).tally).toMatchObject({
    hits: 0,
    misses: 11,
  });
  now = dayOf(44);
  expect((await careForMemories(engine)).steps).toEqual([]);
  now = dayOf(45);
  expect((await careForMemories(engine)).steps).toMatchObject([{ did: 'erased' }]);
  expect(rowById(store, 'redisguard01')).toBeUndefined();
  expect(erasedAt(store, 'redisguard01')).toBe(now);
  expect(await client.call('memoryHistory', { id: 'redisguard01' })).toMatchObject({
    memory: null,
    steps: [{ did: stepText('erased'), why: 'archived 31 days ago and not used since' }],
    outcomes: [],
  });
  expect(await careForMemories(engine)).toMatchObject({ steps: [] });
});

/** What was tried and given up, last seen on a day: by default it goes after ninety days in which it was not needed. */
const abandoned = (n: number) =>
  aMemory({
    id: 'gateway00001',
    text: 'Polling the gateway was given up: it throttles',
    type: 'dead_end',
    source: 'observer_inferred',
    confidence: 0.8,
    halfLifeDays: 90,
    createdAt: dayOf(n),
    updatedAt: dayOf(n),
  });

test('a history that is imported long after its end keeps what was true then', async () => {
  const { engine, client } = open({ now: () => dayOf(250) });
  for (let n = 0; n < 10; n++) happen(engine, { n });
  remembered(engine.own.store, abandoned(9));
  expect((await careForMemories(engine)).steps).toEqual([]);
  const { confidence, memory } = await client.call('memoryHistory', { id: 'gateway00001' });
  expect(confidence).toBe(0.8);
  expect(memory).toMatchObject({ status: 'active' });
  expect((await client.call('get', { id: 'gateway00001' })).staleness).toMatchObject({ trust: 1, why: [] });
});

test('after a pause of a year work goes on where it was', async () => {
  let now = dayOf(9);
  const { engine, client } = open({ now: () => now });
  for (let n = 0; n < 10; n++) happen(engine, { n });
  remembered(engine.own.store, abandoned(9));
  now = dayOf(375);
  expect((await careForMemories(engine)).steps).toEqual([]);
  for (const n of [373, 374, 375]) happen(engine, { n });
  expect((await careForMemories(engine)).steps).toEqual([]);
  const { confidence } = await client.call('memoryHistory', { id: 'gateway00001' });
  expect(confidence).toBeCloseTo(0.8 * 0.5 ** (3 / 90));
});

test('in a project that is worked on, what is not needed for so many days of work fades', async () => {
  let now = dayOf(179);
  const { engine } = open({ now: () => now });
  remembered(engine.own.store, abandoned(0));
  // Every second day: ninety days of work take twice as long.
  for (let n = 0; n <= 180; n += 2) happen(engine, { n });
  expect((await careForMemories(engine)).steps).toEqual([]);
  now = dayOf(182);
  happen(engine, { n: 182 });
  expect((await careForMemories(engine)).steps).toEqual([
    {
      memory: 'gateway00001',
      did: 'faded',
      why: `neither used nor applicable on 91 days of work here; [decay.guard] allows 90`,
    },
  ]);
});

test('whatever is read first, and however often memories live in between, they come to the same', () => {
  const days: Day[] = Array.from({ length: 10 }, (_, n) => ({
    n,
    fails: n % 3 === 0,
    ...(n % 2 === 0 && n > 3 && { shows: ['redisguard01', 'cents0000001'] }),
    ...(n === 8 && { cites: 'cents0000001' }),
  }));
  const cents = aMemory({
    id: 'cents0000001',
    text: 'Totals are kept in cents',
    type: 'decision',
    status: 'provisional',
    files: ['src/cart.ts'],
    createdAt: dayOf(1),
    updatedAt: dayOf(1),
  });
  const policy = readPolicy('', 'memory_policy.toml');
  const lives = (store: Store) =>
    runLifecycle({
      project: 'shop',
      stores: [store],
      policy,
      branches: new Map(),
      now: dayOf(12),
      erase: expect.fail,
    });
  using inOrder = openStore(':memory:', { now: () => dayOf(12) });
  for (const memory of [guard(), cents]) remembered(inOrder, memory);
  for (const day of days) happen({ own: { store: inOrder } }, day);
  lives(inOrder);
  const { outcomes, metrics } = contentOf({ own: { store: inOrder } });
  expect(outcomes.length).toBeGreaterThan(12);

  const events = [...days.map((day) => ({ day })), { memory: guard() }, { memory: cents }];
  fc.assert(
    fc.property(
      fc.shuffledSubarray(events, { minLength: events.length }),
      fc.array(fc.boolean(), { minLength: events.length, maxLength: events.length }),
      (order, pauses) => {
        using store = openStore(':memory:', { now: () => dayOf(12) });
        for (const [i, what] of order.entries()) {
          if ('day' in what) happen({ own: { store } }, what.day);
          else remembered(store, what.memory);
          if (pauses[i]) lives(store);
        }
        lives(store);
        expect(contentOf({ own: { store } })).toMatchObject({ outcomes, metrics });
      },
    ),
    { numRuns: runs(10) },
  );
});

test('what holds everywhere is counted in every project, and once in each', async () => {
  const home = join(temporaryFolder(), 'home');
  const everywhere = guard({ scope: 'global' });
  for (const project of ['/projects/shop', '/projects/blog']) {
    const { engine, client } = open({ home, project, now: () => dayOf(12) });
    if (project.endsWith('shop')) remembered(engine.user.store, everywhere);
    for (const n of [4, 5]) happen(engine, { n, fails: true });
    await careForMemories(engine);
    await careForMemories(engine);
    const { metrics } = await client.call('get', { id: everywhere.id });
    expect(metrics.opportunities).toBe(project.endsWith('shop') ? 2 : 4);
    await client.close();
  }
});

test('a corrected memory is judged by what it says now', async () => {
  const { engine, client } = open({ now: () => dayOf(12) });
  remembered(
    engine.own.store,
    aMemory({ id: 'words0000001', text: 'The gateway needs a token', createdAt: dayOf(1) }),
  );
  for (const n of [4, 5]) happen(engine, { n });
  await careForMemories(engine);
  expect((await client.call('memoryHistory', { id: 'words0000001' })).tally.opportunities).toBe(0);
  await client.call('correct', {
    id: 'words0000001',
    text: 'The tests need redis: `npm test` hangs without',
  });
  await careForMemories(engine);
  expect((await client.call('memoryHistory', { id: 'words0000001' })).tally.opportunities).toBe(2);
  expect((await client.call('get', { id: 'words0000001' })).metrics.opportunities).toBe(2);
});

test('what was learned on a branch joins the project when the branch is merged', async () => {
  const project = temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: project,
      env: { PATH: process.env.PATH, HOME: project },
      stdio: 'pipe',
    });
  git('init', '-q', '-b', 'main');
  git('commit', '-q', '--allow-empty', '-m', 'one');
  git('checkout', '-q', '-b', 'feature');
  writeFileSync(join(project, 'tax.ts'), 'tax\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'tax');
  let now = dayOf(5);
  const { engine, client } = open({ project, now: () => now });
  for (const id of ['staged000001', 'staged000002'])
    remembered(
      engine.own.store,
      aMemory({
        id,
        text: `Tax is due ${id}`,
        type: 'decision',
        branch: id === 'staged000001' ? 'feature' : 'lost',
      }),
    );

  const found = async () => {
    const { lines } = await client.call('recall', { question: 'when is tax due?' });
    return lines.map(({ memory }) => memory.id);
  };
  expect((await careForMemories(engine)).steps).toMatchObject([
    { memory: 'staged000002', did: 'branch gone' },
  ]);
  expect(await found()).toEqual(['staged000001']);
  git('checkout', '-q', 'main');
  expect(await found()).toEqual([]);
  git('merge', '-q', '--squash', 'feature');
  git('commit', '-q', '-m', 'Tax (#1)');
  git('branch', '-q', '-D', 'feature');
  now = dayOf(36);
  expect((await careForMemories(engine)).steps).toEqual([
    { memory: 'staged000001', did: 'joined', why: `feature was merged` },
    {
      memory: 'staged000002',
      did: 'deprecated',
      why: `its branch lost was deleted without being merged`,
    },
  ]);
  expect(await client.call('get', { id: 'staged000001' })).toMatchObject({ branch: null, status: 'active' });
  expect(await found()).toEqual(['staged000001']);
  expect(await careForMemories(engine)).toMatchObject({ steps: [] });
});

test('a wrong policy is told with its line before anything happens', async () => {
  const { engine, home } = open({ now: () => dayOf(12) });
  writeFileSync(join(home, 'memory_policy.toml'), '[promotion.default]\nmin_use_ratio = "often"\n');
  await expect(careForMemories(engine)).rejects.toThrow(
    /memory_policy\.toml:2: promotion\.default\.min_use_ratio: /,
  );
});

test('the policy is written when a rule is set, and says what holds', async () => {
  const { client, home } = open();
  const path = join(home, 'memory_policy.toml');
  expect(await client.call('policy', {})).toMatchObject({ path, exists: false });
  const set = { 'promotion.default.min_opportunities': 8 };
  expect(await client.call('policy', { set })).toMatchObject({ exists: true });
  const { rules } = await client.call('policy', {});
  expect(rules.filter((rule) => rule.value !== rule.default)).toMatchObject([
    { key: 'promotion.default.min_opportunities', value: 8, default: 5 },
  ]);
  writeFileSync(path, 'promotion = 1');
  await expect(client.call('policy', {})).rejects.toThrow(/memory_policy\.toml:1: promotion: /);
  expect(await client.call('policy', { rules: false })).toMatchObject({ path, rules: [] });
});

test('people confirm, correct and reject; what they rejected is not to be learned again', async () => {
  let now = dayOf(5);
  const { engine, client } = open({ now: () => now });
  const { store } = engine.own;
  remembered(store, guard({ needsReview: true, tainted: true }), 'from a page');
  store
    .sql(
      `insert into draft (id, matter, signal, at, last_at, sessions, body, memory)
       values ('redisguard01', 'fact:redis', 'fact', 1, 1, 1, '{}', 'redisguard01')`,
    )
    .run();
  const { waiting, total } = await client.call('review', {});
  expect(total).toBe(1);
  expect(waiting[0]).toMatchObject({
    memory: { id: 'redisguard01' },
    why: expect.stringContaining('repeats text from outside'),
    evidence: { quote: 'from a page' },
  });

  const { memory, before } = await client.call('correct', {
    id: 'redisguard01',
    text: 'Start redis and postgres before `npm test`',
    because: 'both are needed',
  });
  expect(before).toContain('Start redis first');
  expect(memory).toMatchObject({ verified: true, needsReview: false, status: 'active', confidence: 0.95 });
  expect((await client.call('review', {})).waiting).toEqual([]);
  now += 1000;
  await client.call('reject', { ids: ['redisguard01'] });
  expect(memoryAt(store, rowById(store, 'redisguard01')!)).toMatchObject({
    status: 'deprecated',
    verified: false,
  });
  expect(store.sql('select matter, memory from refusal').all()).toEqual([
    expect.objectContaining({ matter: 'fact:redis', memory: 'redisguard01' }),
  ]);
  now += 1000;
  expect((await client.call('confirm', { ids: ['redisguard01'] })).confirmed).toMatchObject([
    { status: 'active' },
  ]);
  expect(store.sql('select count(*) as n from refusal').get()).toMatchObject({ n: 0 });

  expect((await client.call('memoryHistory', { id: 'redisguard01' })).steps).toMatchObject([
    { did: stepText('corrected'), why: 'a person reworded it: both are needed', before },
    { did: stepText('rejected'), why: 'a person rejected it' },
    { did: stepText('confirmed') },
  ]);
});

test('what a person changes or pins is in its history, and moves with it to another store', async () => {
  const { client } = open({ now: () => dayOf(5) });
  const { id } = await client.call('remember', { text: 'Deploys go out on Mondays' });
  await client.call('change', { id, to: { text: 'Deploys go out on Tuesdays' } });
  await client.call('pin', { id });
  await client.call('pin', { id });
  await client.call('change', { id, to: { scope: 'global' } });
  expect((await client.call('memoryHistory', { id })).steps).toMatchObject([
    { did: stepText('changed'), before: 'Deploys go out on Mondays' },
    { did: stepText('pinned'), before: null },
  ]);
});

test('forgetting leaves nothing but that it is not to be learned again', async () => {
  const { engine, client } = open({ now: () => dayOf(5) });
  const { store } = engine.own;
  remembered(store, guard());
  happen(engine, { n: 4, shows: ['redisguard01'] });
  store
    .sql(
      `insert into draft (id, matter, signal, at, last_at, sessions, body, memory)
       values ('redisguard01', 'fact:redis', 'fact', 1, 1, 1, '{}', 'redisguard01')`,
    )
    .run();
  await client.call('correct', { id: 'redisguard01', text: 'Start redis' });
  await careForMemories(engine);
  await client.call('forget', { ids: ['redisguard01'] });
  await careForMemories(engine);
  for (const table of ['memory_step', 'outcome', 'tally', 'injection_memory'])
    expect(store.sql(`select count(*) as n from ${table}`).get()).toMatchObject({ n: 0 });
  expect(store.sql(`select count(*) as n from mark where kind = 'judged'`).get()).toEqual({ n: 0 });
  expect(store.sql('select matter, memory from refusal').all()).toEqual([
    expect.objectContaining({ matter: 'fact:redis', memory: null }),
  ]);
});

/** Where things happen: an engine, or what a test needs of one. */
type Place = { own: Pick<Engine['own'], 'store'> };

let offset = 0;

/** Lets a day happen in the project of an engine. */
function happen({ own: { store } }: Place, { n, fails = false, shows, cites }: Day): void {
  const id = `day-${n}`;
  const at = dayOf(n);
  const event = (minute: number, given: Partial<NewEvent>): NewEvent => ({
    id: createHash('md5').update(`${id} ${minute}`).digest('hex'),
    session: id,
    agent: null,
    at: at + minute * 60_000,
    kind: 'result',
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
    offset: offset++,
    bytes: 1,
    part: 0,
    ...given,
  });
  const ends = fails
    ? ({ outcome: 'failed', exitCode: 1, text: FAILURE } as const)
    : ({ outcome: 'ok' } as const);
  const file = { path: 'src/cart.ts', outside: false, way: 'edit', lines: null } as const;
  store.transaction(() => {
    const { sessions } = addEvents(store, {
      client: 'claude-code',
      log: `/logs/${id}`,
      sessions: new Map([[id, { id, beganAt: at }]]),
      events: [
        event(0, { kind: 'prompt', text: `Mend the cart, part ${n}` }),
        event(1, { tool: 'edit', files: [file], outcome: 'ok' }),
        event(3, { tool: 'run', command: 'npm test', ...ends }),
        event(4, { kind: 'reply', text: cites ? `Done, see [Memory #${cites}]` : 'Done' }),
      ],
    });
    for (const session of sessions) settleSession(store, session);
  });
  if (shows)
    addInjection(store, {
      id: `shown-${n}`,
      client: 'claude-code',
      session: id,
      at: at + 2 * 60_000,
      point: 'before a tool',
      about: 'npm test',
      tokens: 30,
      holdout: 'full',
      shown: true,
      memories: shows,
      passages: [],
    });
}

function remembered(store: Store, memory: Memory, quote: string | null = null): void {
  store.transaction(() => {
    const row = addMemory(store, memory, `hash of ${memory.id}`);
    store
      .sql('insert into evidence (memory, proof, events, quote, at) values (?, ?, ?, ?, ?)')
      .run(row, 'explicit_statement', '[]', quote, memory.createdAt);
  });
}

/** Everything that living leaves behind, without the numbers that tell only in which order it came. */
function contentOf({ own: { store } }: Place) {
  const rows = (sql: string) =>
    store
      .sql(sql)
      .all()
      .map((row) => ({ ...row }));
  return {
    outcomes: rows(
      `select memory, episode, at, before, delivered, used, failure, saved, why from outcome order by 1, 2`,
    ),
    metrics: rows(
      `select id, opportunities, uses, regret_hits, regret_saved from metrics join memory on memory.row = memory
        order by 1`,
    ),
    memories: rows(
      'select id, status, tier, confidence, needs_review, branch, updated_at from memory order by 1',
    ),
    steps: rows('select memory, at, did, why, confidence from memory_step order by row'),
  };
}
