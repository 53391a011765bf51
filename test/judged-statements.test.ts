import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbedderDown } from '@sqrl/embedder/embedder.ts';
import { openJudge } from '@sqrl/embedder/judge.ts';
import { afterAll, expect, test } from 'vitest';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { type Opened, open, temporaryFolder } from './support/home.ts';

const SHOP = '/projects/shop';
const judge = { ...openJudge(), patienceMs: 600_000 };
afterAll(() => judge.unload());

/** A log of a session in which a person says something. */
function session(n: number, ...said: string[]): string {
  const id = `0000000${n}-0000-4000-8000-000000000000`;
  const folder = join(temporaryFolder(), SHOP.replaceAll('/', '-'));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id}.jsonl`);
  const turns = said.flatMap((say): Turn[] => [{ say }, { reply: 'Done.' }]);
  writeFileSync(path, claudeLog({ session: id, cwd: SHOP, startedAt: Date.now() - n * 3_600_000, turns }));
  return path;
}

const memoriesOf = async ({ client }: Opened) => (await client.call('list', { limit: 50 })).memories;

test('a rule that no pattern knows is learned and told, an order for now is not', async () => {
  const it = open({ judge });
  await it.client.call('ingest', {
    paths: [
      session(1, 'amounts are stored as integers in cents, everywhere in the app', 'back to main we go'),
    ],
  });
  const memories = await memoriesOf(it);
  expect(memories.map(({ text }) => text)).toEqual([
    'Amounts are stored as integers in cents, everywhere in the app.',
  ]);
  expect(memories[0]).toMatchObject({ source: 'user_said', needsReview: false });
});

test('a weak marker that the model doubts is an order for the task at hand', async () => {
  const it = open({ judge });
  await it.client.call('ingest', { paths: [session(1, "don't touch the footer, I am on it")] });
  expect(await memoriesOf(it)).toMatchObject([{ reach: 'task', needsReview: false }]);
});

test('learning again reads nothing twice and changes nothing', async () => {
  let asked = 0;
  const counting = {
    ...judge,
    readSentences: (prompts: readonly (readonly string[])[]) => {
      asked += prompts.length;
      return judge.readSentences(prompts);
    },
  };
  const it = open({ judge: counting });
  await it.client.call('ingest', { paths: [session(1, 'we never deploy on Fridays')] });
  const before = await memoriesOf(it);
  expect(before).toHaveLength(1);
  expect(asked).toBe(1);
  await it.client.call('learn', {});
  expect(asked).toBe(1);
  expect(await memoriesOf(it)).toEqual(before);
});

test('progress counts the sessions that are read for what was said, and names what follows', async () => {
  const it = open({ judge });
  const told: string[] = [];
  const onProgress = (done: number, total: number, what: string) => told.push(`${what} ${done}/${total}`);
  const paths = [session(1, 'we never deploy on Fridays'), session(2, 'amounts are kept in cents, always')];
  await it.client.call('ingest', { paths }, { onProgress });
  expect(told).toContain('learning from what was said 1/2');
  expect(told).toContain('comparing with what is known 0/0');
});

test('where the model does not respond, learning says so and goes on', async () => {
  const broken = { ...judge, readSentences: () => Promise.reject(new EmbedderDown('no weights')) };
  const it = open({ judge: broken });
  const { learned } = await it.client.call('ingest', { paths: [session(1, 'Always use pnpm, not npm')] });
  expect(JSON.stringify(learned)).toContain('no weights');
  expect((await memoriesOf(it)).map(({ text }) => text)).toEqual(['Always use pnpm, not npm.']);
});

test('a sentence is said again by another prompt, not by a copy of the same one', async () => {
  const asked = (n: number) =>
    `Continue with chapter ${n} of the manual. Screenshots are always taken in dark mode. Names of people in examples are made up.`;
  const told = async (...prompts: string[]) => {
    const it = open({ judge });
    await it.client.call('ingest', { paths: prompts.map((prompt, i) => session(2 * i + 1, prompt)) });
    return (await memoriesOf(it)).filter(({ needsReview }) => !needsReview).map(({ text }) => text);
  };
  const rule = 'Names of people in examples are made up.';
  expect(await told(asked(1), asked(1))).not.toContain(rule);
  expect(await told(asked(1), asked(2))).toContain(rule);
});
