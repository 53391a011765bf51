import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbedderDown } from '@sqrl/embedder/embedder.ts';
import { openJudge } from '@sqrl/embedder/judge.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { type Opened, open, temporaryFolder } from './support/home.ts';

const WEEK = 7 * 86_400_000;
const FIRST = Date.UTC(2026, 5, 1, 9);
const SHOP = '/projects/shop';
// On a busy machine a reading takes longer than `remember` waits.
const judge = { ...openJudge(), patienceMs: 600_000 };
afterAll(() => judge.unload());

/** A decision, what was said of it weeks later, and a word that only one of them has. */
const AMENDED: Record<string, [was: string, is: string, before: string, after: string]> = {
  'a move, in so many words': [
    'we decided that invoices are rendered to PDF with wkhtmltopdf on the server',
    'we moved the invoice PDFs from wkhtmltopdf to typst after all',
    'on the server',
    'typst',
  ],
  'another number': [
    'search results must always be cached for 10 minutes',
    'search results must always be cached for 45 minutes',
    '10 minutes',
    '45 minutes',
  ],
  'a number inside a long rule': [
    'API keys always expire after 90 days, owners get a mail 14 days before, and a revoked key answers with 401',
    'API keys always expire after 30 days, owners get a mail 14 days before, and a revoked key answers with 401',
    '90 days',
    '30 days',
  ],
  'a part that is gone': [
    'all background jobs must run in Sidekiq',
    'background jobs must run in Temporal from now on, Sidekiq is gone',
    'in Sidekiq',
    'in Temporal',
  ],
  'a rule that is lifted': [
    'every migration must be reversible with a down script',
    'migrations do not need down scripts anymore, we only ever roll forward',
    'reversible',
    'roll forward',
  ],
  'without a word of change': [
    'we keep audit logs for one year',
    'legal wants audit logs to be kept for seven years, so that is what we do',
    'one year',
    'seven years',
  ],
};

/** Statements that only resemble those. */
const OTHERS = [
  'login attempts are always logged with the IP address',
  'webhooks must be signed with HMAC-SHA256',
  'never write customer names to the logs',
];

/** A log of the session of a week. */
function session(week: number, ...said: string[]): string {
  const id = `${String(week).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const folder = join(temporaryFolder(), SHOP.replaceAll('/', '-'));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id}.jsonl`);
  const turns = said.flatMap((say): Turn[] => [{ say }, { reply: 'Done.' }]);
  writeFileSync(path, claudeLog({ session: id, cwd: SHOP, startedAt: FIRST + week * WEEK, turns }));
  return path;
}

const opened = (given = judge): Opened => open({ project: SHOP, judge: given, now: () => FIRST + 20 * WEEK });

async function memoriesOf({ client }: Opened, ...statuses: ('provisional' | 'active' | 'deprecated')[]) {
  const { memories } = await client.call('list', { filter: { statuses }, limit: 100, order: 'oldest' });
  return memories;
}

const holding = async (home: Opened) =>
  (await memoriesOf(home, 'provisional', 'active')).map(({ text }) => text);

describe('of what is said in chats weeks apart', () => {
  test.each(Object.entries(AMENDED))('the latest holds: %s', async (_, [was, is, before, after]) => {
    const home = opened();
    await home.client.call('ingest', { paths: [session(1, was, ...OTHERS)], mine: true });
    const first = await holding(home);
    expect(first).toContainEqual(expect.stringContaining(before));
    await home.client.call('ingest', { paths: [session(5, is)], mine: true });
    const now = await holding(home);
    expect(now).toContainEqual(expect.stringContaining(after));
    expect(now).not.toContainEqual(expect.stringContaining(before));
    expect(now).toHaveLength(first.length);
  });

  test('it ends the same in whatever order the sessions are read', async () => {
    const said = Object.values(AMENDED);
    const days = [
      session(1, ...said.map(([was]) => was)),
      session(5, ...said.map(([, is]) => is), ...OTHERS),
    ];
    const third = session(9, 'audit logs are kept for ten years from now on');
    const ends = [];
    for (const batches of [
      [[days[0]!], [days[1]!], [third]],
      [[third], [days[1]!], [days[0]!]],
      [[third, ...days]],
    ]) {
      const home = opened();
      for (const paths of batches) await home.client.call('ingest', { paths, mine: true });
      const all = await memoriesOf(home, 'provisional', 'active', 'deprecated');
      ends.push(all.map(({ id, text, status, needsReview }) => ({ id, text, status, needsReview })));
    }
    expect(ends[0]!.length).toBeGreaterThan(10);
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[2]).toEqual(ends[0]);
  });
});

