import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUTED } from '@sqrl/base/model/memory.ts';
import { weighLifts } from '@sqrl/squirrel/learn/lifecycle/lift.ts';
import { careForMemories } from '@sqrl/squirrel/learn/verbs/live.ts';
import { phaseWeightsIn } from '@sqrl/squirrel/learn/verbs/phase-weights.ts';
import { deliver, holdoutOf } from '@sqrl/squirrel/recall/deliver/deliver.ts';
import { addInjection, liftRows, replaceLifts } from '@sqrl/squirrel/store/delivery/receipts.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { expect, test } from 'vitest';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { HOUR, keep, NOON, SETTINGS, tell } from './support/deliveries.ts';
import { open, temporaryFolder } from './support/home.ts';
import { madeSession } from './support/made-session.ts';
import { over, typing } from './support/typing.ts';

const DAY = 24 * HOUR;
const inferred = { source: 'observer_inferred', createdAt: NOON - 90 * DAY } as const;

/** A session in which memories were due at its start, told or withheld, and a build that went well or not. */
function builds(engine: Engine, n: number, told: boolean, memories: string[], fails: boolean): void {
  const [id, at] = [`made-${n}`, NOON - 60 * DAY + n * DAY];
  madeSession(engine, { id, at }, [
    { says: `Change part ${n} of the shop` },
    { edit: `src/part-${n}.ts` },
    { run: 'npm run build', ...(fails && { failed: 'error: the build is broken' }) },
  ]);
  addInjection(engine.own.store, {
    ...{ id: `receipt-${n}`, client: 'claude-code', session: id, at, point: 'session start', about: null },
    ...{ tokens: 40, holdout: told ? 'full' : 'control', shown: told, memories, passages: [] },
  });
}

test('a memory with which sessions go worse is told less, then muted with the reason; a person’s word is not', async () => {
  const { engine, client } = open({ settings: `${SETTINGS}\nholdout = true`, now: () => NOON });
  const bad = keep(engine, { type: 'pattern', text: 'Build with `npm run build`', ...inferred });
  const own = keep(engine, {
    type: 'pattern',
    text: 'Always `npm run build` first',
    source: 'user_said',
    createdAt: inferred.createdAt,
  });
  for (let n = 0; n < 12; n++) builds(engine, n, n % 3 > 0, [bad.id, own.id], n % 3 > 0);
  await careForMemories(engine);
  const [first] = liftRows(engine.own.store);
  expect(first).toMatchObject({
    memory: bad.id,
    told: 8,
    toldBad: 8,
    withheld: 4,
    withheldBad: 0,
    share: 0.5,
  });

  for (let n = 12; n < 36; n++) builds(engine, n, n % 2 > 0, [bad.id, own.id], n % 2 > 0);
  const { steps } = await careForMemories(engine);
  expect(steps.filter(({ did }) => did === 'muted')).toMatchObject([
    {
      memory: bad.id,
      why: expect.stringMatching(/20 of 20 cases with it and in 0 of 16 without it/),
    },
  ]);
  expect((await client.call('get', { id: bad.id })).tags).toContain(MUTED);
  expect((await client.call('get', { id: own.id })).tags).not.toContain(MUTED);
  const { compared } = await client.call('proof', { all: true });
  expect(compared.memories).toMatchObject([{ memory: bad.id, told: { sessions: 20, bad: 20 }, share: 0.1 }]);

  // What a person unmuted stays so, whatever the numbers say.
  await client.call('change', { id: bad.id, to: { tags: [] } });
  expect(await weighLifts(engine)).toEqual([]);
});

test('a memory that helps little is withheld by lot, with a receipt, while the rest is told', async () => {
  const { engine } = open({ settings: `${SETTINGS}\nholdout = true`, now: () => NOON });
  // The lot goes by the id, which otherwise depends on how many were made before in this process.
  const weak = keep(engine, {
    id: 'weak00000001',
    type: 'preference',
    text: 'Prefers tabs, it seems',
    source: 'observer_inferred',
  });
  const good = keep(engine, {
    type: 'preference',
    text: 'Names are in English, it seems',
    source: 'observer_inferred',
  });
  const nothing = { told: 0, toldBad: 0, withheld: 0, withheldBad: 0, kind: 'preference' };
  replaceLifts(engine.own.store, [{ memory: weak.id, share: 0.1, ...nothing }]);
  const sessions = Array.from({ length: 60 }, (_, i) => `lot-${i}`).filter(
    (session) => holdoutOf(session, engine.project!.id) === 'full',
  );
  const told = { weak: 0, good: 0, withheld: 0 };
  for (const session of sessions) {
    const { text, withheld } = await tell(engine, { point: 'session start', because: 'startup' }, session);
    if (text.includes(weak.id)) told.weak++;
    if (text.includes(good.id)) told.good++;
    if (withheld?.includes(weak.id)) told.withheld++;
  }
  expect(told.good).toBe(sessions.length);
  expect(told.weak + told.withheld).toBe(sessions.length);
  expect(told.weak).toBeGreaterThan(0);
  expect(told.weak).toBeLessThan(sessions.length / 3);
});

