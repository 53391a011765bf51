import { afterAll, expect, test } from 'vitest';
import { bundledEmbedder } from './bundled.ts';
import { holdingIn, maxSimOf, rarityOf } from './late-interaction.ts';
import { maxSimReranker } from './maxsim.ts';

const embedder = bundledEmbedder();
const reranker = maxSimReranker(embedder);
afterAll(() => embedder.unload());

test('the text that answers the question comes first', async () => {
  const scores = await reranker.rerank('How long are log files kept?', [
    'The dashboard listens on port 4100.',
    'Logs are deleted after thirty days.',
    'Keep commits small.',
  ]);
  expect(scores.indexOf(Math.max(...(scores as number[])))).toBe(1);
});

test('a text is never nearer to a question than the question itself', async () => {
  const question = 'Why do we pin the Node version in CI?';
  const [itself, other] = await reranker.rerank(question, [
    question,
    'CI pins Node because of a bug in npm.',
  ]);
  expect(itself).toBeCloseTo(1, 4);
  expect(other).toBeLessThan(itself!);
});

test('its scores do not depend on how the texts are ordered, and no texts have none', async () => {
  const texts = ['Use tabs.', 'Tests run in two workers.', 'The hub needs PostgreSQL.', ''];
  const scores = await reranker.rerank('how many workers run tests', texts);
  expect(await reranker.rerank('how many workers run tests', texts.toReversed())).toEqual(
    scores.toReversed(),
  );
  expect(scores.every(Number.isFinite)).toBe(true);
  expect(await reranker.rerank('anything', [])).toEqual([]);
});

test('a word that only some texts hold counts more than one they all hold, and the marks count nothing', () => {
  const [begin, port, daemon, unknown, end] = [101, 7, 8, 9, 102];
  const texts = [[port, daemon], [daemon], [daemon, 5]];
  const rarity = rarityOf(holdingIn([begin, port, daemon, unknown, end], texts), texts.length);
  expect([rarity[0], rarity[4]]).toEqual([0, 0]);
  expect(rarity[3]).toBeGreaterThan(rarity[1]!);
  expect(rarity[1]).toBeGreaterThan(rarity[2]!);
  expect(maxSimOf(Float32Array.of(0, 1, 0, 0, 0), rarity)).toBeGreaterThan(
    maxSimOf(Float32Array.of(1, 0, 1, 0, 1), rarity),
  );
});

test('its name tells which vectors it goes by', () => {
  expect(reranker.id).toBe('maxsim/squirrel-s3@2/384');
});