describe('of what is remembered one after the other', () => {
  test.each(Object.entries(AMENDED))(
    'the latest holds, and the older is its history: %s',
    async (_, [was, is]) => {
      const home = opened();
      const { memory: older } = await home.client.call('remember', { text: was });
      for (const text of OTHERS) await home.client.call('remember', { text });
      const { memory: newer, superseded } = await home.client.call('remember', { text: is });
      expect(superseded).toEqual([older.id]);
      const told = await home.client.call('get', { id: newer.id });
      expect(told.was).toMatchObject([{ text: older.text }]);
      expect(await holding(home)).toHaveLength(OTHERS.length + 1);
    },
  );

  test('only the part of a long rule that changed goes', async () => {
    const home = opened();
    const { memory } = await home.client.call('remember', {
      text: 'Uploads are stored in the S3 bucket acme-media in Frankfurt. Files above 2 GB are refused with 413.',
    });
    const { shortened } = await home.client.call('remember', {
      text: 'Uploads are now stored in the S3 bucket acme-media in Dublin',
    });
    expect(shortened).toEqual([memory.id]);
    expect(await holding(home)).toEqual([
      'Files above 2 GB are refused with 413.',
      'Uploads are now stored in the S3 bucket acme-media in Dublin',
    ]);
  });

  test.each([
    ['Passwords must have at least ten characters', 'we accept any password that is not on the leaked list'],
    ['Search covers titles only', 'search looks at titles, tags and the full text'],
  ])('the latest holds in other words: %j', async (was, is) => {
    const home = opened();
    const { memory: older } = await home.client.call('remember', { text: was });
    for (const text of OTHERS) await home.client.call('remember', { text });
    const { superseded } = await home.client.call('remember', { text: is });
    expect(superseded).toEqual([older.id]);
  });

  test('the same in other words is one memory in its newest words', async () => {
    const home = opened();
    const { memory } = await home.client.call('remember', { text: 'Ask me before you add a dependency' });
    const again = 'never add a dependency without asking me first';
    expect(await home.client.call('remember', { text: again })).toMatchObject({
      memory: { id: memory.id, text: again },
    });
    expect(await holding(home)).toEqual([again]);
    const { steps } = await home.client.call('memoryHistory', { id: memory.id });
    expect(steps.at(-1)).toMatchObject({ before: 'Ask me before you add a dependency' });
  });

  test('a rule that differs in one word is another rule', async () => {
    const home = opened();
    const rules = ['Do not reset the seeds', 'Never update the seeds'];
    for (const text of rules) await home.client.call('remember', { text });
    expect(await holding(home)).toEqual(rules);
  });

  test("an agent's word does not replace a person's", async () => {
    const home = opened();
    const [was, is] = AMENDED['another number']!;
    await home.client.call('remember', { text: was });
    await home.client.call('remember', { text: is, source: 'agent_explicit' });
    expect(await holding(home)).toContain(was);
  });
});

test.each([
  [
    'Balances are shown in the account currency',
    'euros are what customers understand, so balances appear in euros beside the account currency',
    'in which currency are balances shown?',
  ],
  [
    'Thumbnails are rendered when a photo is uploaded',
    'thumbnails get made the first time somebody asks for one',
    'when are thumbnails rendered?',
  ],
])('in doubt both stand, the newer first and the older marked: %j', async (was, is, question) => {
  let now = FIRST;
  const home = open({ project: SHOP, judge, now: () => now });
  const { memory: older } = await home.client.call('remember', { text: was, type: 'preference' });
  now += 4 * WEEK;
  const { memory: newer, superseded } = await home.client.call('remember', { text: is, type: 'preference' });
  expect(superseded).toEqual([]);
  const { hits } = await home.client.call('find', { question, limit: 5 });
  expect(hits.map(({ memory: { id, earlier } }) => [id, earlier])).toEqual([
    [newer.id, undefined],
    [older.id, true],
  ]);
  const { citations } = await home.client.call('ask', { question });
  expect(citations.map(({ id, earlier }) => [id, earlier])).toEqual([
    [newer.id, false],
    [older.id, true],
  ]);
  const { text } = await home.client.call('recall', { question });
  expect(text.indexOf(is)).toBeLessThan(text.indexOf(`(earlier) ${was}`));
});

test('where the model does not respond all is as it was without it, and learning says so', async () => {
  const broken = { ...judge, readPairs: () => Promise.reject(new EmbedderDown('no weights')) };
  const home = opened(broken);
  const [was, is] = AMENDED['without a word of change']!;
  await home.client.call('ingest', { paths: [session(1, was)], mine: true });
  const { learned } = await home.client.call('ingest', { paths: [session(5, is)], mine: true });
  expect(JSON.stringify(learned)).toContain('no weights');
  expect(await holding(home)).toHaveLength(2);
  await home.client.call('remember', { text: 'The cart is emptied after an hour' });
  expect(await holding(home)).toHaveLength(3);
});
