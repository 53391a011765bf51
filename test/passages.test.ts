import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Embedder, EmbedderDown } from '@sqrl/embedder/embedder.ts';
import { settleStoredSession } from '@sqrl/squirrel/learn/verbs/settle.ts';
import { findPassages } from '@sqrl/squirrel/recall/passages/find-passages.ts';
import { jobs } from '@sqrl/squirrel/store/marks.ts';
import { countPassages, countPassageVectors } from '@sqrl/squirrel/store/passages/passage-vectors.ts';
import { passagesByPhrase, passagesByWords } from '@sqrl/squirrel/store/passages/passages.ts';
import { addSaid } from '@sqrl/squirrel/store/testing/said.ts';
import { countConversations, embedPassages } from '@sqrl/squirrel/workspace/embed-passages.ts';
import { expect, test } from 'vitest';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { type Opened, open, temporaryFolder } from './support/home.ts';
import { letterEmbedder } from './support/letters.ts';

const PROJECT = '/projects/shop';
const BEGAN = Date.UTC(2026, 9, 1);
const SESSION = '00000001-0000-4000-8000-000000000000';

/** The log of a session in a folder of its own. */
function logOf(turns: readonly Turn[], session = SESSION, startedAt = BEGAN): string {
  const path = join(temporaryFolder(), `${session}.jsonl`);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, claudeLog({ session, cwd: PROJECT, startedAt, turns }));
  return path;
}

/** Puts messages of a person into the project's store and makes them searchable. */
function say({ engine }: Opened, texts: readonly string[], session = 's1', at = BEGAN): void {
  const { store } = engine.own;
  const row = addSaid(
    store,
    texts.map((text) => ({ kind: 'prompt', text })),
    { session, at },
  );
  settleStoredSession(store, row);
}

test('what was said is searchable once a log is read, without the secrets in it, and is there once', async () => {
  const { client, engine } = open({ project: PROJECT });
  const secret = `sk_${'live'}_4eC39HqLyjWDarjtT1zdp7dc`;
  const path = logOf([
    { say: `Use the payment key ${secret} in the staging shop` },
    { run: 'cat orchard.txt', output: 'The orchard has seven pepper trees' },
    { reply: 'The staging shop has the key now.' },
  ]);
  await client.call('ingest', { paths: [path] });
  const { store } = engine.own;
  expect(passagesByWords(store, 'payment key', 10)).toHaveLength(2);
  expect(passagesByWords(store, secret, 10)).toEqual([]);
  expect(passagesByPhrase(store, '4eC39HqLyjWDarjtT1zdp7dc', 10)).toEqual([]);
  expect(passagesByWords(store, 'pepper trees', 10)).toEqual([]);
  await client.call('ingest', { paths: [path], again: true });
  expect(countPassages(store)).toBe(2);
});

test('messages are found by what they mean, and each store is asked', async () => {
  const opened = open({ project: PROJECT });
  const { engine } = opened;
  say(opened, ['We keep all prices in cents, as whole numbers', 'The logo is too large on phones']);
  say(opened, ['Let us deploy on Tuesdays only'], 's2', BEGAN + 1000);
  const outside = addSaid(engine.user.store, [{ kind: 'prompt', text: 'My dog is called Biscuit' }]);
  settleStoredSession(engine.user.store, outside);
  expect(await embedPassages(engine)).toEqual({ embedded: 4, total: 4 });
  expect(await embedPassages(engine)).toEqual({ embedded: 0, total: 0 });
  const best = async (question: string) =>
    (await findPassages(engine, { question, limit: 3 }))[0]!.passage.text;
  expect(await best('how is money stored?')).toContain('cents');
  expect(await best('when do we release?')).toContain('Tuesdays');
  expect(await best('what is the name of my pet?')).toContain('Biscuit');
  expect(countConversations(engine)).toMatchObject({ passages: 4, embedded: 4, waiting: 0, because: null });
});

/** An embedder that notes what it is asked, and fails when `trouble` says so. */
function watched(trouble: (texts: readonly string[]) => boolean = () => false) {
  const asked: string[] = [];
  const letters = letterEmbedder();
  const embedder: Embedder = {
    ...letters,
    async embed(texts, purpose) {
      if (trouble(texts)) throw new EmbedderDown('It is down.');
      asked.push(...texts);
      return await letters.embed(texts, purpose);
    },
  };
  return { asked, embedder };
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `message number ${i}`);

test('the latest passages are embedded first, and a run that was stopped is gone on with', async () => {
  const { asked, embedder } = watched();
  const opened = open({ project: PROJECT, embedder });
  say(opened, numbered(20));
  const stop = new AbortController();
  const first = await embedPassages(opened.engine, { signal: stop.signal, onProgress: () => stop.abort() });
  expect(first).toEqual({ embedded: 8, total: 20 });
  expect(asked).toEqual(numbered(20).slice(12).reverse());
  expect(countConversations(opened.engine)).toMatchObject({
    ...{ passages: 20, embedded: 8, waiting: 12 },
    because: expect.stringContaining('% of a core, `sqrl doctor reembed` at once'),
  });
  expect(await embedPassages(opened.engine, { cpuShare: 0.9 })).toEqual({ embedded: 12, total: 12 });
  expect(new Set(asked).size).toBe(20);
  expect(asked).toHaveLength(20);
});

