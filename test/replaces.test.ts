import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeWriter } from './support/claude-writer.ts';
import { type Opened, open, temporaryFolder } from './support/home.ts';

const OLD = 'Web sessions expire after 14 days without activity';
const NEW = 'Web sessions expire after 30 days without activity';

const agent = { source: 'agent_explicit' as const };
const statusOf = async ({ client }: Opened, id: string) => (await client.call('get', { id })).status;

test.each([
  ['its id', (id: string) => id],
  ['a citation', (id: string) => `[Memory #${id}]`],
  ['its words', () => OLD.toLowerCase()],
  ['other words', () => 'web sessions end after two weeks without activity'],
])('a memory is replaced by %s, and the reason is kept', async (_, meant) => {
  const it = open();
  const { id } = await it.client.call('remember', { text: OLD });
  await it.client.call('remember', { text: 'The staging database is reset on Sundays' });
  const told = await it.client.call('remember', { text: NEW, replaces: meant(id), because: 'support asked' });
  expect(told.superseded).toEqual([id]);
  expect(await statusOf(it, id)).toBe('deprecated');
  const kept = await it.client.call('get', { id: told.id });
  expect(kept.evidence).toMatchObject([{ quote: 'support asked' }]);
  expect(kept.relations).toMatchObject([{ kind: 'supersedes', to: id }]);
});

test('where no memory is meant, nothing is replaced and a notice says so', async () => {
  const it = open();
  const { id } = await it.client.call('remember', { text: OLD });
  const told = await it.client.call('remember', {
    text: 'Mails go through the queue',
    replaces: 'the color of the logo',
  });
  expect(told.superseded).toEqual([]);
  expect(told.notices.map(({ message }) => message).join()).toContain('the color of the logo');
  expect(await statusOf(it, id)).toBe('active');
  await expect(it.client.call('remember', { text: NEW, replaces: 'k3k3k3k3k3k3' })).rejects.toThrow(
    'No memory has the id',
  );
});

test('an agent replaces what agents wrote; of a person’s memory the person decides', async () => {
  const it = open();
  const own = await it.client.call('remember', { text: OLD, ...agent });
  const replaced = await it.client.call('remember', { text: NEW, replaces: own.id, ...agent });
  expect(replaced.superseded).toEqual([own.id]);
  const persons = await it.client.call('remember', { text: 'Prices are stored without tax' });
  const other = await it.client.call('remember', {
    text: 'Prices are stored with the tax included',
    replaces: persons.id,
    ...agent,
  });
  expect(other).toMatchObject({ superseded: [], against: [persons.id] });
  expect(await statusOf(it, persons.id)).toBe('active');
  await it.client.call('confirm', { ids: [other.id] });
  expect(await statusOf(it, persons.id)).toBe('deprecated');
});

/** A session in which the agent has something remembered and tells so, and the person answers. */
async function afterAnswer(says: string, told = `I will remember that: ${NEW}.`, more: object = {}) {
  const it = open();
  const { id } = await it.client.call('remember', { text: NEW, type: 'preference', ...agent, ...more });
  expect(await it.client.call('get', { id })).toMatchObject({ needsReview: true, verified: false });
  const session = '00000001-0000-4000-8000-000000000000';
  const { said, replied, used, log } = claudeWriter({
    session,
    cwd: '/projects/shop',
    startedAt: Date.now() - 60_000,
    pace: 1000,
  });
  said('the session timeout annoys people');
  used(
    'mcp__squirrel__remember',
    { text: NEW },
    `Kept as ${id}, waiting for the user’s review (\`sqrl review\`): it is a preference.`,
  );
  replied(told);
  said(says);
  replied('Fine.');
  const folder = join(temporaryFolder(), '-projects-shop');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${session}.jsonl`), log());
  await it.client.call('ingest', { paths: [join(folder, `${session}.jsonl`)] });
  return { it, id };
}

test('a confirmation by the person raises what the agent had remembered, once', async () => {
  const { it, id } = await afterAnswer('Exactly.');
  expect(await it.client.call('get', { id })).toMatchObject({
    needsReview: false,
    verified: true,
    status: 'active',
  });
  await it.client.call('undo', {});
  await it.client.call('learn', {});
  expect(await it.client.call('get', { id })).toMatchObject({ needsReview: true, verified: false });
});

test.each(['yes', 'that’s right, now push'])(
  'what holds for all projects is confirmed where the agent asks as it is told to, and the person says “%s”',
  async (says) => {
    const asks = `I kept “${NEW}” for all your projects. Is that right?`;
    const { it, id } = await afterAnswer(says, asks, { scope: 'global' });
    expect(await it.client.call('get', { id })).toMatchObject({
      ...{ scope: 'global', needsReview: false, verified: true, untold: null },
    });
  },
);

test.each([
  ['a plain ok', 'ok', undefined],
  ['a question', 'why 30?', undefined],
  ['an answer to something else', 'Exactly.', 'The tests pass now. Anything else?'],
])('%s raises nothing', async (_, says, told) => {
  const { it, id } = await afterAnswer(says, told);
  expect(await it.client.call('get', { id })).toMatchObject({ needsReview: true, verified: false });
});
