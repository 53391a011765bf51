import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Match, rarityOf, tokenMatches } from './late-interaction.ts';
import { openLocalModel } from './local-model.ts';

const model = openLocalModel(
  fileURLToPath(new URL('./models/squirrel-s3.int8.safetensors', import.meta.url)),
);
function match(question: string, texts: readonly string[], before?: readonly string[]): Match[] {
  const { near, holding } = model.compare(question, texts, before);
  return tokenMatches(near, rarityOf(holding, texts.length));
}

test('every text is matched, the same whether it was read before or not', () => {
  const texts = Array.from({ length: 18 }, (_, i) => `Worker ${i} writes its part of the index. `.repeat(8));
  const some = match('which worker writes the index', texts.slice(9));
  const all = match('which worker writes the index', texts);
  expect(all).toHaveLength(texts.length);
  expect(all.slice(9).map(({ cosine }) => cosine)).toEqual(some.map(({ cosine }) => cosine));
  expect(match('which worker writes the index', texts)).toEqual(all);
});

test('a text is matched together with what stands before it, and by itself', () => {
  const said = ['It is 4100.', 'Commits are kept small.'];
  const alone = match('the port of the daemon', said);
  const together = match('the port of the daemon', said, ['Which port does the daemon listen on?', '']);
  expect(together[0]!.within).toBeGreaterThan(alone[0]!.within);
  expect(together[0]!.within).toBeGreaterThan(together[0]!.maxSim);
  expect(together[1]).toEqual(alone[1]);
});
