import type { MemoryType } from '../../model/memory.ts';

/** Guesses what a bare sentence is about, from how people say such things. The first that fits wins. */
export function guessType(text: string): MemoryType {
  return CUES.find(([, cue]) => cue.test(text))?.[0] ?? 'module_insight';
}

const CUES: readonly [MemoryType, RegExp][] = [
  ['dead_end', /\b(tried|attempted|gave up|abandoned|did ?n[o']t work( out)?|dead end)\b/i],
  ['error_pattern', /\b(error|exception|fails?|failed|failing|crash(es|ed)?|E[A-Z]{4,}|timed? ?out)\b/],
  ['gotcha', /\b(never|do ?n[o']t|do not|avoid|careful|beware|watch out|gotcha|must not|trap|silently)\b/i],
  ['decision', /\b(decided|decision|we chose|chosen|instead of|rather than|rejected)\b/i],
  ['preference', /\b(prefers?|preferred|always|i like|we like|from now on|we use|please use|style)\b/i],
  ['requirement', /\b(must|requires?|required|needs?|has to|have to|shall|at least|at most)\b/i],
  ['workflow_recipe', /\b(to (run|build|test|deploy|release|add|create)|steps?|first .* then)\b/i],
];
