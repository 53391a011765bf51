import { Problem } from '@sqrl/base/problem.ts';
import { expect, test } from 'vitest';
import { embedderFor, withChosenModel } from './provider.ts';
import { axis, httpServer } from './testing/http-server.ts';

const ollama = (installed: string[]) =>
  httpServer(({ path, body }) =>
    path === '/api/tags'
      ? { json: { models: installed.map((name) => ({ name })) } }
      : { json: { embeddings: body.input.map((_, i) => axis(1024, i)) } },
  );

test('without a word about it the embedder is the bundled one', () => {
  expect(embedderFor({ provider: 'bundled' })).toMatchObject({
    id: expect.stringMatching(/^squirrel-s3@/),
    dims: 384,
  });
  expect(embedderFor({ provider: 'bundled', model: 'minilm', dims: 1024 }).id).toMatch(/^minilm@.*\/384$/);
});

test('a bundled model that does not exist is a problem with the names of those that do', () => {
  expect(() => embedderFor({ provider: 'bundled', model: 'gpt-7' })).toThrow(Problem);
  expect(() => embedderFor({ provider: 'bundled', model: 'toString' })).toThrow(
    'Unknown bundled model "toString"',
  );
});

test('ids name provider, model and dimensions', () => {
  expect(embedderFor({ provider: 'ollama' }).id).toBe('ollama:qwen3-embedding:4b/1024');
  expect(embedderFor({ provider: 'ollama', model: 'bge-m3', dims: 512 }).id).toBe('ollama:bge-m3/512');
  expect(embedderFor({ provider: 'openai' }).id).toBe('openai:text-embedding-3-small/1024');
  expect(embedderFor({ provider: 'openai', model: 'auto' }).id).toBe('openai:text-embedding-3-small/1024');
});

test('the configuration reaches the provider', async () => {
  await using server = await httpServer(() => ({ json: { data: [{ embedding: axis(64, 1) }] } }));
  const embedder = embedderFor({
    provider: 'openai',
    url: `${server.url}/v1`,
    model: 'my-model',
    apiKey: 'k-123456',
    dims: 64,
  });

  expect((await embedder.embed(['a'], 'memory'))[0]).toHaveLength(64);
  expect(server.asked[0]).toMatchObject({
    headers: { authorization: 'Bearer k-123456' },
    body: { model: 'my-model', dimensions: 64 },
  });
});

test('auto becomes the model that is installed before anything is stored under another name', async () => {
  await using server = await ollama(['qwen3-embedding:0.6b']);
  const config = { provider: 'ollama', url: server.url, freeMemory: 64 * 1024 ** 3 } as const;

  const embedder = embedderFor(await withChosenModel(config));
  expect(embedder.id).toBe('ollama:qwen3-embedding:0.6b/1024');
  await embedder.embed(['a'], 'memory');
  expect(embedder.id).toBe('ollama:qwen3-embedding:0.6b/1024');
});

test('auto stays auto while Ollama is not there, and other choices are left alone', async () => {
  const absent = { provider: 'ollama', url: 'http://127.0.0.1:1' } as const;
  const named = { provider: 'ollama', model: 'bge-m3', url: 'http://127.0.0.1:1' } as const;

  expect((await withChosenModel(absent)).model).toBeUndefined();
  expect(await withChosenModel(named)).toBe(named);
});

test('an Ollama that hangs does not hold up the opening for as long as an embedding may take', async () => {
  await using server = await httpServer(() => 'silence');
  // Longer than a test may take.
  expect(
    (await withChosenModel({ provider: 'ollama', url: server.url, timeoutMs: 600_000 })).model,
  ).toBeUndefined();
});