test('what followed a reminder is counted and opens its receipt; too few sessions say how many are missing', async () => {
  const { engine, client } = open({ settings: `${SETTINGS}\nholdout = true`, now: () => NOON });
  const memory = keep(engine, { type: 'pattern', text: 'Build with `npm run build`', ...inferred });
  for (let n = 53; n < 58; n++) builds(engine, n, n !== 53, [memory.id], false);
  await careForMemories(engine);

  const { counted, compared } = await client.call('proof', {});
  expect(counted.overall).toMatchObject({ reminders: 4, sessions: 4, tokens: 160, stops: 0 });
  expect(counted.week.reminders).toBe(4);
  expect(Object.values(counted.overall.outcomes).reduce((sum, n) => sum + n, 0)).toBe(4);
  const [receipt] = counted.receipts;
  expect(receipt).toMatchObject({ id: 'receipt-57', memory: memory.id, followed: 'followed' });
  expect((await client.call('proof', { receipt: 'receipt-55' })).counted.receipts).toMatchObject([
    { id: 'receipt-55', session: 'made-55' },
  ]);
  await expect(client.call('proof', { receipt: 'no' })).rejects.toThrow('No receipt no');

  expect(compared.groups).toEqual({ full: 4, passive: 0, control: 1 });
  // A person who rejects a memory that was told flags it.
  expect(counted.flagged).toEqual({ told: 1, flagged: 0 });
  await client.call('reject', { ids: [memory.id] });
  const { counted: later, neighborhood } = await client.call('proof', { all: true });
  expect(later.flagged).toEqual({ told: 1, flagged: 1 });
  expect(neighborhood).toEqual({ tasks: 5, changed: 0 });
  madeSession(engine, { id: 'made-58', at: NOON - DAY }, [
    { says: 'Look at the parts' },
    { read: 'src/part-53.ts' },
    { run: 'npm test', failed: 'FAIL: it does not add up' },
  ]);
  madeSession(engine, { id: 'made-59', at: NOON - DAY / 2 }, [
    { says: 'Look again' },
    { read: 'src/part-53.ts' },
    { read: 'src/other.ts' },
    { run: 'npm test', failed: 'FAIL: it does not add up' },
  ]);
  const due = { client: 'claude-code', at: NOON - 1, point: 'session start', about: null, tokens: 1 };
  for (const session of ['made-58', 'made-59'])
    addInjection(engine.own.store, {
      ...{ ...due, id: session, session, holdout: 'full', shown: true, memories: [memory.id], passages: [] },
    });
  const { sessions } = (await client.call('proof', { all: true })).compared;
  expect(sessions.slice(-2)).toMatchObject([
    { id: 'made-58', filesReadAgain: 0, repeatedFailures: 0, testsPassFirst: 0 },
    { id: 'made-59', filesReadAgain: 1, repeatedFailures: 1, testsPassFirst: 0, group: 'full' },
  ]);
  const calls = compared.metrics.find(({ metric }) => metric === 'filesReadAgain')!;
  expect(calls).toMatchObject({ value: null, verdict: 'not enough data', missing: { toCompare: 9 } });
  expect(calls.says).toBe('Not enough data: 9 more control sessions are needed (1 session in 20 is one).');
});

