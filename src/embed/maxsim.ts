import type { BundledEmbedder } from './bundled.ts';
import type { Reranker } from './embedder.ts';

/**
 * The local reranker: half the cosine of the whole texts, half how well each of the question's tokens is met by some
 * token of the text, rare tokens counting more.
 */
export const maxSimReranker = (embedder: BundledEmbedder): Reranker => ({
  id: `maxsim/${embedder.id}`,
  async rerank(question, texts) {
    if (texts.length === 0) return [];
    const matches = await embedder.match(question, texts);
    return matches.map(({ cosine, maxSim }) => (cosine + maxSim) / 2);
  },
});
