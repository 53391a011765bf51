import { parsedJson } from '@sqrl/base/json.ts';

/** Prose may contain brackets; after this many the answer is not JSON. */
const MAX_TRIES = 20;

/**
 * The JSON object or array in an answer: the whole of it, what stands in a fence, or the one value between prose.
 * Undefined where there is none, or none that is whole.
 */
export function jsonIn(text: string): unknown {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1] ?? '';
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  const openings = [...text.slice(0, end).matchAll(/[{[]/g)].slice(0, MAX_TRIES);
  const between = openings.map(({ index }) => text.slice(index, end));
  for (const candidate of [text.trim(), fenced.trim(), ...between]) {
    const value = /^[{[]/.test(candidate) ? parsedJson(candidate) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}