test('of ten sessions proof says in which a correction of the person held, and which it had to give again', async () => {
  const project = '/projects/shop';
  let now = NOON;
  const { client, engine } = open({ project, settings: SETTINGS, now: () => now });
  const calls = { npm: 'npm install zod', pnpm: 'pnpm add zod' };
  const session = async (n: number, turns: readonly Turn[], tries?: string) => {
    const [id, startedAt] = [`s${n}`, NOON + n * HOUR];
    now = startedAt;
    if (tries !== undefined) {
      const heard = { client: 'claude-code', session: id, at: now };
      const moment = { point: 'before', tool: 'run', command: tries, files: [], symbols: [] } as const;
      await deliver(engine, { ...heard, moment: { point: 'session start', because: 'startup' } });
      await deliver(engine, { ...heard, moment });
      // It insists.
      if (turns.some((turn) => 'run' in turn && turn.run === tries))
        await deliver(engine, { ...heard, moment });
    }
    const path = join(temporaryFolder(), `${id}.jsonl`);
    writeFileSync(path, claudeLog({ session: id, cwd: project, startedAt, turns }));
    now += HOUR / 2;
    await client.call('ingest', { paths: [path], mine: true });
  };
  const asked = { say: 'Add zod to the shop, please' };
  const corrections = async () => (await client.call('proof', {})).counted.corrections;
  const sqrl = typing(project, over(client));

  await session(1, [asked, { run: calls.npm }, { say: 'No, use pnpm here, not npm.' }, { run: calls.pnpm }]);
  expect(await corrections()).toEqual({ given: 1, avoided: [] });
  for (const n of [2, 3, 4, 5, 6]) await session(n, [{ say: `Look at part ${n}` }, { read: 'src/cart.ts' }]);
  // Stopped and not made; made again after the stop; corrected again; stopped.
  await session(7, [asked, { run: calls.pnpm }], calls.npm);
  await session(8, [asked, { run: calls.npm }], calls.npm);
  await session(9, [asked, { run: calls.npm }, { say: 'No, use pnpm here, not npm.' }]);
  await session(10, [asked, { run: calls.pnpm }], calls.npm);
  const { given, avoided } = await corrections();
  expect([given, avoided.map((each) => each.session)]).toEqual([1, ['s10', 's7']]);
  const { out } = await sqrl(['proof']);
  expect(out).toContain('Corrections avoided: 2 (1 of 1 memory from corrections of yours');
});

test('a replay finds what memory would have saved, says how often it would have spoken, and writes nothing', async () => {
  const { engine, client } = open({ settings: SETTINGS, now: () => NOON });
  const day = (n: number) => NOON - 30 * DAY + n * DAY;
  const fails = { run: 'wrap yarn test', failed: "error: unrecognized subcommand 'yarn'" };
  for (let n = 0; n < 6; n++)
    madeSession(engine, { id: `s${n}`, at: day(n) }, [
      { says: `Round the totals of the shopping cart, step ${n}` },
      { edit: 'src/cart/rounding.ts' },
      fails,
      { run: 'yarn test' },
    ]);
  // Only in the first of these the search led to the file that memory would have listed.
  const search = { run: 'rg total', printed: 'src/cart/rounding.ts:3: total' };
  const read = { read: 'src/cart/rounding.ts' };
  const says = 'Round the totals of the shopping cart as banks do';
  madeSession(engine, { id: 's6', at: day(6) }, [{ says }, search, read]);
  madeSession(engine, { id: 's7', at: day(7) }, [{ says }, search, { read: 'README.md' }, read]);
  const before = contentOf(engine);
  expect(before[0]!.tables.length).toBeGreaterThan(20);
  const { sessions, kinds, claims } = await client.call('replay', {});
  expect(contentOf(engine)).toEqual(before);
  // Of fewer sessions it says only what it would have said in these.
  const latest = await client.call('replay', { limit: 3 });
  expect(latest.kinds.find(({ kind }) => kind === 'failure')).toMatchObject({
    claims: 1,
    spoken: 1,
    right: 1,
  });
  const ended = client.call('replay', {}, { signal: AbortSignal.abort() });
  await expect(ended).rejects.toThrow();

  expect(sessions).toBe(8);
  const of = (kind: string) => kinds.find((each) => each.kind === kind)!;
  expect(of('failure').right).toBe(of('failure').claims);
  expect(of('failure').claims).toBeGreaterThan(0);
  expect(of('file').spoken).toBeGreaterThanOrEqual(of('file').right);
  for (const claim of claims) {
    expect(claim.at).toBeGreaterThan(day(1));
    expect(claim.tokens.low).toBeLessThanOrEqual(claim.tokens.high);
    expect(claim.minutes.low).toBeLessThanOrEqual(claim.minutes.high);
  }
  const failure = claims.find(({ kind }) => kind === 'failure')!;
  expect(failure).toMatchObject({
    told: expect.stringContaining('wrap yarn'),
    truth: expect.stringContaining('unrecognized subcommand'),
  });
  // The call that resolved it was needed anyway.
  expect(failure.tokens.high).toBe(failure.tokens.low);
  expect(claims.filter(({ kind }) => kind === 'file')).toMatchObject([
    { session: 'claude-code:s6', told: 'src/cart/rounding.ts', truth: 'rg total' },
  ]);
});

