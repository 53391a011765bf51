import type { Memory } from '@sqrl/base/model/memory.ts';
import { EmbedderDown, type Reranker, type TextContext } from '@sqrl/embedder/embedder.ts';
import { expect, test } from 'vitest';
import type { Hit } from './find.ts';
import { type RerankRequest, rerank } from './weigh.ts';

const hit = (id: string, given: Partial<Hit> & { text?: string } = {}): Hit =>
  ({
    memory: { id, text: given.text ?? id, type: 'gotcha', files: [], module: null } as unknown as Memory,
    score: 1,
    why: [],
    ...given,
  }) as Hit;

/** Scores a text by its length, and keeps what it was given besides. */
function byLength(): Reranker & { asides: (readonly TextContext[])[] } {
  const asides: (readonly TextContext[])[] = [];
  return {
    id: 'by length',
    asides,
    rerank: async (_, texts, given = []) => {
      asides.push(given);
      return texts.map((text) => text.length / 100);
    },
  };
}

const look = (given: Partial<RerankRequest> & { reranker: Reranker }): RerankRequest => ({
  most: 10,
  notices: [],
  ...given,
});

test('the second look orders the best; the others follow, none of them higher', async () => {
  const hits = [hit('a'), hit('ccc'), hit('bb'), hit('dddddd')];
  const seen = await rerank('q', hits, look({ reranker: byLength(), most: 3 }));
  expect(seen.map(({ memory }) => memory.id)).toEqual(['ccc', 'bb', 'a', 'dddddd']);
  expect(seen[3]!.score).toBeLessThanOrEqual(seen[2]!.score);
  expect(seen[0]!.why).toEqual(['reranked from #2 (0.03)']);
});

test('what is kept under the name that was asked for is not lost in it', async () => {
  const seen = await rerank('q', [hit('aaa'), hit('b', { bonus: 0.5 })], look({ reranker: byLength() }));
  expect(seen[0]!.memory.id).toBe('b');
});

test('each text is read with what it is about', async () => {
  const reranker = byLength();
  const hits = [hit('a', { cosine: 0.4 })];
  await rerank('q', hits, look({ reranker }));
  expect(reranker.asides).toEqual([[{ before: 'Type: gotcha', cosine: 0.4 }]]);
});

test('what is not read follows in its order, each below the last', async () => {
  const scored: Reranker = { id: 'two', rerank: async () => [0.1, 0.9] };
  const hits = ['a', 'b', 'c', 'd'].map((id) => hit(id));
  const seen = await rerank('q', hits, look({ reranker: scored, most: 2 }));
  expect(seen.map(({ memory }) => memory.id)).toEqual(['b', 'a', 'c', 'd']);
  // Later stages sort by score, and equal ones by their ids.
  for (const [i, { score }] of seen.entries()) if (i > 0) expect(score).toBeLessThan(seen[i - 1]!.score);
  expect(seen[2]!.why).toEqual([]);
});

test('where the reranker is down all stay as they were, and a notice says so', async () => {
  const down: Reranker = { id: 'down', rerank: () => Promise.reject(new EmbedderDown('gone')) };
  const options = look({ reranker: down });
  expect((await rerank('q', [hit('a'), hit('b')], options)).map(({ memory }) => memory.id)).toEqual([
    'a',
    'b',
  ]);
  expect(options.notices).toMatchObject([{ message: 'The reranker does not respond: gone' }]);
});
