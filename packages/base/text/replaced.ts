import { escaped } from './escaped.ts';

/** Replaces quoted words that no longer hold. */
const REPLACED = '[replaced since]';

/** A text that quotes what a person said, without those of their sentences that were replaced since. */
export function withoutReplaced(text: string, sentences: readonly string[]): string {
  let left = text;
  for (const sentence of sentences) {
    const words = sentence.trim().split(/\s+/).filter(Boolean);
    if (words.length === 0) continue;
    const whole = new RegExp(`${words.map(escaped).join('\\s+')}`, 'giu');
    left = whole.test(left) ? left.replace(whole, REPLACED) : withoutClipped(left, words);
  }
  return left;
}

/** A sentence that was cut off at the end of a text is known by its beginning. */
function withoutClipped(text: string, words: readonly string[]): string {
  const sentence = words.join(' ').toLowerCase();
  const shown = withoutEnd(text);
  const from = Math.max(0, shown.length - MAX_BEGINNING_CHARS);
  for (const { index } of shown.slice(from).matchAll(/(?<=^|\s)\S/g)) {
    const rest = shown
      .slice(from + index)
      .replace(/\s+/g, ' ')
      .toLowerCase();
    if (rest.length < MIN_LETTERS) break;
    if (sentence.startsWith(rest)) return `${text.slice(0, from + index)}${REPLACED}`;
  }
  return text;
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s….]/.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** In characters. What is clipped is clipped to less. */
const MAX_BEGINNING_CHARS = 1000;

/** Fewer letters may begin many sentences. */
const MIN_LETTERS = 12;

/** Whether a text says nothing but what was replaced. */
export const isAllReplaced = (text: string): boolean =>
  text.includes(REPLACED) && !/[\p{L}\p{N}]/u.test(text.replaceAll(REPLACED, ''));
