import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@sqrl/base/statistics/random.ts';

/** Texts of natural language: sentences from the documentation of the packages installed here, one to three at a time. */
export function naturalTexts(count: number): string[] {
  const sentences = readSentences();
  const random = seededRandom(1);
  const texts = new Set<string>();
  while (texts.size < count) {
    const parts = Array.from(
      { length: 1 + Math.floor(random() * 3) },
      () => sentences[Math.floor(random() * sentences.length)]!,
    );
    texts.add(parts.join(' '));
  }
  return [...texts];
}

/** Questions as people ask them: some words of a text, in a sentence. */
export function questionsFrom(texts: readonly string[], count: number, seed = 5): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const words = texts[Math.floor(random() * texts.length)]!.match(/[A-Za-z]{4,}/g) ?? ['memory'];
    const some = Array.from({ length: 4 }, () => words[Math.floor(random() * words.length)]!);
    return `how does the ${some[0]} ${some[1]} work with ${some[2]} and ${some[3]}?`;
  });
}

function readSentences(): string[] {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const found = new Set<string>();
  const files = globSync(['node_modules/*/*.md', 'node_modules/@*/*/*.md', 'docs/**/*.md'], {
    cwd: root,
  }).sort();
  for (const file of files) {
    const prose = readFileSync(root + file, 'utf8')
      .replace(/```[\s\S]*?```/g, '')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/<[^>]+>/g, ' ');
    for (const sentence of prose.split(/(?<=[.!?])\s+|\n\s*\n|\n[-*#|]/)) {
      const flat = sentence.replace(/\s+/g, ' ').trim();
      // A question is not remembered.
      if (flat.length >= 30 && flat.length <= 300 && /[a-z]{3}/.test(flat) && !flat.endsWith('?'))
        found.add(flat);
    }
  }
  return [...found];
}

/** Vectors that are near where texts share words, made without a model: every word has a direction of its own. */
export function readyVectors(dims: number): (text: string) => Float32Array {
  const directions = new Map<string, Float32Array>();
  const direction = (word: string): Float32Array => {
    const known = directions.get(word);
    if (known) return known;
    const random = seededRandom(
      [...word].reduce((hash, letter) => Math.imul(hash, 31) + letter.charCodeAt(0), 7),
    );
    const made = Float32Array.from({ length: dims }, () => random() - 0.5);
    directions.set(word, made);
    return made;
  };
  return (text) => {
    const vector = new Float32Array(dims);
    for (const word of text.toLowerCase().match(/[a-z]+/g) ?? ['']) {
      const towards = direction(word);
      const weight = 1 / (1 + Math.log(1 + 12 / word.length));
      for (let i = 0; i < dims; i++) vector[i]! += towards[i]! * weight;
    }
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  };
}
