import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPassages } from '@sqrl/squirrel/recall/passages/find-passages.ts';
import { withoutWithdrawn } from '@sqrl/squirrel/recall/passages/withdrawn.ts';
import { copiesOf, keepCopy } from '@sqrl/squirrel/store/copies.ts';
import { eventTexts } from '@sqrl/squirrel/store/events/changes.ts';
import { passagesByPhrase, passagesByWords } from '@sqrl/squirrel/store/passages/passages.ts';
import { embedPassages } from '@sqrl/squirrel/workspace/embed-passages.ts';
import { expect, test } from 'vitest';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { type Opened, open, temporaryFolder } from './support/home.ts';
import { letterEmbedder } from './support/letters.ts';

const PROJECT = '/projects/shop';
const BEGAN = Date.UTC(2026, 9, 1);
const DAY = 86_400_000;
const RULE = 'From now on we use pnpm for packages instead of npm, because installs are faster.';

const SESSIONS: Turn[][] = [
  [
    { say: `Good morning. ${RULE} And now the zebra page.` },
    { reply: 'Noted: pnpm it is.' },
    { say: 'Thanks.' },
  ],
  [{ say: 'What did I say?' }, { reply: `You said: "${RULE}" That was all.` }],
];

const opened = (clock: { now: number } = { now: BEGAN + 10 * DAY }): Opened =>
  open({ project: PROJECT, embedder: letterEmbedder(), now: () => clock.now, copies: true });

/** Reads sessions of which a rule is learned. */
async function withRule(home: Opened, sessions = SESSIONS, from = 0): Promise<{ id: string; text: string }> {
  const folder = temporaryFolder();
  const paths = sessions.map((turns, i) => {
    const session = `0000000${from + i}-0000-4000-8000-000000000000`;
    const path = join(folder, `${session}.jsonl`);
    writeFileSync(path, claudeLog({ session, cwd: PROJECT, startedAt: BEGAN + (from + i) * DAY, turns }));
    return path;
  });
  await home.client.call('ingest', { paths });
  const { memories } = await home.client.call('list', {});
  return memories.find(({ text }) => text.includes('pnpm'))!;
}

/** The messages that answer a question and were not withdrawn. */
async function answers({ engine }: Opened, question = 'pnpm packages installs') {
  const hits = await findPassages(engine, { question, limit: 10, rerank: false });
  return withoutWithdrawn(hits, engine).map(({ passage }) => passage.text);
}

/** The files of a home whose bytes hold a phrase. */
const filesWith = (folder: string, phrase: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => readFileSync(join(folder, name)).toString('latin1').includes(phrase));

test('a forgotten memory takes the sentences along that it was learned from, wherever they were said', async () => {
  const home = opened();
  const rule = await withRule(home);
  const { store } = home.engine.own;
  await embedPassages(home.engine);
  keepCopy(store, { now: BEGAN, reason: 'daily' });
  const { evidence } = await home.client.call('get', { id: rule.id });
  expect((await answers(home)).filter((text) => text.includes('installs are faster'))).toHaveLength(2);

  await home.client.call('forget', { ids: [rule.id] });
  expect(passagesByWords(store, 'installs faster', 10)).toEqual([]);
  expect((await answers(home)).join('\n')).not.toContain('faster');
  expect(await answers(home, 'zebra')).toContain('Good morning. [forgotten] And now the zebra page.');
  expect(passagesByPhrase(store, 'That was all', 10)).toHaveLength(1);
  const [event] = eventTexts(
    store,
    evidence.flatMap(({ events }) => events),
  );
  expect(event!.text).toBe('Good morning. [forgotten] And now the zebra page.');
  expect(copiesOf(store.path)).toMatchObject([{ reason: 'after-forget' }]);
  await home.client.close();
  expect(filesWith(home.home, 'installs are faster')).toEqual([]);
});

test('what an agent has forgotten takes none of the messages along', async () => {
  const home = opened();
  const { id } = await withRule(home);
  await home.client.call('forget', { ids: [id], keepMessages: true });
  expect((await answers(home)).filter((text) => text.includes('faster'))).toHaveLength(2);
});

test('what was forgotten does not come back when its log is read again', async () => {
  const home = opened();
  const { id } = await withRule(home);
  await home.client.call('forget', { ids: [id] });
  expect(await withRule(home)).toBeUndefined();
  await home.client.call('learn', { anew: true });
  expect((await answers(home)).join('\n')).not.toContain('faster');
});

test('what a person rejects as a memory is not answered with, until they undo it', async () => {
  const home = opened();
  const { id } = await withRule(home);
  await home.client.call('reject', { ids: [id] });
  expect((await answers(home)).filter((text) => text.includes('faster'))).toEqual([]);
  expect(await answers(home, 'pnpm it is')).toContain('Noted: pnpm it is.');
  await home.client.call('undo', { id });
  expect((await answers(home)).filter((text) => text.includes('faster'))).toHaveLength(2);
});

test('a passage is opened, and its neighbors shown, without the sentences that a person withdrew', async () => {
  const home = opened();
  const { id } = await withRule(home);
  const [evidence] = (await home.client.call('get', { id })).evidence;
  const said = `said:${evidence!.events[0]!}`;
  const opens = async () => home.client.call('passage', { id: said, before: 1, after: 1 });
  const [reply] = (await opens()).after;
  const neighbor = async () => home.client.call('passage', { id: reply!.id, before: 1, after: 0 });
  const beside = async () =>
    (await home.client.call('find', { question: 'Noted: pnpm it is', exact: true })).passages[0]!.before[0]!
      .text;
  expect((await opens()).text).toContain('faster');

  await home.client.call('reject', { ids: [id] });
  const hidden = 'Good morning. [withdrawn] And now the zebra page.';
  expect((await opens()).text).toBe(hidden);
  expect((await neighbor()).before[0]!.text).toBe(hidden);
  expect(await beside()).toBe(hidden);

  await home.client.call('undo', { id });
  expect((await opens()).text).toContain('faster');
  expect(await beside()).toContain('faster');
});

test('the old wording of a corrected memory is not answered with; a correction that says more keeps it', async () => {
  const home = opened();
  const { id, text } = await withRule(home);
  const said = async () => (await answers(home)).filter((each) => each.includes('faster')).length;
  await home.client.call('correct', { id, text: `${text} ${RULE} Version 10.` });
  expect(await said()).toBe(2);
  await home.client.call('undo', { id });
  await home.client.call('correct', { id, text: 'Use bun for packages.' });
  expect(await said()).toBe(0);
  await home.client.call('undo', { id });
  expect(await said()).toBe(2);
});

test('what is said again after a rejection is answered with', async () => {
  const clock = { now: BEGAN + 1.5 * DAY };
  const home = opened(clock);
  const { id } = await withRule(home, SESSIONS.slice(0, 1));
  await home.client.call('reject', { ids: [id] });
  clock.now = BEGAN + 10 * DAY;
  await withRule(home, [[{ say: `So: ${RULE}` }, { reply: 'All right.' }]], 5);
  expect((await answers(home)).filter((text) => text.includes('faster'))).toEqual([`So: ${RULE}`]);
});
