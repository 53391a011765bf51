import { expect, test } from 'vitest';
import { EmbedderDown } from '../embedder.ts';
import { axis, httpServer, type TestRequest, type TestResponse } from '../testing/http-server.ts';
import { type OpenaiOptions, openaiEmbedder } from './openai.ts';

const KEY = 'sk-proj-9f8e7d6c5b4a3210';

const options = (url: string, more: Partial<OpenaiOptions> = {}): OpenaiOptions => ({
  url,
  model: 'text-embedding-3-small',
  apiKey: KEY,
  timeoutMs: 60_000,
  ...more,
});

const vectors = ({ body }: TestRequest, dims = 1024): TestResponse => ({
  json: { data: body.input.map((_: string, index: number) => ({ index, embedding: axis(dims, index) })) },
});

test('it asks for 1024 dimensions with the key in its header, and says so in its id', async () => {
  await using server = await httpServer((asked) => vectors(asked));
  const embedder = openaiEmbedder(options(server.url));

  const [vector] = await embedder.embed(['hello'], 'question');

  expect(vector).toHaveLength(1024);
  expect(embedder.id).toBe('openai:text-embedding-3-small/1024');
  expect(server.asked).toMatchObject([
    {
      path: '/v1/embeddings',
      headers: { authorization: `Bearer ${KEY}` },
      body: { model: 'text-embedding-3-small', dimensions: 1024, input: ['hello'] },
    },
  ]);
});

test.each([
  ['', '/v1/embeddings'],
  ['/v1', '/v1/embeddings'],
  ['/v1/', '/v1/embeddings'],
  ['/v1/embeddings', '/v1/embeddings'],
  ['/v1beta/openai', '/v1beta/openai/embeddings'],
  ['/openai/deployments/e?api-version=2024-02-01', '/openai/deployments/e/embeddings?api-version=2024-02-01'],
])('the url %j leads to %s', async (given, path) => {
  await using server = await httpServer((asked) => vectors(asked));

  await openaiEmbedder(options(server.url + given)).embed(['hello'], 'memory');

  expect(server.asked[0]!.path).toBe(path);
});

test('answers out of order find their texts again', async () => {
  await using server = await httpServer(({ body }) => ({
    json: {
      data: body.input.map((_: string, index: number) => ({ index, embedding: axis(1024, index) })).reverse(),
    },
  }));

  const found = await openaiEmbedder(options(server.url)).embed(['a', 'b', 'c'], 'memory');

  expect(found.map((vector) => vector.indexOf(Math.max(...vector)))).toEqual([0, 1, 2]);
});

test('base64 is read as floats', async () => {
  const vector = axis(1024, 7);
  await using server = await httpServer(() => ({
    json: {
      data: [{ index: 0, embedding: Buffer.from(Float32Array.from(vector).buffer).toString('base64') }],
    },
  }));

  const [found] = await openaiEmbedder(options(server.url)).embed(['a'], 'memory');

  expect(found![7]).toBeCloseTo(1 / Math.hypot(1, 0.5), 6);
});

test('batches are limited by count and by size, and a giant text is cut before it spoils its batch', async () => {
  await using server = await httpServer((asked) => vectors(asked));
  const texts = [
    ...Array.from({ length: 65 }, (_, i) => `short ${i}`),
    'x'.repeat(100_000),
    '記'.repeat(100_000),
  ];

  const found = await openaiEmbedder(options(server.url)).embed(texts, 'memory');

  expect(found).toHaveLength(67);
  expect(server.asked.map(({ body }) => body.input.length)).toEqual([64, 3]);
  const [ascii, chinese] = server.asked[1]!.body.input.slice(1).map((text: string) => text.length);
  expect(ascii).toBeGreaterThan(20_000);
  expect(ascii! / 3).toBeLessThan(8_192);
  expect(chinese).toBeLessThan(8_192);
});

test('a long list of long texts goes out in pieces', async () => {
  await using server = await httpServer((asked) => vectors(asked));

  await openaiEmbedder(options(server.url)).embed(Array(30).fill('word '.repeat(3_000)), 'memory');

  for (const { body } of server.asked) expect(body.input.join('').length).toBeLessThanOrEqual(200_000);
  expect(server.asked.length).toBeGreaterThan(2);
});

test.each([429, 503])('%i with Retry-After is tried again once', async (status) => {
  await using server = await httpServer((asked, nth) =>
    nth === 1
      ? { status, headers: { 'retry-after': '0.1' }, json: { error: { message: 'slow down' } } }
      : vectors(asked),
  );

  expect(await openaiEmbedder(options(server.url)).embed(['a'], 'memory')).toHaveLength(1);
  expect(server.asked).toHaveLength(2);
});

test('a second refusal is final, and so is a wait longer than our patience', async () => {
  await using busy = await httpServer(() => ({ status: 429, headers: { 'retry-after': '0' }, json: {} }));
  await using closed = await httpServer(() => ({
    status: 503,
    headers: { 'retry-after': '3600' },
    json: {},
  }));

  await expect(openaiEmbedder(options(busy.url)).embed(['a'], 'memory')).rejects.toThrow(
    /responded with 429.*Too many requests/,
  );
  await expect(openaiEmbedder(options(closed.url)).embed(['a'], 'memory')).rejects.toThrow(
    /responded with 503/,
  );
  expect([busy.asked.length, closed.asked.length]).toEqual([2, 1]);
});

