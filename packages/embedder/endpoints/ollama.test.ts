import { expect, test, vi } from 'vitest';
import { EmbedderDown } from '../embedder.ts';
import { axis, httpServer, type TestRequest, type TestResponse } from '../testing/http-server.ts';
import { type OllamaOptions, ollamaEmbedder } from './ollama.ts';

const GB = 1024 ** 3;

const options = (url: string, more: Partial<OllamaOptions> = {}): OllamaOptions => ({
  url,
  freeMemory: 16 * GB,
  timeoutMs: 60_000,
  ...more,
});

/** Ollama with these models, each of which gives vectors of `dims` numbers. */
const ollama = (models: (string | object)[], dims = 1024) =>
  httpServer(({ path, body }: TestRequest): TestResponse => {
    const entries = models.map((model) => (typeof model === 'string' ? { name: model } : model)) as {
      name: string;
    }[];
    if (path === '/api/tags') return { json: { models: entries } };
    if (path !== '/api/embed') return { status: 404, text: '404 page not found' };
    if (!entries.some(({ name }) => name === body.model))
      return { status: 404, json: { error: `model '${body.model}' not found` } };
    return {
      json: {
        model: body.model,
        embeddings: body.input.map((_: string, i: number) => axis(dims, i % 1000, 3)),
      },
    };
  });

test.each([
  [
    'plenty of memory takes the largest',
    64,
    ['qwen3-embedding:0.6b', 'qwen3-embedding:8b', 'qwen3-embedding:4b'],
    '8b',
  ],
  ['exactly 32 GB is not more than 32 GB', 32, ['qwen3-embedding:8b', 'qwen3-embedding:4b'], '4b'],
  ['an ordinary machine takes the middle one', 16, ['qwen3-embedding:8b', 'qwen3-embedding:4b'], '4b'],
  ['little memory takes the smallest', 4, ['qwen3-embedding:4b', 'qwen3-embedding:0.6b'], '0.6b'],
  [
    'what is installed beats what would fit better',
    64,
    ['nomic-embed-text:latest', 'qwen3-embedding:0.6b'],
    '0.6b',
  ],
  ['a plain tag beats a quantised one', 16, ['qwen3-embedding:4b-q8_0', 'qwen3-embedding:4b'], '4b'],
  ['a quantised one is still the right size', 16, ['qwen3-embedding:4b-q8_0'], '4b-q8_0'],
])('auto: %s', async (_, gigabytes, installed, chosen) => {
  await using server = await ollama(installed);
  const embedder = ollamaEmbedder(options(server.url, { freeMemory: gigabytes * GB }));

  await embedder.embed(['hello'], 'memory');

  expect(embedder.id).toBe(`ollama:qwen3-embedding:${chosen}/1024`);
  expect(server.asked.at(-1)!.body.model).toBe(`qwen3-embedding:${chosen}`);
});

test('auto tells the size of a tag that does not name it', async () => {
  await using server = await ollama([
    { name: 'qwen3-embedding:latest', details: { parameter_size: '7.6B' } },
    { name: 'qwen3-embedding:0.6b', details: { parameter_size: '595.78M' } },
  ]);
  const embedder = ollamaEmbedder(options(server.url, { freeMemory: 64 * GB }));

  await embedder.embed(['hello'], 'memory');

  expect(embedder.id).toBe('ollama:qwen3-embedding:latest/1024');
});

test('without a model it says what to pull, and pulls nothing', async () => {
  await using server = await ollama(['llama3.2:latest']);

  await expect(ollamaEmbedder(options(server.url)).embed(['hello'], 'memory')).rejects.toThrow(
    /has no Qwen3 embedding model\. Run `ollama pull qwen3-embedding:4b`/,
  );
  expect(server.asked.map(({ path }) => path)).toEqual(['/api/tags']);
});

test('a named model that is missing is named in the advice', async () => {
  await using server = await ollama([]);
  const embedder = ollamaEmbedder(options(server.url, { model: 'bge-m3' }));

  await expect(embedder.embed(['hello'], 'memory')).rejects.toThrow('Run `ollama pull bge-m3`.');
  expect(embedder.id).toBe('ollama:bge-m3/1024');
});

test('the model is looked for once, and asked for batches with dimensions and truncation', async () => {
  await using server = await ollama(['qwen3-embedding:4b']);
  const embedder = ollamaEmbedder(options(server.url));

  await embedder.embed(
    Array.from({ length: 70 }, (_, i) => `text ${i}`),
    'memory',
  );
  await embedder.embed(['one more'], 'memory');

  expect(server.asked.map(({ path }) => path)).toEqual(['/api/tags', ...Array(4).fill('/api/embed')]);
  expect(server.asked.slice(1).map(({ body }) => body.input.length)).toEqual([32, 32, 6, 1]);
  expect(server.asked[1]!.body).toMatchObject({ dimensions: 1024, truncate: true });
});

test('Qwen3 gets an instruction in front of questions and nothing in front of memories', async () => {
  await using server = await ollama(['qwen3-embedding:4b']);
  const embedder = ollamaEmbedder(options(server.url));

  await embedder.embed(['how do we deploy?'], 'question');
  await embedder.embed(['We deploy on Tuesdays'], 'memory');

  const [question, memory] = server.asked.slice(1).map(({ body }) => body.input[0]);
  expect(question).toMatch(/^Instruct: [^\n]+\nQuery:how do we deploy\?$/);
  expect(memory).toBe('We deploy on Tuesdays');
});

