/**
 * The beginning of a text that fits `limit` tokens and ends with a sentence; with a word where a sentence's end would
 * give away more than half of the room. Splitting at white space does not change tokens, so pieces can be counted alone.
 */
export function cutToTokens(text: string, limit: number, count: (piece: string) => number): string {
  const sentences = keep(text, SENTENCE_END, limit, count);
  if (sentences.tokens * 2 >= limit) return sentences.text;
  const words = keep(text, WORD_END, limit, count);
  return words.tokens === 0 ? text : words.text;
}

/** Bounds what is looked at at all, so that a text's length costs nothing; far more than the models can read. */
export const readablePart = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : text.trimStart().slice(0, MAX_CHARACTERS);

/** Thirty-two characters a token, where prose has four or five. */
const MAX_CHARACTERS = 8192;

/**
 * A full stop before white space, except after the usual abbreviations; a blank line; a line before a list's item or a
 * heading. Lone line breaks are not ends: commit messages are wrapped by hand.
 */
const SENTENCE_END =
  /(?<!\b(?:e\.g|i\.e|cf|vs|etc))[.!?…]["'”’)\]`*_]*(?=\s|$)|[。！？]|\n\s*(?=\n)|\n(?=\s*(?:[-*+•#>|]|\d+[.)])\s)|$/gu;
const WORD_END = /(?<=\S)(?=\s)|$/gu;

function keep(text: string, end: RegExp, limit: number, count: (piece: string) => number) {
  let at = 0;
  let tokens = 0;
  for (const match of text.matchAll(end)) {
    const next = match.index + match[0].length;
    const more = count(text.slice(at, next));
    if (tokens + more > limit) break;
    tokens += more;
    at = next;
  }
  return { text: text.slice(0, at).trimEnd(), tokens };
}
