import { setTimeout as sleep } from 'node:timers/promises';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import { type Embedder, EmbedderDown } from '@sqrl/embedder/embedder.ts';
import { openaiEmbedder } from '@sqrl/embedder/endpoints/openai.ts';
import { httpServer, type TestResponse } from '@sqrl/embedder/testing/http-server.ts';
import { expect, onTestFinished, test } from 'vitest';
import { open } from './support/home.ts';

const DIMS = 64;

/** A vector that is near another where the texts share letters: enough for a server that only has to be there. */
function letters(text: string): number[] {
  const counts: number[] = new Array(DIMS).fill(0.01);
  for (const letter of text.toLowerCase()) counts[letter.charCodeAt(0) % DIMS]! += 1;
  return counts;
}

/** An endpoint that speaks OpenAI's protocol, until `trouble` says something else. */
async function endpoint(trouble: () => TestResponse | undefined = () => undefined) {
  const server = await httpServer(({ body }) => {
    const answer = trouble();
    if (answer) return answer;
    const { input } = body as { input: string[] };
    return { json: { data: input.map((text, index) => ({ index, embedding: letters(text) })) } };
  });
  const embedder = (model: string, timeoutMs = 10_000) =>
    openaiEmbedder({ url: `${server.url}/v1`, model, dims: DIMS, timeoutMs });
  return { embedder, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const texts = (hits: { memory: { text: string } }[]) => hits.map(({ memory }) => memory.text);

test.each([
  ['dead', { status: 500, text: 'oops' }],
  ['slow', 'silence'],
  ['of another dimension', { json: { data: [{ index: 0, embedding: [1, 2, 3] }] } }],
  ['talking nonsense', { text: '<html>' }],
] as [string, TestResponse][])(
  'with an endpoint that is %s, words go on alone and a notice says so',
  async (_, answer) => {
    await using server = await endpoint(() => answer);
    const { client } = open({ embedder: server.embedder('m', 300) });

    const kept = await client.call('remember', { text: 'Deploys need a green build' });
    expect(kept).toMatchObject({ did: 'added', notices: [{ message: expect.stringMatching(/embedder/) }] });
    const { hits, notices } = await client.call('find', { question: 'green build' });
    expect(texts(hits)).toEqual(['Deploys need a green build']);
    expect(notices).toHaveLength(1);
    expect(await client.call('stats', {})).toMatchObject({ embedder: { embedded: 0, waiting: 1 } });
  },
);

test('while an endpoint is dead the bundled model finds memories by meaning, and leaves no vectors behind', async () => {
  let answer: TestResponse | undefined;
  await using server = await endpoint(() => answer);
  const spare = bundledEmbedder();
  onTestFinished(() => spare.unload());
  const { client } = open({ embedder: server.embedder('m'), spare });
  for (const text of [
    'Deploys need a green build',
    'Invoices are rendered with Typst',
    'Money is kept in cents',
  ])
    await client.call('remember', { text });
  const before = await client.call('stats', {});
  const question = 'what has to pass before we release?';
  answer = { status: 500, text: 'oops' };
  const found = async () => texts((await client.call('find', { question })).hits)[0];
  // Words answer until the memories have vectors of the bundled model.
  await expect.poll(found).toBe('Deploys need a green build');
  const { hits, notices } = await client.call('find', { question });
  expect(notices).toMatchObject([{ message: expect.stringContaining('searched with the bundled model') }]);
  // A memory that came meanwhile is found too, and what was forgotten is not.
  await client.call('remember', { text: 'Before we release, the changelog is written' });
  await client.call('forget', { ids: [hits[0]!.memory.id] });
  await expect.poll(found).toBe('Before we release, the changelog is written');
  const later = await client.call('find', { question });
  expect(texts(later.hits)).not.toContain('Deploys need a green build');
  const amounts = { question: 'which amounts of currency do we store?' };
  await expect
    .poll(async () => (await client.call('recall', amounts)).text)
    .toContain('Money is kept in cents');
  answer = undefined;
  expect(await client.call('stats', {})).toMatchObject({
    embedder: { id: before.embedder.id, embedded: 2, waiting: 1 },
  });
});

test('what was remembered while the endpoint was down is embedded when it is back', async () => {
  let down = true;
  const real = await endpoint();
  await using server = real;
  const inner = server.embedder('m');
  const flaky: Embedder = {
    ...inner,
    embed: (all, purpose) =>
      down ? Promise.reject(new EmbedderDown('It is down.')) : inner.embed(all, purpose),
  };
  const { client } = open({ embedder: flaky });
  await client.call('remember', { text: 'abab abab' });
  await client.call('remember', { text: 'xyxy xyxy' });
  expect(await client.call('reembed', {})).toMatchObject({ embedded: 0, total: 2, notices: [{}] });
  expect((await client.call('stats', {})).jobs).toMatchObject([
    { name: 'reembed', state: 'waiting', done: 0, total: 2 },
  ]);

  down = false;
  const seen: number[] = [];
  expect(await client.call('reembed', {}, { onProgress: (done) => seen.push(done) })).toMatchObject({
    embedded: 2,
    total: 2,
  });
  expect(seen.at(-1)).toBe(2);
  expect((await client.call('stats', {})).jobs).toMatchObject([{ state: 'done', done: 2, total: 2 }]);
  expect(texts((await client.call('find', { question: 'baba', meaning: 1 })).hits)[0]).toBe('abab abab');
});

test('after switching the model nothing old is compared, search works meanwhile, and the rest follows', async () => {
  await using server = await endpoint();
  const before = open({ embedder: server.embedder('old') });
  const all = Array.from(
    { length: 100 },
    (_, i) => `memory number ${i} about ${'abcdefghij'[i % 10]!.repeat(5)}`,
  );
  for (const text of all) await before.client.call('remember', { text });
  await before.client.close();

  const { client } = open({ home: before.home, embedder: server.embedder('new') });
  expect(await client.call('stats', {})).toMatchObject({
    embedder: { id: `openai:new/${DIMS}`, embedded: 0, waiting: 100 },
  });
  expect(
    (await client.call('find', { question: 'aaaaa', meaning: 1 })).hits.every(({ why }) =>
      why.every((each) => !each.startsWith('meaning #')),
    ),
  ).toBe(true);

  const stop = new AbortController();
  await client.call('reembed', {}, { signal: stop.signal, onProgress: (done) => done >= 32 && stop.abort() });
  const halfway = await client.call('stats', {});
  expect(halfway.embedder.embedded).toBeGreaterThan(0);
  expect(halfway.embedder.waiting).toBeGreaterThan(0);
  expect(halfway.jobs).toMatchObject([{ name: 'reembed', state: 'waiting' }]);
  expect(texts((await client.call('find', { question: 'number 99' })).hits)[0]).toContain('number 99');

  expect(await client.call('reembed', {})).toMatchObject({ embedder: `openai:new/${DIMS}` });
  expect(await client.call('stats', {})).toMatchObject({ embedder: { embedded: 100, waiting: 0 } });
});

test('an engine that may work in the background re-embeds by itself while questions are asked', async () => {
  await using server = await endpoint();
  const before = open({ embedder: server.embedder('old') });
  for (let i = 0; i < 70; i++) await before.client.call('remember', { text: `memory number ${i}` });
  await before.client.close();
  const { client } = open({ home: before.home, embedder: server.embedder('new'), background: true });

  for (let i = 0; ; i++) {
    // Questions that are answered at once would leave nobody else a turn, the test's own time limit neither.
    await sleep(1);
    expect((await client.call('find', { question: `number ${i % 70}` })).hits).not.toEqual([]);
    if ((await client.call('stats', {})).embedder.waiting === 0) break;
  }
  expect((await client.call('stats', {})).jobs).toMatchObject([{ name: 'reembed', done: 70, total: 70 }]);
});

test('the same text is embedded once, until it is forgotten', async () => {
  let asked = 0;
  const counting: Embedder = {
    id: 'counting/4',
    dims: 4,
    embed: async (all) => {
      asked += all.length;
      return all.map(() => Float32Array.of(1, 0, 0, 0));
    },
    unload: async () => {},
  };
  const { client } = open({ embedder: counting });
  const { id } = await client.call('remember', { text: 'Once' });
  await client.call('remember', { text: 'Once', scope: 'global' });
  await client.call('change', { id, to: { confidence: 0.5 } });

  expect(asked).toBe(1);
  await client.call('forget', { ids: [id] });
  await client.call('remember', { text: 'Once' });
  expect(asked).toBe(2);
});

test('a second look puts first what answers the question, and says from where it came', async () => {
  const { client } = open();
  const texts = [
    'Deploys go out on Tuesdays after the stand-up',
    'A signed-in session ends after sixty minutes without a click',
    'The sign-in page is server-rendered',
  ];
  for (const text of texts) await client.call('remember', { text });
  const question = 'how long until the sign-in of a user expires?';

  const { hits: first } = await client.call('find', { question, rerank: false });
  const { hits: again } = await client.call('find', { question });
  expect(again[0]!.memory.text).toContain('sixty minutes');
  const places = again.map(({ why }) => Number(why.join().match(/reranked from #(\d+)/)?.[1]));
  expect(places.toSorted()).toEqual(again.map((_, i) => i + 1));
  expect(first.every(({ why }) => !why.join().includes('reranked'))).toBe(true);
});

test('a list is the same on a busy machine: nothing is left unread because it takes long', async () => {
  const embedder = bundledEmbedder();
  onTestFinished(() => embedder.unload());
  const { client } = open({ embedder });
  const services = ['mailer', 'billing', 'search', 'orders', 'photos', 'wallet'];
  for (const [i, service] of services.entries())
    for (const [j, what] of ['retries', 'sessions', 'logs', 'backups'].entries())
      await client.call('remember', {
        text: `The ${service} service keeps its ${what} for ${3 * i + j + 2} days, since the disk of its machine is small. `.repeat(
          3,
        ),
      });
  const question = 'how long does billing hold on to what it writes down?';
  const asked = async () =>
    (await client.call('find', { question })).hits.map(({ memory, score, why }) => ({
      id: memory.id,
      score,
      why,
    }));
  const others = Array.from({ length: 400 }, (_, i) => `line ${i} of a long import. `.repeat(20));
  const busy = Promise.allSettled([embedder.embed(others, 'memory')]);
  // Nothing was read before: the first list has all of the reading to do, and behind others' work.
  const underLoad = await asked();
  await embedder.unload();
  await busy;
  expect(underLoad).toHaveLength(10);
  expect(underLoad.every(({ why }) => why.some((each) => each.startsWith('reranked')))).toBe(true);
  expect(await asked()).toEqual(underLoad);
});
