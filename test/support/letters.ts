import type { Embedder } from '@sqrl/embedder/embedder.ts';

/** Numbers for letters: enough for an embedder that only has to be there. */
export const letterEmbedder = (): Embedder => ({
  id: 'letters',
  dims: 26,
  embed: async (texts) =>
    texts.map((text) => {
      const counts = new Float32Array(26).fill(0.01);
      for (const letter of text.toLowerCase())
        if (letter >= 'a' && letter <= 'z') counts[letter.charCodeAt(0) - 97]! += 1;
      const length = Math.hypot(...counts);
      return counts.map((count) => count / length);
    }),
  unload: async () => {},
});
