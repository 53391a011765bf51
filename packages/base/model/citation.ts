/** A memory as agents cite it: `[Memory #7k3f9x2m]` or `[Memory #7k3f9x2m: a few words]`; the beginning of an id will do. */
const CITATION = /\[Memory #([0-9a-z]{6,32})(?::\s?([^\]\n]{0,200}))?\]/gi;

/** A part of a text: plain words, or a citation with what it says of the memory. */
export type CitedPart = { words: string } | { words: string; id: string; brief: string };

/** Cuts a text at the memories that it cites; put together again, the words of its parts are the text. */
export function citedParts(text: string): CitedPart[] {
  const parts: CitedPart[] = [];
  let at = 0;
  for (const { index, 0: words, 1: id, 2: brief = '' } of text.matchAll(CITATION)) {
    if (index > at) parts.push({ words: text.slice(at, index) });
    parts.push({ words, id: id!.toLowerCase(), brief: brief.trim() });
    at = index + words.length;
  }
  if (at < text.length || parts.length === 0) parts.push({ words: text.slice(at) });
  return parts;
}
