import { expect, test } from 'vitest';
import { EmbedderDown, type Reranker, type TextContext } from '../embed/embedder.ts';
import type { Memory } from '../model/memory.ts';
import type { Hit } from './find.ts';
import { type RerankRequest, rerank } from './rerank.ts';

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
  inContext: true,
  notices: [],
  ...given,
});

test('the second look orders the best; the others follow, none of them higher', async () => {
  const hits = [hit('a'), hit('ccc'), hit('bb'), hit('dddddd')];
  const seen = await rerank('q', hits, look({ reranker: byLength(), most: 3 }));
  expect(seen.map(({ memory }) => memory.id)).toEqual(['ccc', 'bb', 'a', 'dddddd']);
  expect(seen[3]!.score).toBeLessThanOrEqual(seen[2]!.score);
  expect(seen[0]!.why).toMatchObject([{ text: 'reranked from #2 (0.03)' }]);
});

test('what is kept under the name that was asked for is not lost in it', async () => {
  const seen = await rerank('q', [hit('aaa'), hit('b', { bonus: 0.5 })], look({ reranker: byLength() }));
  expect(seen[0]!.memory.id).toBe('b');
});

test('each text is read with what it is about and what was learnt before it', async () => {
  const reranker = byLength();
  const hits = [hit('a', { before: 'Which cat?', cosine: 0.4 })];
  await rerank('q', hits, look({ reranker }));
  await rerank('q', hits, look({ reranker, inContext: false }));
  expect(reranker.asides).toEqual([
    [{ before: 'Type: gotcha\n\nWhich cat?', cosine: 0.4, beside: [] }],
    [{ before: undefined, cosine: 0.4, beside: [] }],
  ]);
});

test('… and with those of the others that were learnt right beside it, on the same indexedStore', async () => {
  const reranker = byLength();
  const [here, there] = [{}, {}] as Hit['indexedStore'][];
  const hits = [
    hit('a', { indexedStore: here!, row: 1, beside: [2] }),
    hit('b', { indexedStore: there!, row: 2, beside: [] }),
    hit('c', { indexedStore: here!, row: 2, beside: [1, 3] }),
  ];
  await rerank('q', hits, look({ reranker }));
  expect(reranker.asides[0]!.map(({ beside }) => beside)).toEqual([[2], [], [0]]);
});

test('no more is read than there is time for', async () => {
  const long = 'x'.repeat(500);
  const hits = Array.from({ length: 50 }, (_, i) => hit(String(i), { text: long }));
  const reranker = byLength();
  await rerank('q', hits, look({ reranker, most: 50 }));
  expect(reranker.asides[0]!.length).toBeLessThan(35);
  expect(reranker.asides[0]!.length).toBeGreaterThan(25);
});

test('what could not be read in time follows as it was, and says why', async () => {
  const inTime: Reranker = { id: 'two', rerank: async (_, __, ___, ms) => (ms === 200 ? [0.1, 0.9] : []) };
  const hits = ['a', 'b', 'c', 'd'].map((id) => hit(id));
  const seen = await rerank('q', hits, look({ reranker: inTime, most: 3, withinMs: 200 }));
  expect(seen.map(({ memory }) => memory.id)).toEqual(['b', 'a', 'c', 'd']);
  expect(seen.map(({ why }) => why.at(-1)?.text)).toEqual([
    'reranked from #2 (0.90)',
    'reranked from #1 (0.10)',
    'not reranked (time limit)',
    undefined,
  ]);
  expect(seen[2]!.score).toBeLessThanOrEqual(seen[1]!.score);
  // Later stages sort by score, and equal ones by their ids.
  expect(seen[3]!.score).toBeLessThan(seen[2]!.score);
});

test('what was read comes before what was not where it is better than what was read before that', async () => {
  const scores = [0.5, undefined, 0.2, undefined, 0.8];
  const holes: Reranker = { id: 'holes', rerank: async () => scores };
  const hits = ['a', 'b', 'c', 'd', 'e'].map((id) => hit(id, { score: 0.9 }));
  const seen = await rerank('q', hits, look({ reranker: holes, most: 5 }));
  expect(seen.map(({ memory }) => memory.id)).toEqual(['e', 'a', 'b', 'c', 'd']);
  const inTurn = seen.map(({ score }) => score);
  expect(inTurn).toEqual(inTurn.toSorted((a, b) => b - a));
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