test('longer vectors are cut to size and made of length one again', async () => {
  await using server = await ollama(['qwen3-embedding:4b'], 2560);
  const [vector, other] = await ollamaEmbedder(options(server.url)).embed(['a', 'b'], 'memory');

  expect(vector).toEqual(Float32Array.from({ length: 1024 }, (_, i) => Number(i === 0)));
  expect(other![1]).toBe(1);
});

test('vectors that were not of length one are by the time they arrive', async () => {
  await using server = await ollama(['qwen3-embedding:4b'], 1024);
  const [vector] = await ollamaEmbedder(options(server.url)).embed(['a'], 'memory');

  expect(Math.hypot(...vector!)).toBeCloseTo(1, 6);
});

test('a model with too few dimensions is a fault that says what to set', async () => {
  await using server = await ollama(['nomic-embed-text'], 768);

  await expect(
    ollamaEmbedder(options(server.url, { model: 'nomic-embed-text' })).embed(['a'], 'memory'),
  ).rejects.toThrow(/has 768 dimensions; 1024 were requested\. Set embedder\.dims to 768/);
  const fitting = ollamaEmbedder(options(server.url, { model: 'nomic-embed-text', dims: 768 }));
  expect((await fitting.embed(['a'], 'memory'))[0]).toHaveLength(768);
  expect(server.asked.at(-1)!.body.input).toEqual(['search_document: a']);
});

test('dimensions that change between calls are a fault', async () => {
  await using server = await httpServer((_, nth) => ({
    json: { embeddings: [axis(nth === 1 ? 1024 : 2560, 0)] },
  }));
  const embedder = ollamaEmbedder(options(server.url, { model: 'm' }));

  await embedder.embed(['a'], 'memory');

  await expect(embedder.embed(['b'], 'memory')).rejects.toThrow(/changed from 1024 to 2560 dimensions/);
});

test.each<[string, TestResponse, RegExp]>([
  [
    'an error of the server',
    { status: 500, json: { error: 'llama runner died' } },
    /responded with 500 \(llama runner died\)/,
  ],
  ['broken JSON', { text: '{"embeddings": [[0.1,' }, /did not respond with JSON/],
  ['a page instead of JSON', { text: '<html>hello</html>' }, /did not respond with JSON/],
  ['nothing but null', { json: null }, /no vectors/],
  ['too few vectors', { json: { embeddings: [] } }, /0 vectors for 1 texts/],
  ['too many vectors', { json: { embeddings: [axis(1024, 0), axis(1024, 1)] } }, /2 vectors for 1 texts/],
  [
    'NaN, which JSON writes as null',
    { json: { embeddings: [[...axis(1023, 0), Number.NaN]] } },
    /zero or not numeric/,
  ],
  ['words in a vector', { json: { embeddings: [Array(1024).fill('x')] } }, /not a vector/],
  ['a vector of zeros', { json: { embeddings: [Array(1024).fill(0)] } }, /zero or not numeric/],
  ['an answer that never comes', 'silence', /timed out after 0\.15 s/],
  [
    'a redirect',
    { status: 302, headers: { location: 'http://127.0.0.1:1/' }, text: '' },
    /set that URL in the configuration/,
  ],
])('%s is EmbedderDown with a sentence', async (_, answer, sentence) => {
  await using server = await httpServer(() => answer);
  const failing = ollamaEmbedder(
    options(server.url, { model: 'm', timeoutMs: answer === 'silence' ? 150 : 60_000 }),
  );

  const error = await failing.embed(['a'], 'memory').catch((thrown) => thrown);

  expect(error).toBeInstanceOf(EmbedderDown);
  expect(error.message).toMatch(sentence);
  expect(error.message).toContain('Ollama at http://127.0.0.1:');
});

test('a machine too slow for a batch is given smaller ones until it keeps up', async () => {
  await using server = await httpServer(({ body }) =>
    body.input.length > 2 ? 'silence' : { json: { embeddings: body.input.map((_, i) => axis(1024, i)) } },
  );
  const embedder = ollamaEmbedder(options(server.url, { model: 'm', timeoutMs: 3_000, restMs: 1 }));
  const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

  await expect(embedder.embed(texts, 'memory')).rejects.toThrow(/timed out after 3 s/);
  await vi.waitFor(async () => expect(await embedder.embed(texts, 'memory')).toHaveLength(8), 600_000);
  expect(server.asked.map(({ body }) => body.input.length)).toEqual([8, 4, 2, 2, 2, 2]);
});

test('a server that is not there is EmbedderDown', async () => {
  const server = await ollama([]);
  await server[Symbol.asyncDispose]();

  const error = await ollamaEmbedder(options(server.url))
    .embed(['a'], 'memory')
    .catch((thrown) => thrown);

  expect(error).toBeInstanceOf(EmbedderDown);
  expect(error.message).toMatch(/cannot be reached \(ECONNREFUSED\)/);
});

test.each(['not a url', '', 'file:///etc/passwd'])('the url %j is EmbedderDown, not a crash', async (url) => {
  await expect(ollamaEmbedder(options(url)).embed(['a'], 'memory')).rejects.toThrow(/no valid URL/);
});

test('nothing to embed asks nobody', async () => {
  expect(await ollamaEmbedder(options('http://127.0.0.1:1')).embed([], 'memory')).toEqual([]);
});