/** Every row of every table, of the project and of the user, and how many were ever written. */
const contentOf = ({ indexedStores }: Engine) =>
  indexedStores.map(({ store }) => ({
    written: store.sql('select total_changes() as n').get()!.n,
    tables: store
      .sql(`select name from sqlite_master where type = 'table' and sql not like 'create virtual%'`)
      .all()
      .map(({ name }) => [
        name,
        store
          .sql(`select * from "${name}"`)
          .all()
          .map((row) => ({ ...row })),
      ]),
  }));

test('a type that only control sessions are told alone gets no weight of them', async () => {
  const { engine, client } = open({ settings: SETTINGS, now: () => NOON });
  const rule = keep(engine, { type: 'preference', text: 'Use pnpm', source: 'user_said', confidence: 0.9 });
  const gotcha = keep(engine, { type: 'gotcha', text: 'Start redis before the tests', ...inferred });
  // Whether the rule was told makes no difference; sessions of the control group, which are told it alone, fail.
  for (let n = 0; n < 40; n++) {
    const [id, at, isControl] = [`t${n}`, NOON - 50 * DAY + n * DAY, n % 2 === 0];
    madeSession(engine, { id, at }, [
      { says: `Implement part ${n} of the shop` },
      { edit: `src/part-${n}.ts` },
      { run: 'npm test', ...(isControl && { failed: 'FAIL redis' }) },
    ]);
    const told = isControl ? [rule.id] : [gotcha.id];
    addInjection(engine.own.store, {
      ...{ id: `w-${n}`, client: 'claude-code', session: id, at, point: 'session start', about: null },
      ...{ tokens: 9, holdout: isControl ? 'control' : 'full', shown: true, memories: told, passages: [] },
    });
  }
  expect(await client.call('phaseWeights', {})).toMatchObject({ sessions: 20, proposals: [] });
});

test('weights that test runs speak for are proposed, and hold once a person applies them', async () => {
  const { engine, client } = open({ settings: SETTINGS, now: () => NOON });
  const memory = keep(engine, { type: 'gotcha', text: 'Start redis before the tests', ...inferred });
  for (let n = 0; n < 40; n++) {
    const [id, at, isTold] = [`t${n}`, NOON - 50 * DAY + n * DAY, n % 2 === 0];
    madeSession(engine, { id, at }, [
      { says: `Implement part ${n} of the shop` },
      { edit: `src/part-${n}.ts` },
      { run: 'npm test', ...(!isTold && { failed: 'FAIL redis' }) },
    ]);
    addInjection(engine.own.store, {
      ...{ id: `w-${n}`, client: 'claude-code', session: id, at, point: 'session start', about: null },
      ...{ tokens: 9, holdout: 'full', shown: true, memories: isTold ? [memory.id] : [], passages: [] },
    });
  }
  const { sessions, proposals } = await client.call('phaseWeights', {});
  expect(sessions).toBe(40);
  const [first] = proposals;
  expect(first).toMatchObject({ type: 'gotcha', told: { passed: 20 }, untold: { passed: 0 } });
  await client.call('phaseWeights', { act: 'refuse' });
  expect(await client.call('phaseWeights', { act: 'apply' })).toMatchObject({ decided: true, applied: {} });
  engine.own.store.sql("delete from mark where name = 'phase weights decided'").run();
  const { applied } = await client.call('phaseWeights', { act: 'apply' });
  expect(applied[first!.phase]).toEqual({ gotcha: first!.to });
  expect(phaseWeightsIn(engine.own.store)[first!.phase].gotcha).toBe(first!.to);
  // The same evidence does not move a weight twice.
  expect(await client.call('phaseWeights', { act: 'apply' })).toMatchObject({ proposals: [], applied });
  expect((await client.call('phaseWeights', { act: 'reset' })).applied).toEqual({});
});