test('Retry-After may be a date', async () => {
  const now = Date.UTC(2026, 0, 1);
  const headers = { date: new Date(now).toUTCString(), 'retry-after': new Date(now + 1_000).toUTCString() };
  await using server = await httpServer((asked, nth) =>
    nth === 1 ? { status: 429, headers, json: {} } : vectors(asked),
  );

  expect(await openaiEmbedder(options(server.url)).embed(['a'], 'memory')).toHaveLength(1);
});

test('a connection cut once is tried again, cut twice is a failure', async () => {
  await using restarted = await httpServer((asked, nth) => (nth === 1 ? 'cut' : vectors(asked)));
  await using broken = await httpServer(() => 'cut');

  expect(await openaiEmbedder(options(restarted.url)).embed(['a'], 'memory')).toHaveLength(1);
  await expect(openaiEmbedder(options(broken.url)).embed(['a'], 'memory')).rejects.toThrow(
    /cannot be reached/,
  );
  expect(broken.asked).toHaveLength(2);
});

test('a model that cannot shorten its vectors is used at its own length, or refused', async () => {
  const server = (dims: number) =>
    httpServer((asked) =>
      asked.body.dimensions
        ? { status: 400, json: { error: { message: 'This model does not support specifying dimensions.' } } }
        : vectors(asked, dims),
    );
  await using fitting = await server(1024);
  await using longer = await server(1536);
  const embedder = openaiEmbedder(options(fitting.url));

  await embedder.embed(['a'], 'memory');
  expect(await embedder.embed(['b'], 'memory')).toHaveLength(1);
  expect(fitting.asked.map(({ body }) => body.dimensions)).toEqual([1024, undefined, undefined]);

  await expect(openaiEmbedder(options(longer.url)).embed(['a'], 'memory')).rejects.toThrow(
    'Set embedder.dims to 1536',
  );
});

test.each<[string, TestResponse, RegExp]>([
  [
    'a refused key',
    { status: 401, json: { error: { message: `Incorrect API key provided: ${KEY}` } } },
    /responded with 401\. Check the API key/,
  ],
  [
    'a key repeated elsewhere',
    { status: 400, json: { error: { message: `Bad request by ${KEY}` } } },
    /responded with 400 \(Bad request by …\)/,
  ],
  ['a key in a page', { status: 502, text: `<h1>Bearer ${KEY}</h1>` }, /responded with 502/],
  [
    'two vectors for one place',
    {
      json: {
        data: [
          { index: 0, embedding: axis(1024, 0) },
          { index: 0, embedding: axis(1024, 0) },
        ],
      },
    },
    /one to one/,
  ],
  [
    'a place that does not exist',
    {
      json: {
        data: [
          { index: 0, embedding: axis(1024, 0) },
          { index: 9, embedding: axis(1024, 0) },
        ],
      },
    },
    /one to one/,
  ],
  ['too few vectors', { json: { data: [{ index: 1, embedding: axis(1024, 0) }] } }, /1 vectors for 2 texts/],
  ['no data', { json: { object: 'list' } }, /no vectors/],
  ['data of nothing', { json: { data: [null, null] } }, /not a vector/],
  [
    'fewer dimensions',
    { json: { data: [0, 1].map((index) => ({ index, embedding: axis(512, 0) })) } },
    /Set embedder\.dims to 512/,
  ],
  ['an answer that never comes', 'silence', /timed out after/],
])('%s is EmbedderDown, and the key stays ours', async (_, answer, sentence) => {
  await using server = await httpServer(() => answer);
  const embedder = openaiEmbedder(options(server.url, { timeoutMs: answer === 'silence' ? 150 : 60_000 }));

  const error = await embedder.embed(['a', 'b'], 'memory').catch((thrown) => thrown);

  expect(error).toBeInstanceOf(EmbedderDown);
  expect(error.message).toMatch(sentence);
  expect(JSON.stringify([error.message, error.stack, error.said, String(error.cause)])).not.toContain(KEY);
});

test('a key that cannot be sent is not shown in the complaint', async () => {
  const error = await openaiEmbedder(options('http://127.0.0.1:1', { apiKey: 'sk-secret\nX: y' }))
    .embed(['a'], 'memory')
    .catch((thrown) => thrown);

  expect(error).toBeInstanceOf(EmbedderDown);
  expect(error.message).not.toContain('sk-secret');
  expect(error.message).toMatch(/invalid characters/);
});

test('a password in the url is sent as such and never shown', async () => {
  await using server = await httpServer(() => ({ status: 500, json: { error: 'no entry for hunter22' } }));
  const url = server.url.replace('http://', 'http://me:hunter22@');

  const error = await openaiEmbedder(options(url, { apiKey: undefined }))
    .embed(['a'], 'memory')
    .catch((e) => e);

  expect(server.asked[0]!.headers.authorization).toBe(`Basic ${btoa('me:hunter22')}`);
  expect(error.message).not.toContain('hunter22');
});

test('a dead service is asked again only after its rest', async () => {
  await using server = await httpServer((asked, nth) => (nth === 1 ? 'silence' : vectors(asked)));
  const embedder = openaiEmbedder(options(server.url, { timeoutMs: 2_000, restMs: 4_000 }));
  await expect(embedder.embed(['a'], 'question')).rejects.toThrow(/timed out/);

  await expect(embedder.embed(['a'], 'question')).rejects.toThrow(/timed out.* Squirrel retries later/);
  expect(server.asked).toHaveLength(1);
  await expect.poll(() => embedder.embed(['a'], 'question').catch(() => [])).toHaveLength(1);
});
