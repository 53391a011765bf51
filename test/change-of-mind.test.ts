import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { type Opened, open, temporaryFolder } from './support/home.ts';

const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 9, 1, 9);
const SHOP = '/projects/shop';

/** A session of a day in a project, as a log. */
function said(day: number, says: string, cwd = SHOP): string {
  const turns: Turn[] = [
    { say: 'Look at the cart.' },
    { reply: 'Done.' },
    { say: says },
    { reply: 'Noted.' },
  ];
  return logOf(day, turns, cwd);
}

function logOf(day: number, turns: Turn[], cwd = SHOP): string {
  const session = `0000000${day}-0000-4000-8000-00000000000${cwd === SHOP ? 0 : 1}`;
  const folder = join(temporaryFolder(), cwd.replaceAll('/', '-'));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${session}.jsonl`);
  writeFileSync(path, claudeLog({ session, cwd, startedAt: FIRST + day * DAY, turns }));
  return path;
}

const NPM = 'We use npm here, not yarn.';
const PNPM = 'From now on we use pnpm, not npm, because the workspaces are quicker.';
const YARN = 'From now on use yarn instead of pnpm, because it has constraints.';

const opened = (given: { home?: string; project?: string; day?: number } = {}) =>
  open({ project: SHOP, now: () => FIRST + (given.day ?? 9) * DAY, ...given });

async function packageManagers({ client }: Opened, statuses: ('provisional' | 'active' | 'deprecated')[]) {
  const { memories } = await client.call('list', { filter: { statuses }, limit: 100, order: 'oldest' });
  return memories.filter(({ text }) => /npm|yarn/.test(text));
}

const holding = (home: Opened) => packageManagers(home, ['provisional', 'active']);

test('whoever looks at what holds sees what was so before, until when and why, and where that was said', async () => {
  const home = opened();
  const paths = [said(1, NPM), said(2, PNPM), said(3, YARN)];
  await home.client.call('ingest', { paths });
  const [now] = await holding(home);
  const told = await home.client.call('get', { id: now!.id });
  expect(told.was).toMatchObject([
    { text: expect.stringMatching(/use pnpm/), at: FIRST + 3 * DAY + 6000, because: 'it has constraints' },
    {
      text: expect.stringMatching(/use npm/),
      at: FIRST + 2 * DAY + 6000,
      because: 'the workspaces are quicker',
    },
  ]);
  expect(told.replacedBy).toBeNull();
  expect(told.evidence).toMatchObject([
    {
      quote: expect.stringMatching(/use yarn/),
      places: [{ session: 'claude-code:00000003-0000-4000-8000-000000000000', log: paths[2], commit: null }],
    },
  ]);
  expect(told.evidence[0]!.places![0]!.offset).toBeGreaterThan(0);
  const older = await home.client.call('get', { id: told.was[0]!.id });
  expect(older.replacedBy).toMatchObject({ id: now!.id, because: 'it has constraints' });
  const life = await home.client.call('memoryHistory', { id: older.id });
  expect(life.steps.map(({ did }) => did)).toEqual(['learned', 'replaced']);
});

test('what is taught holds at once against what was learned before', async () => {
  const home = opened();
  await home.client.call('ingest', { paths: [said(1, NPM)] });
  const { memory, superseded } = await home.client.call('remember', { text: 'We use pnpm, not npm.' });
  expect(superseded).toHaveLength(1);
  expect((await holding(home)).map(({ id }) => id)).toEqual([memory.id]);
  await home.client.call('learn', { anew: true });
  expect((await holding(home)).map(({ id }) => id)).toEqual([memory.id]);
});

test('what a person says later replaces what they had taught or confirmed, and gives it back if it was wrong', async () => {
  const before = opened({ day: 1 });
  const { memory: taught } = await before.client.call('remember', { text: 'We use npm, not yarn.' });
  await before.client.close();
  const home = opened({ home: before.home });
  await home.client.call('ingest', { paths: [said(3, PNPM)] });
  const [now, ...others] = await holding(home);
  expect(others).toEqual([]);
  expect(now!.text).toMatch(/pnpm/);
  expect((await home.client.call('get', { id: now!.id })).was).toMatchObject([{ id: taught.id }]);
  await home.client.call('learn', { anew: true });
  expect((await home.client.call('get', { id: now!.id })).was).toMatchObject([{ id: taught.id }]);

  await home.client.call('reject', { ids: [now!.id] });
  await home.client.call('learn', { anew: true });
  expect((await holding(home)).map(({ id }) => id)).toEqual([taught.id]);
});

test('what is pinned is not replaced by what is said later: a person has to look', async () => {
  const before = opened({ day: 1 });
  const { memory: taught } = await before.client.call('remember', { text: 'We use npm, not yarn.' });
  await before.client.call('pin', { id: taught.id });
  await before.client.close();
  const home = opened({ home: before.home });
  await home.client.call('ingest', { paths: [said(3, PNPM)] });
  const { waiting } = await home.client.call('review', {});
  expect(waiting).toMatchObject([
    { memory: { text: expect.stringMatching(/pnpm/) }, conflicts: [{ id: taught.id }] },
  ]);
});

test('what was taught, given up and said again holds again', async () => {
  const before = opened({ day: 1 });
  const { memory: npm } = await before.client.call('remember', { text: 'We use npm here, not yarn.' });
  await before.client.close();
  const home = opened({ home: before.home });
  await home.client.call('ingest', { paths: [said(3, PNPM)] });
  await home.client.call('ingest', { paths: [said(5, 'We use npm here, not yarn.')] });
  const found = await holding(home);
  expect(found.map(({ text }) => text)).toEqual([expect.stringMatching(/^We use npm/)]);
  expect(found[0]!.id === npm.id || found[0]!.updatedAt > npm.updatedAt).toBe(true);
});

const EVERYWHERE = 'In all my projects we use pnpm, not npm.';

test('what holds everywhere keeps the proofs of every project it was said in', async () => {
  const home = opened();
  const logs = [said(1, EVERYWHERE), said(2, EVERYWHERE, '/projects/bank')];
  await home.client.call('ingest', { paths: logs });
  for (const anew of [false, true]) {
    await home.client.call('learn', { all: true, anew });
    const [found, ...others] = await holding(home);
    expect(others).toEqual([]);
    const { evidence, createdAt } = await home.client.call('get', { id: found!.id });
    expect(evidence.map(({ at }) => Math.floor((at - FIRST) / DAY))).toEqual([1, 2]);
    expect(createdAt).toBe(evidence[0]!.at);
  }
});

test('what holds everywhere and was refused in one project is not learned in another', async () => {
  const home = opened();
  await home.client.call('ingest', { paths: [said(1, EVERYWHERE)] });
  await home.client.call('reject', { ids: [(await holding(home))[0]!.id] });
  await home.client.call('ingest', { paths: [said(2, EVERYWHERE, '/projects/bank')] });
  expect(await holding(home)).toEqual([]);
});

test('what very old work taught is kept as it was at its end: nobody worked there since', async () => {
  const home = opened({ day: 900 });
  const { learned } = await home.client.call('ingest', {
    paths: [said(1, 'Remember: the tests need REDIS_URL to be set.')],
  });
  expect(learned?.learned).toHaveLength(1);
  expect(learned?.putAway).toEqual([]);
  expect((await home.client.call('list', {})).memories).toHaveLength(1);
});

test('what a program says takes no place that a person gave by a key: it waits, beside what it contradicts', async () => {
  const { client } = open();
  const taught = await client.call('remember', { text: 'The HTTP client is httpx', key: 'project.http' });
  const said = await client.call('remember', {
    text: 'The HTTP client is requests',
    key: 'project.http',
    source: 'agent_explicit',
  });
  expect(said).toMatchObject({ superseded: [], memory: { needsReview: true } });
  expect(await client.call('get', { id: taught.id })).toMatchObject({ status: 'active' });
  expect((await client.call('get', { id: said.id })).relations).toEqual([
    { kind: 'conflicts', to: taught.id, confidence: 1 },
  ]);
  const again = await client.call('remember', { text: 'The HTTP client is aiohttp', key: 'project.http' });
  expect(again.superseded.toSorted()).toEqual([taught.id, said.id].toSorted());
  const { steps } = await client.call('memoryHistory', { id: taught.id });
  expect(steps.map(({ did, why }) => `${did}: ${why}`)).toContain(`replaced: replaced by ${again.id}`);
});

test('past work is told without the wishes in it that were replaced since', async () => {
  const home = opened();
  const wish = 'From now on always use npm for packages.';
  const turns: Turn[] = [
    { say: `Mend the total of the cart for discounts. ${wish}` },
    { edit: 'src/cart.ts' },
    { run: 'npm test', output: 'AssertionError: 1 failed', fails: true },
  ];
  await home.client.call('ingest', { paths: [logOf(7, turns)] });
  const asked = { task: 'mend the cart total for discounts' };
  const before = await home.client.call('similarTasks', asked);
  expect(before.tasks[0]!.task).toContain(wish);
  await home.client.call('ingest', { paths: [said(8, PNPM)] });
  const told = [
    JSON.stringify(await home.client.call('similarTasks', asked)),
    (await home.client.call('where', {})).text,
    JSON.stringify(await home.client.call('context', asked)),
    ...(
      await home.client.call('list', { filter: { statuses: ['provisional', 'active'] }, limit: 100 })
    ).memories.map(({ text }) => text),
  ];
  expect(told.filter((text) => text.includes('always use npm'))).toEqual([]);
  expect(told[0]).toContain('Mend the total of the cart');
});
