import { CHUNK } from '@sqrl/squirrel/store/vectors/vectors.ts';
import { expect, test } from 'vitest';
import { open } from './support/home.ts';
import { letterEmbedder } from './support/letters.ts';

test('vectors are packed while an import runs, so that a first search after it need not read each of them', async () => {
  const { engine, client } = open({ embedder: letterEmbedder() });
  const text = Array.from({ length: CHUNK + 20 }, (_, n) => `- Part ${n} of the shop has the number ${n}.`);
  const { added } = await client.call('import', { text: text.join('\n') });
  expect(added).toBeGreaterThan(CHUNK);
  const { store } = engine.own;
  const loose = store.sql(`select count(*) as n from vector where kind = 'memory' and pack is null`).get()!.n;
  expect(loose).toBe(added - CHUNK);
  const { hits } = await client.call('find', { question: 'Part 7 of the shop', limit: 5 });
  expect(hits.length).toBeGreaterThan(0);
});
