import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpServer, type TestResponse } from '@sqrl/embedder/testing/http-server.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { VerbClient } from '../protocol/client.ts';
import { homeOf } from '../workspace/home.ts';
import { openLocal } from './local.ts';
import { PROGRAM } from './testing/homes.ts';

const DIMS = 32;

/** A home with memories that no model has seen yet, and an endpoint with scripted answers. */
async function switched(
  memories: number,
  trouble: (nth: number) => TestResponse | undefined | Promise<TestResponse | undefined>,
) {
  const root = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
  const [home, folder] = [join(root, 'home'), join(root, 'shop')];
  for (const each of [home, folder, join(root, 'notes')]) mkdirSync(each);
  const asked: string[] = [];
  const server = await httpServer(async ({ body }, nth) => {
    const answer = await trouble(nth);
    if (answer) return answer;
    asked.push(...body.input);
    return { json: { data: body.input.map((_, index) => ({ index, embedding: Array(DIMS).fill(1) })) } };
  });
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(root, { recursive: true });
  });
  const open = async (): Promise<VerbClient> => {
    const client = await openLocal({
      home,
      folder,
      env: {},
      freeMemory: 1e9,
      now: Date.now,
      timeZone: 'UTC',
    });
    let closed: Promise<void> | undefined;
    const close = () => (closed ??= client.close());
    onTestFinished(close);
    return { ...client, close };
  };
  const before = await open();
  const text = Array.from({ length: memories }, (_, i) => `- memory number ${i}`).join('\n');
  await before.call('import', { text, format: 'markdown' });
  await before.close();
  // Longer than a test may take: one that waits for a silent endpoint fails.
  const patience = 'timeout_ms = 600000';
  const settings = `[embedder]\nprovider = "openai"\nmodel = "new"\nurl = "${server.url}"\ndims = ${DIMS}\n${patience}\n`;
  writeFileSync(homeOf(home).config, settings);
  return { root, home, folder, open, asked, server };
}

const waitingIn = async (client: VerbClient) => (await client.call('stats', {})).embedder.waiting;

async function until(true_: () => Promise<boolean>): Promise<void> {
  while (!(await true_())) await sleep(10);
}

test('after a switch to an endpoint, memories are embedded unasked, and search works meanwhile', async () => {
  const counted = Promise.withResolvers<undefined>();
  const { open, asked } = await switched(40, () => counted.promise);
  const client = await open();
  expect(await waitingIn(client)).toBe(40);
  counted.resolve(undefined);
  await until(async () => {
    expect((await client.call('find', { question: 'number 7' })).hits).not.toEqual([]);
    return (await waitingIn(client)) === 0;
  });
  expect((await client.call('stats', {})).jobs).toMatchObject([
    { name: 'reembed', done: 40, total: 40, note: `openai:new/${DIMS}` },
  ]);
  expect(asked.filter((text) => text.includes('memory number'))).toHaveLength(40);
});

test('a command that ends soon keeps the batches that came, drops the one under way, and the next goes on', async () => {
  const counted = Promise.withResolvers<undefined>();
  const { open, asked, server } = await switched(40, (nth) =>
    nth === 3 ? 'silence' : nth > 3 ? counted.promise : undefined,
  );
  const first = await open();
  await until(async () => server.asked.length === 3 && (await waitingIn(first)) === 24);
  await first.close();

  const second = await open();
  expect(await waitingIn(second)).toBe(24);
  counted.resolve(undefined);
  await until(async () => (await waitingIn(second)) === 0);
  expect(asked).toHaveLength(40);
});

test.each([
  ['silent', 'silence'],
  ['broken', { status: 500, text: 'oops' }],
] as [string, TestResponse][])(
  'a provider that is %s does not keep a short command from ending',
  async (_, answer) => {
    const { home, folder, root, open } = await switched(20, () => answer);
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, ['--no-warnings', PROGRAM, 'list', '--all', '--json'], {
      cwd: folder,
      env: { PATH, NODE_COMPILE_CACHE, HOME: root, SQRL_HOME: home },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (data) => {
      said += data;
    });
    const code = await new Promise((done) => child.on('close', done));
    expect({ code, total: JSON.parse(said).total }).toEqual({ code: 0, total: 20 });
    const client = await open();
    expect((await client.call('stats', {})).jobs).toMatchObject([{ state: 'waiting', done: 0, total: 20 }]);
  },
);

test('a requested run takes over from the background, and nothing is embedded twice', async () => {
  let silent = true;
  const { open, asked, server } = await switched(40, () => (silent ? 'silence' : undefined));
  const client = await open();
  await until(async () => server.asked.length === 1);
  silent = false;
  const seen: number[] = [];
  const { embedded } = await client.call('reembed', {}, { onProgress: (done) => seen.push(done) });
  expect([embedded, seen.at(-1), asked.length]).toEqual([40, 40, 40]);
});

test('forgetting everything does not wait for a provider that is silent', async () => {
  const { open, server } = await switched(20, () => 'silence');
  const client = await open();
  await until(async () => server.asked.length === 1);
  expect(await client.call('forgetAll', { of: 'both' })).toEqual({ forgotten: 20 });
});

test('watching the notes goes on until every memory is embedded', async () => {
  const { open, root } = await switched(100, () => undefined);
  writeFileSync(join(root, 'notes', 'a.md'), '- a note of its own\n');
  const client = await open();
  const stop = new AbortController();
  const watching = client.call(
    'index',
    { folder: join(root, 'notes'), watch: true },
    { signal: stop.signal, onProgress: () => {} },
  );
  await until(async () => {
    const { memories, embedder } = await client.call('stats', {});
    return memories === 101 && embedder.waiting === 0;
  });
  stop.abort();
  expect(await watching).toMatchObject({ added: 1 });
});
