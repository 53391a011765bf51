import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readInThread } from '@sqrl/squirrel/codebase/graph-thread.ts';
import { expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';

// Found by trying: Python's grammar takes memory without end while it mends these.
const BREAKS = '/*\n'.repeat(5_000) + '*/\n'.repeat(5_000);
// Go's takes minutes, and cannot be interrupted.
const HOLDS_UP = '/*\n'.repeat(12_000) + '*/\n'.repeat(12_000);

function repository(files: Readonly<Record<string, string>>) {
  const root = join(temporaryFolder(), 'shop');
  mkdirSync(root);
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  for (const [path, text] of Object.entries(files)) write(path, text);
  execFileSync('git', ['init', '-q', root]);
  return { root, write, ...open({ project: root }) };
}

const status = async ({ client }: ReturnType<typeof repository>) => client.call('graphStatus', {});

test('a file that breaks the parser costs that file alone, and is not tried again until it changes', async () => {
  const shop = repository({
    'a.py': 'def before(): pass\n',
    'bad.py': BREAKS,
    'c.py': 'from a import before\n\ndef after():\n    before()\n',
  });
  const { client, root, write } = shop;
  expect(await client.call('graphIndex', {})).toMatchObject({
    files: 3,
    added: 3,
    stopped: false,
    troubles: [],
  });
  expect(await status(shop)).toMatchObject({
    languages: { python: 2, '': 1 },
    unparsed: [{ path: 'bad.py', because: 'broke the parser' }],
    pending: { total: 0 },
  });
  expect((await client.call('graphCalls', { symbol: 'before' })).calls).toMatchObject([
    { symbol: { name: 'after' } },
  ]);
  expect(await client.call('graphContents', { path: 'bad.py' })).toMatchObject({
    unparsed: 'broke the parser',
  });

  // Broken by it again, the thread would have to read what is left in another one: it says that it is done once.
  renameSync(join(root, 'bad.py'), join(root, 'moved.py'));
  expect(await client.call('graphIndex', {})).toMatchObject({ files: 3, stopped: false });
  expect((await status(shop)).unparsed).toEqual([{ path: 'moved.py', because: 'broke the parser' }]);

  write('moved.py', 'def good(): pass\n');
  await client.call('graphIndex', {});
  expect(await status(shop)).toMatchObject({ languages: { python: 3 }, unparsed: [] });
});

test('a file that holds up the parser is left alone after a while, and the others are read', async () => {
  const shop = repository({
    'a.go': 'package a\nfunc Before() {}\n',
    'bad.go': HOLDS_UP,
    'c.go': 'package a\n',
  });
  const { engine, root, client } = shop;
  const order = { store: engine.own.store.path, root, watch: false };
  const read = (maxFileMs: number) => readInThread(engine, { order, onNews: () => {}, maxFileMs });
  expect(await read(1_000)).toMatchObject({ files: 3, stopped: false });
  expect(await status(shop)).toMatchObject({
    languages: { go: 2, '': 1 },
    unparsed: [{ path: 'bad.go', because: 'took too long' }],
    pending: { total: 0 },
  });
  // The patience of a test would not do for another try.
  renameSync(join(root, 'bad.go'), join(root, 'worse.go'));
  expect(await client.call('graphIndex', {})).toMatchObject({ files: 3, stopped: false });
  expect((await status(shop)).unparsed).toEqual([{ path: 'worse.go', because: 'took too long' }]);
});

test('whoever stops the reading does not wait for a file that holds it up', async () => {
  const { engine, root } = repository({ 'bad.go': HOLDS_UP });
  const order = { store: engine.own.store.path, root, watch: false };
  const stop = new AbortController();
  const began = Promise.withResolvers<void>();
  const onNews = (news: object) => {
    if ('progress' in news) began.resolve();
  };
  const reading = readInThread(engine, { order, onNews, signal: stop.signal });
  await began.promise;
  await sleep(300);
  stop.abort();
  expect(await reading).toMatchObject({ stopped: true });
});

test('watching goes on after a file broke the parser', async () => {
  const shop = repository({ 'a.py': 'def one(): pass\n' });
  const { client, write } = shop;
  const stop = new AbortController();
  let [seen, ready] = [0, Promise.withResolvers<void>()];
  const watching = client.call(
    'graphIndex',
    { watch: true },
    {
      signal: stop.signal,
      onProgress: (_, __, what) => {
        if (what !== 'watching') return;
        seen++;
        ready.resolve();
      },
    },
  );
  await ready.promise;
  ready = Promise.withResolvers<void>();
  write('bad.py', BREAKS);
  await ready.promise;
  expect((await status(shop)).unparsed).toEqual([{ path: 'bad.py', because: 'broke the parser' }]);
  write('a.py', 'def two(): pass\n');
  while ((await client.call('graphDefine', { symbol: 'two' })).symbols.length === 0) await sleep(50);
  stop.abort();
  await watching;
  expect(seen).toBe(2);
});
