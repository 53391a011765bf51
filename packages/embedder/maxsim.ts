import type { BundledEmbedder } from './bundled.ts';
import type { Reranker } from './embedder.ts';

/**
 * The local reranker: how well each of the question's tokens is met by some token of the text, or of the text and what
 * stands before it, rare tokens counting more; and a little of the cosine of the whole texts.
 */
export const maxSimReranker = (embedder: BundledEmbedder): Reranker => ({
  id: `maxsim/${embedder.id}`,
  async rerank(question, texts, asides = []) {
    if (texts.length === 0) return [];
    const before = texts.map((_, i) => asides[i]?.before ?? '');
    const matches = await embedder.match(question, texts, before);
    return matches.map((match, i) => {
      const tokens = (match.maxSim + match.within) / 2;
      return (tokens + COSINE * (asides[i]?.cosine ?? match.cosine)) / (1 + COSINE);
    });
  },
});

/** Tried from nothing to as much again on both scoreboards: this much was best, or near it, on each. */
const COSINE = 0.3;
