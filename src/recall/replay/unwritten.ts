import type { CachedEmbedder } from '../../workspace/meaning.ts';

/** An embedder whose vectors are kept in memory while it is used, instead of in the cache on disk. */
export function unwrittenVectors(meaning: CachedEmbedder): CachedEmbedder {
  const known = new Map<string, Float32Array>();
  return {
    get model() {
      return meaning.model;
    },
    get notice() {
      return meaning.notice;
    },
    ofCode: meaning.ofCode,
    ofPassages: meaning.ofPassages,
    ofQuestion: meaning.ofQuestion,
    async ofMemories(texts) {
      const missing = [...new Set(texts)].filter((text) => !known.has(text));
      const fresh = missing.length === 0 ? [] : await meaning.ofPassages(missing);
      if (!fresh) return undefined;
      for (const [i, text] of missing.entries()) known.set(text, fresh[i]!);
      return texts.map((text) => known.get(text)!);
    },
  };
}
