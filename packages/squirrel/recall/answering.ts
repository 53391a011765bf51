import { contentWords, share } from '@sqrl/base/text/content-words.ts';
import type { Hit } from './find.ts';

interface AnsweringBounds {
  /** As near in meaning as this, or with most of the question's words, a memory is about what was asked. */
  minCosine: number;
  minShare: number;
}

/** For an answer: only what is sure to be about the question. */
const SURE: AnsweringBounds = { minCosine: 0.4, minShare: 0.6 };

/**
 * For an agent that reads on: of paraphrased questions whose answer is among the first eight memories, these bounds lose two
 * of a hundred, and leave six lines of eight.
 */
export const LIKELY: AnsweringBounds = { minCosine: 0.2, minShare: 0.7 };

/** With this share of the question's words, a memory is about what was asked. */
const MIN_WORDS = 0.6;

/** Those of the best that are about the question at all: the best of many may still be about something else. */
export function answering<T extends Hit>(
  question: string,
  hits: readonly T[],
  { minCosine, minShare }: AnsweringBounds = SURE,
): T[] {
  const words = contentWords(question);
  const about = hits.filter(({ cosine = 0, memory }) => {
    if (cosine >= minCosine) return true;
    const said = contentWords([memory.text, ...memory.tags, ...memory.files, memory.key ?? ''].join(' '));
    return words.size > 0 && share(words, said) >= MIN_WORDS;
  });
  const best = Math.max(0, ...about.map(({ score }) => score));
  return about.filter(({ score }) => score >= best * minShare);
}

/** Nearer than this, two answers say the same. */
const SAME = 0.88;

/** Leaves out what a better answer says already. `likeness` is the cosine of two memories, where both have a vector. */
export function distinct(
  hits: readonly Hit[],
  likeness: (a: Hit, b: Hit) => number,
): { kept: Hit[]; left: { hit: Hit; because: string }[] } {
  const kept: Hit[] = [];
  const left: { hit: Hit; because: string }[] = [];
  for (const hit of hits) {
    const twin = kept.find((other) => isOpposite(other, hit) === false && likeness(other, hit) > SAME);
    if (twin) left.push({ hit, because: `duplicate of ${twin.memory.id}` });
    else kept.push(hit);
  }
  return { kept, left };
}

/** A rule and its opposite are near each other in meaning, and must not hide one another. */
const isOpposite = (a: Hit, b: Hit): boolean => a.memory.polarity * b.memory.polarity < 0;

/** What a question asks by: the name of a thing, a meaning, or how things hang together. */
export type QuestionKind = 'identifier' | 'semantic' | 'structural';

export function kindOfQuestion(text: string): QuestionKind {
  if (STRUCTURAL.test(text)) return 'structural';
  return IDENTIFIER.test(text) ? 'identifier' : 'semantic';
}

/** A camelCase or snake_case name, a path, a call, a code of an error, or what stands in backticks. */
const IDENTIFIER =
  /[a-z][A-Z]|[a-z0-9]_[a-z]|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\w\/\w|\.\/|`[^`]+`|\b\w+\(\)|(?<![\w-])[\w-]+\.(?:[jt]sx?|mjs|py|go|rs|java|rb|php|c|h|cpp|cs|sql|json|ya?ml|toml|md|sh)\b|\b[A-Z]{1,5}\d{3,5}\b|\bE[A-Z]{4,}\b/;

const STRUCTURAL =
  /\b(?:what (?:breaks|depends|calls|uses|imports|else changes)|who (?:calls|uses|imports)|depend(?:s|encies|ents)? (?:on|of)|impact of|affected by|callers? of|callees? of|related (?:files|modules)|changes? together)\b/i;

/** "Why did we drop the MSI package?": something is asked, nothing is to be done. */
export const isDirectQuestion = (text: string): boolean =>
  text.length <= MAX_DIRECT_CHARS && /\?\s*$/.test(text);
const MAX_DIRECT_CHARS = 300;
