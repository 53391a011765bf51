import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { embedCode } from '@sqrl/squirrel/codebase/embed-code.ts';
import { embeddingCodeBehind } from '@sqrl/squirrel/daemon/background.ts';
import { connect } from '@sqrl/squirrel/store/connect.ts';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';

const SHOP = {
  'src/cart.ts': `/** Adds up what lies in a basket. */
export function total(items: string[]): number {
  return items.reduce((sum, item) => sum + priceOf(item), 0);
}
`,
  'src/price.ts': `/** Looks up what an item costs in cents. */
export function priceOf(item: string): number {
  return item.length * 100;
}
`,
  'src/parcel.ts': `/** Wraps goods in paper and hands them to the postman. */
export function ship(address: string): string {
  return address.toUpperCase();
}
`,
  'README.md': '# Shop\n',
};

const NOW = Date.now();
const model = bundledEmbedder();
afterAll(() => model.unload());

/** The real model, and every text it was given as code; `slow` makes it wait for each. */
function counting({ slow = 0 } = {}): Embedder & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    id: model.id,
    dims: model.dims,
    async embed(texts, purpose) {
      if (purpose === 'memory') asked.push(...texts);
      if (slow > 0) await sleep(slow * texts.length);
      return model.embed(texts, purpose);
    },
    unload: async () => {},
  };
}

async function shop(files: Readonly<Record<string, string>> = SHOP, { settings = '', slow = 0 } = {}) {
  const root = join(temporaryFolder(), 'shop');
  mkdirSync(root);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  execFileSync('git', ['init', '-q', root]);
  const embedder = counting({ slow });
  // By its clock the embedder is as slow as it is made, however busy the machine is.
  const now = () => NOW + slow * embedder.asked.length;
  const { client, engine, home } = open({ project: root, embedder, settings, now });
  await client.call('graphIndex', {});
  const search = async (question: string) => (await client.call('graphSearch', { question })).hits;
  const status = async () => client.call('graphStatus', {});
  return { root, home, write, embedder, client, engine, search, status };
}

/** Enough pieces of code that they are not embedded in one go. */
const MANY = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [`src/f${i}.ts`, `export function f${i}() {\n  return ${i};\n}\n`]),
);

test('a piece of code is found by what it means, and says so', async () => {
  const { client, search, status } = await shop();
  const question = 'deliver orders';
  expect(await search(question)).toEqual([]);
  expect(await client.call('graphEmbed', {})).toMatchObject({
    embedded: 4,
    fresh: 4,
    total: 4,
    because: null,
  });
  const [first] = await search(question);
  expect(first).toMatchObject({
    path: 'src/parcel.ts',
    why: [expect.stringContaining('meaning #1 (cosine')],
  });
  expect(await status()).toMatchObject({ chunks: 4, embedded: 4 });
});

test('what a question calls by its name comes first, whatever it means', async () => {
  const { client, search } = await shop();
  await client.call('graphEmbed', {});
  const [first] = await search('where does priceOf wrap goods for the postman');
  expect(first).toMatchObject({ path: 'src/price.ts', why: expect.arrayContaining(['name']) });
});

test('the same text is never embedded twice, wherever its lines are', async () => {
  const { client, write, embedder } = await shop();
  await client.call('graphEmbed', {});
  expect(embedder.asked).toHaveLength(4);
  // Comments go with what stands below them; an import is a piece of its own.
  const long = (name: string) => `export function ${name}(): string {\n  return '${'x'.repeat(400)}';\n}\n`;
  write('src/price.ts', `${SHOP['src/price.ts']}\n${long('first')}`);
  await client.call('graphEmbed', {});
  const before = embedder.asked.length;
  write('src/price.ts', `${long('second')}\n${SHOP['src/price.ts']}\n${long('first')}`);
  const { fresh, embedded, total } = await client.call('graphEmbed', {});
  expect(embedded).toBe(total);
  expect(fresh).toBeGreaterThan(0);
  const news = embedder.asked.slice(before);
  expect(news.some((text) => text.includes('second'))).toBe(true);
  expect(news.some((text) => text.includes('function: first'))).toBe(false);
});

test('what is deleted is no longer found, and its vector goes', async () => {
  const { client, root, engine, search, status } = await shop();
  await client.call('graphEmbed', {});
  rmSync(join(root, 'src/parcel.ts'));
  expect((await search('deliver orders')).map(({ path }) => path)).not.toContain('src/parcel.ts');
  expect(await status()).toMatchObject({ chunks: 3, embedded: 3 });
  writeFileSync(join(root, 'src/new.ts'), 'export const fresh = 1;\n');
  await client.call('graphEmbed', {});
  expect(engine.own.store.sql(`select count(*) as n from vector where kind = 'code'`).get()).toEqual({
    n: 4,
  });
});

