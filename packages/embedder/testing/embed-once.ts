import type { BundledEmbedder } from '../bundled.ts';
import type { EmbeddingPurpose } from '../embedder.ts';

/** The same embedder, which reads each text once, however often its vector is asked for. */
export function embedOnce(embedder: BundledEmbedder): BundledEmbedder {
  const vectors = new Map<string, Float32Array>();
  return Object.assign(Object.create(embedder) as BundledEmbedder, {
    async embed(texts: readonly string[], purpose: EmbeddingPurpose) {
      const unread = [...new Set(texts)].filter((text) => !vectors.has(text));
      const read = unread.length > 0 ? await embedder.embed(unread, purpose) : [];
      for (const [i, text] of unread.entries()) vectors.set(text, read[i]!);
      return texts.map((text) => vectors.get(text)!.slice());
    },
  });
}
