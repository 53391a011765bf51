import { parsedJson } from '@sqrl/base/json.ts';

/**
 * The JSON in an answer: the whole of it, or the one value that stands in a fence or between prose. Undefined where
 * there is none, or none that is whole.
 */
export function jsonIn(text: string): unknown {
  const trimmed = text.trim();
  const whole = parsed(trimmed);
  if (whole !== undefined) return whole;
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(trimmed)?.[1];
  const inFence = fenced === undefined ? undefined : parsed(fenced);
  if (inFence !== undefined) return inFence;
  for (let tried = 0, from = nextOpening(trimmed, 0); from >= 0 && tried < MAX_TRIES; tried++) {
    const end = endOf(trimmed, from);
    const value = end < 0 ? undefined : parsed(trimmed.slice(from, end));
    if (value !== undefined) return value;
    from = nextOpening(trimmed, from + 1);
  }
  return undefined;
}

/** Prose may contain brackets; after this many the answer is not JSON. */
const MAX_TRIES = 20;

const nextOpening = (text: string, from: number): number => {
  const found = text.slice(from).search(/[{[]/);
  return found < 0 ? -1 : from + found;
};

/** Only objects and arrays: a bare word or number in prose is not an answer. */
const parsed = (text: string): unknown => (/^[{[]/.test(text.trimStart()) ? parsedJson(text) : undefined);

/** Where the value that begins at a bracket ends; below nought where it does not. */
function endOf(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = from; i < text.length; i++) {
    const sign = text[i];
    if (quoted) {
      if (sign === '\\') i++;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '{' || sign === '[') depth++;
    else if ((sign === '}' || sign === ']') && --depth === 0) return i + 1;
  }
  return -1;
}