test('stopped, it goes on from there', async () => {
  const { engine, embedder, client } = await shop(MANY);
  const stop = new AbortController();
  const first = await embedCode(engine, {
    signal: stop.signal,
    onProgress: (done) => done >= 8 && stop.abort(),
  });
  expect(first.because).toEqual('stopped');
  expect(first.embedded).toBeGreaterThanOrEqual(8);
  expect(first.embedded).toBeLessThan(40);
  expect(await client.call('graphEmbed', {})).toMatchObject({ embedded: 40, fresh: 40 - first.embedded });
  // The batch that was under way when it was stopped is the only one that may be asked for again.
  expect(embedder.asked.length).toBeLessThanOrEqual(44);
});

test('unasked, an embedder that is too slow is left alone after a few, and the job says why', async () => {
  const { engine, client } = await shop(MANY, { slow: 5 });
  const { embedded, because } = await embedCode(engine, { unasked: true, leastPerSecond: 500 });
  expect(because).toMatch(/too slow for automatic embedding \([\d.]+ texts\/s\)/);
  expect(embedded).toBeLessThan(40);
  expect((await client.call('stats', {})).jobs).toMatchObject([
    { name: 'embed code', state: 'waiting', done: embedded, total: 40, note: because },
  ]);
});

test('unasked, code is given to no endpoint unless the settings say so', async () => {
  const endpoint = '[embedder]\nprovider = "openai"\nurl = "http://127.0.0.1:9"\n';
  const auto = await shop(SHOP, { settings: endpoint });
  expect(await embedCode(auto.engine, { unasked: true })).toMatchObject({ embedded: 0 });
  expect(auto.embedder.asked).toEqual([]);
  const on = await shop(SHOP, { settings: `${endpoint}[graph]\nembed = "on"\n` });
  expect(await embedCode(on.engine, { unasked: true })).toMatchObject({ embedded: 4 });
});

test('turned off, what is there goes, and nothing comes', async () => {
  const { home, root, client } = await shop();
  await client.call('graphEmbed', {});
  await client.close();
  const off = open({ home, project: root, settings: '[graph]\nembed = "off"\n', embedder: counting() });
  expect(await embedCode(off.engine, { unasked: true })).toMatchObject({ embedded: 0, total: 4 });
  await expect(off.client.call('graphEmbed', {})).rejects.toThrow('Embedding of source code is turned off');
});

test('secrets are not part of what is embedded', async () => {
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const { client, embedder } = await shop({ 'a.ts': `export const token = '${token}';\n` });
  await client.call('graphEmbed', {});
  expect(embedder.asked).toHaveLength(1);
  expect(embedder.asked[0]).toContain('File: a.ts');
  expect(embedder.asked[0]).not.toContain(token);
});

test('behind an open client code is embedded while nothing is asked, and a call stops it', async () => {
  const { client, engine, embedder, status } = await shop(MANY, { slow: 10 });
  const behind = embeddingCodeBehind(client, engine, { quietMs: 20 });
  onTestFinished(() => behind.close());
  while (embedder.asked.length < 8) await sleep(5);
  // A call that takes its time: while it lasts, no more than the batch under way is asked for.
  const before = embedder.asked.length;
  await behind.call('graphTogether', { path: 'src/f1.ts' });
  expect(embedder.asked.length - before).toBeLessThanOrEqual(8);
  while ((await status()).embedded < 40) await sleep(20);
  expect(embedder.asked.length).toBeLessThanOrEqual(48);
});

test('closing does not wait for what is left', async () => {
  const { client, engine, embedder } = await shop(MANY, { slow: 200 });
  const behind = embeddingCodeBehind(client, engine, { quietMs: 1 });
  while (embedder.asked.length === 0) await sleep(5);
  await behind.close();
  expect(embedder.asked.length).toBeLessThan(40);
});

test('what keeps the thread from the store is told, and ends nothing else', async () => {
  const { engine } = await shop();
  {
    using other = connect(engine.own.store.path);
    other.exec('pragma user_version = 9999');
  }
  expect(await embedCode(engine)).toMatchObject({
    because: expect.stringContaining('schema version 9999'),
    fresh: 0,
  });
});
