import type { BundledEmbedder } from './bundled.ts';
import type { Reranker } from './embedder.ts';

/**
 * The local reranker: how well each of the question's tokens is met by some token of the text, or of the text and what
 * stands before and next to it, rare tokens counting more; and a little of the cosine of the whole texts.
 */
export const maxSimReranker = (embedder: BundledEmbedder): Reranker => ({
  id: `maxsim/${embedder.id}`,
  async rerank(question, texts, asides = [], withinMs) {
    if (texts.length === 0) return [];
    const matches = await embedder.match(question, texts, {
      before: texts.map((_, i) => asides[i]?.before ?? ''),
      beside: texts.map((_, i) => asides[i]?.beside ?? []),
      ...(withinMs !== undefined && { withinMs }),
    });
    return matches.map((match, i) => {
      if (!match) return undefined;
      const tokens = (match.maxSim + match.within) / 2;
      return (tokens + COSINE * (asides[i]?.cosine ?? match.cosine)) / (1 + COSINE);
    });
  },
});

/** Tried from nothing to as much again on both scoreboards: this much was best, or near it, on each. */
const COSINE = 0.3;