test('new passages have a vector where the limit is reached, and the oldest lose theirs', async () => {
  const opened = open({
    project: PROJECT,
    embedder: letterEmbedder(),
    settings: '[conversations]\nmax_vectors = 3\n',
  });
  const { engine } = opened;
  say(opened, numbered(5));
  expect(await embedPassages(engine)).toEqual({ embedded: 3, total: 3 });
  say(opened, ['the newest of all'], 's2', BEGAN + 3_600_000);
  expect(await embedPassages(engine)).toEqual({ embedded: 1, total: 1 });
  expect(countConversations(engine)).toMatchObject({
    ...{ passages: 6, embedded: 3, waiting: 0, vectorBytes: 3 * 26 },
    because: 'the latest 3 per project have a vector (conversations.max_vectors)',
  });
});

test('a lower limit takes the vectors of the oldest at once, also from the memory of an open process', async () => {
  const opened = open({ project: PROJECT, embedder: letterEmbedder() });
  say(opened, numbered(10));
  await embedPassages(opened.engine);
  const { passages, store } = opened.engine.own;
  const [question] = await letterEmbedder().embed(['message number 0'], 'question');
  expect(passages.glance(question!)!.nearest(20)).toHaveLength(10);
  const lower = open({
    home: opened.home,
    project: PROJECT,
    embedder: letterEmbedder(),
    settings: '[conversations]\nmax_vectors = 4\n',
  });
  expect(await embedPassages(lower.engine)).toEqual({ embedded: 0, total: 0 });
  expect(countConversations(lower.engine)).toMatchObject({
    ...{ passages: 10, embedded: 4, waiting: 0, vectorBytes: 4 * 26, maxVectorBytes: 4 * 26 },
    because: 'the latest 4 per project have a vector (conversations.max_vectors)',
  });
  expect(passages.glance(question!)!.nearest(20)).toHaveLength(4);
  expect(passagesByWords(store, 'number', 20)).toHaveLength(10);
});

test('re-embedding embeds what was said, too, within the settings, and says how far it is', async () => {
  const opened = open({
    project: PROJECT,
    embedder: letterEmbedder(),
    settings: '[conversations]\nmax_vectors = 9\n',
  });
  say(opened, numbered(12));
  const seen: number[] = [];
  const onProgress = (done: number, total: number) => void seen.push(done, total);
  expect(await opened.client.call('reembed', {}, { onProgress })).toMatchObject({
    passages: { embedded: 9, total: 9 },
    notices: [],
  });
  expect(seen).toEqual([8, 9, 9, 9]);
});

test('while the embedder is down passages wait, and are embedded when it is back', async () => {
  let isDown = true;
  const { embedder } = watched(() => isDown);
  const opened = open({ project: PROJECT, embedder });
  say(opened, numbered(3));
  expect(await embedPassages(opened.engine)).toEqual({ embedded: 0, total: 3 });
  expect(jobs(opened.engine.own.store)).toMatchObject([
    { name: 'embed passages', state: 'waiting', total: 3 },
  ]);
  expect(countConversations(opened.engine).because).toContain('It is down.');
  expect(passagesByWords(opened.engine.own.store, 'number', 10)).toHaveLength(3);
  isDown = false;
  expect(await embedPassages(opened.engine)).toEqual({ embedded: 3, total: 3 });
  expect(jobs(opened.engine.own.store)).toMatchObject([{ name: 'embed passages', state: 'done', done: 3 }]);
});

test('a text that the embedder refuses does not hold up the others', async () => {
  const { embedder } = watched((texts) => texts.includes('message number 2'));
  const opened = open({ project: PROJECT, embedder });
  say(opened, numbered(5));
  expect(await embedPassages(opened.engine)).toEqual({ embedded: 4, total: 5 });
});

test.each([
  ['sent nowhere unasked', 'auto', 0, 'conversations are not sent'],
  ['sent to an endpoint if a person says so', 'on', 2, undefined],
  ['not embedded where that is turned off', 'off', 0, 'embedding of conversations is turned off'],
])('conversations are %s', async (_, embed, vectors, because) => {
  const { asked, embedder } = watched();
  const settings = `[embedder]\nprovider = "openai"\nurl = "http://127.0.0.1:9"\n[conversations]\nembed = "${embed}"\n`;
  const opened = open({ project: PROJECT, embedder, settings });
  say(opened, numbered(2));
  await embedPassages(opened.engine);
  expect([asked.length, countPassageVectors(opened.engine.own.store, 'letters')]).toEqual([vectors, vectors]);
  const told = countConversations(opened.engine).because;
  expect(because === undefined ? told : told?.startsWith(because)).toBe(because === undefined ? null : true);
});

test('turning it off removes the vectors', async () => {
  const embedder = letterEmbedder();
  const opened = open({ project: PROJECT, embedder });
  say(opened, numbered(2));
  await embedPassages(opened.engine);
  await opened.client.close();
  const off = open({
    home: opened.home,
    project: PROJECT,
    embedder,
    settings: '[conversations]\nembed = "off"\n',
  });
  await embedPassages(off.engine);
  expect(countPassageVectors(off.engine.own.store, 'letters')).toBe(0);
});
