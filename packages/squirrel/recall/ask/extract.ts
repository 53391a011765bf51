import { contentWords } from '@sqrl/base/text/content-words.ts';

/** A memory is shown in full up to this many characters. */
const MAX_WHOLE_CHARS = 280;
/** Sentences shown of a longer one, those that answer best. */
const MAX_SENTENCES = 2;

/** The sentences of a text that share most with a question, in their order; a short text as it is. */
export function extractFrom(text: string, question: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= MAX_WHOLE_CHARS) return flat;
  const words = contentWords(question);
  const sentences = flat.split(/(?<=[.!?…])\s+(?=[\p{Lu}\d`"'([])/u);
  const best = sentences
    .map((sentence, i) => ({
      i,
      shared: [...contentWords(sentence)].filter((word) => words.has(word)).length,
    }))
    .sort((a, b) => b.shared - a.shared || a.i - b.i)
    .slice(0, MAX_SENTENCES)
    .sort((a, b) => a.i - b.i)
    .map(({ i }) => sentences[i]!);
  const joined = best.join(' ');
  return joined.length <= 2 * MAX_WHOLE_CHARS ? joined : `${joined.slice(0, 2 * MAX_WHOLE_CHARS - 1)}…`;
}
