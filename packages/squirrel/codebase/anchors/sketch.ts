/**
 * A sample of the word pairs of a text: the smallest of their hashes. Two texts have about as much in common as their
 * samples, so a function is found again under another name without keeping its text.
 */
export function sketchOf(text: string, name: string): string {
  const words = (text.match(WORD) ?? []).map((word) => (word === name ? '·' : word));
  const pairs = new Set(words.slice(1).map((word, i) => hashOf(`${words[i]} ${word}`)));
  return [...pairs]
    .sort((a, b) => a - b)
    .slice(0, MAX_PAIRS)
    .map((hash) => hash.toString(36).padStart(HASH_CHARS, '0'))
    .join('');
}

/** The share of their word pairs that two texts have in common, 0 to 1, by their samples. */
export function likeness(one: string, other: string): number {
  const [a, b] = [pairsIn(one), pairsIn(other)];
  const smallest = [...a.union(b)].sort().slice(0, MAX_PAIRS);
  return smallest.filter((pair) => a.has(pair) && b.has(pair)).length / Math.max(1, smallest.length);
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+|[^\s\p{L}\p{N}]/gu;
const MAX_PAIRS = 64;
const HASH_CHARS = 5;

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return (Math.imul(hash, 0x2c1b3c6d) >>> 0) % 36 ** HASH_CHARS;
}

const pairsIn = (sketch: string): Set<string> =>
  new Set(
    Array.from({ length: sketch.length / HASH_CHARS }, (_, i) =>
      sketch.slice(i * HASH_CHARS, (i + 1) * HASH_CHARS),
    ),
  );
