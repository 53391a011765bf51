import { expect, test } from 'vitest';
import { EmbedderDown } from '../embedder.ts';
import { httpServer, type TestResponse } from '../testing/http-server.ts';
import { type RerankOptions, rerankEndpoint } from './rerank-endpoint.ts';

const options = (url: string, more: Partial<RerankOptions> = {}): RerankOptions => ({
  url,
  model: 'jina-reranker-v2',
  apiKey: 'jina_0123456789',
  timeoutMs: 60_000,
  ...more,
});

const TEXTS = ['cats', 'deploys', 'dogs'];

test('Cohere, Jina and vLLM: results in their own order become scores in ours', async () => {
  await using server = await httpServer(() => ({
    json: {
      results: [
        { index: 1, relevance_score: 0.9 },
        { index: 2, relevance_score: 0.2 },
        { index: 0, relevance_score: 0.1 },
      ],
    },
  }));
  const reranker = rerankEndpoint(options(`${server.url}/v1`));

  expect(await reranker.rerank('how do we deploy', TEXTS)).toEqual([0.1, 0.9, 0.2]);
  expect(reranker.id).toBe('rerank:jina-reranker-v2');
  expect(server.asked).toMatchObject([
    {
      path: '/v1/rerank',
      headers: { authorization: 'Bearer jina_0123456789' },
      body: { model: 'jina-reranker-v2', query: 'how do we deploy', documents: TEXTS, top_n: 3 },
    },
  ]);
});

test('text-embeddings-inference: a refusal teaches us its form, once', async () => {
  await using server = await httpServer(({ body }) =>
    body.texts
      ? { json: body.texts.map((_: string, index: number) => ({ index, score: index / 100 })) }
      : {
          status: 422,
          text: 'Failed to deserialize the JSON body into the target type: missing field `texts`',
        },
  );
  const reranker = rerankEndpoint(options(server.url));

  expect(await reranker.rerank('q', TEXTS)).toEqual([0, 0.01, 0.02]);
  expect(await reranker.rerank('q', Array(40).fill('x'))).toHaveLength(40);
  expect(server.asked.map(({ body }) => (body.documents ?? body.texts)?.length)).toEqual([3, 3, 32, 8]);
});

test.each<[string, TestResponse, RegExp]>([
  ['a missing text', { json: { results: [{ index: 0, relevance_score: 1 }] } }, /1 scores for 3 texts/],
  [
    'the same text thrice',
    { json: { results: Array(3).fill({ index: 0, relevance_score: 1 }) } },
    /invalid score/,
  ],
  [
    'NaN',
    { json: { results: [0, 1, 2].map((index) => ({ index, relevance_score: Number.NaN })) } },
    /invalid score/,
  ],
  ['no results', { json: { ok: true } }, /no results/],
  ['null', { json: null }, /no results/],
  ['a list of nothing', { json: [null, null, null] }, /invalid score/],
  ['not JSON', { text: 'hello' }, /did not respond with JSON/],
  [
    'a refused key',
    { status: 403, json: { detail: 'jina_0123456789 is not a key' } },
    /responded with 403\. Check the API key/,
  ],
  [
    'another refusal',
    { status: 400, json: { message: 'unknown model' } },
    /responded with 400 \(unknown model\)/,
  ],
  ['an answer that never comes', 'silence', /timed out after/],
])('%s is EmbedderDown', async (_, answer, sentence) => {
  await using server = await httpServer(() => answer);
  const reranker = rerankEndpoint(options(server.url, { timeoutMs: answer === 'silence' ? 150 : 60_000 }));

  const error = await reranker.rerank('q', TEXTS).catch((thrown) => thrown);

  expect(error).toBeInstanceOf(EmbedderDown);
  expect(error.message).toMatch(sentence);
  expect(error.message).not.toContain('jina_0123456789');
});

test('nothing to rerank asks nobody', async () => {
  expect(await rerankEndpoint(options('http://127.0.0.1:1')).rerank('q', [])).toEqual([]);
});
