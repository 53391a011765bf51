import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Sentences that developers wrote, out of the read-me files of what is installed here; always in the same order. */
export function developerSentences(count: number, longest = 120): string[] {
  const root = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
  const files = globSync('{*,@*/*}/{README,readme,CHANGELOG}.md', { cwd: root }).sort();
  const sentences = new Set<string>();
  for (const file of files) {
    for (const sentence of sentencesOf(readFileSync(root + file, 'utf8'), longest).slice(0, MAX_PER_FILE)) {
      sentences.add(sentence);
      if (sentences.size === count) return [...sentences];
    }
  }
  throw new Error(`Only ${sentences.size} of ${count} sentences were found in ${files.length} files.`);
}

/** So that no single package speaks for all of them. */
const MAX_PER_FILE = 60;

function sentencesOf(markdown: string, longest: number): string[] {
  const prose = markdown.replace(/```[\s\S]*?```/g, '').replace(/<[^>]*>|\]\([^)]*\)|[[\]*#|]/g, ' ');
  return prose
    .split(/(?<=[.!?])\s+|\n\s*\n/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter(
      (sentence) =>
        sentence.length >= 20 && sentence.length <= longest && /^[A-Z].*[a-z] [a-z]/.test(sentence),
    );
}
