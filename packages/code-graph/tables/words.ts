/** The words of a piece of code or of a question about it, each once: identifiers whole and in their parts. */
export function wordsIn(text: string): Set<string> {
  const script = FOREIGN.test(text) ? ANY : PLAIN;
  const words = new Set<string>();
  for (const whole of new Set(text.match(script.identifier)))
    for (const word of wordsOf(whole, script)) words.add(word);
  return words;
}

export const wordsOfIdentifier = (whole: string): string[] =>
  wordsOf(whole, FOREIGN.test(whole) ? ANY : PLAIN);

function wordsOf(whole: string, { seam, parts }: IdentifierPatterns): string[] {
  if (whole.length > MAX_WORD_CHARS || whole.length < 2) return [];
  if (!seam.test(whole)) return [whole.toLowerCase()];
  const all = [whole.replaceAll(/[_$]/g, ''), ...(whole.match(parts) ?? [])];
  return all.filter((part) => part.length > 1).map((part) => part.toLowerCase());
}

/** Longer ones are Base64 and the like: not searched for. */
const MAX_WORD_CHARS = 64;

const FOREIGN = /[^\0-\x7f]/;

interface IdentifierPatterns {
  identifier: RegExp;
  /** Between two parts of a name. */
  seam: RegExp;
  parts: RegExp;
}

const PLAIN: IdentifierPatterns = {
  identifier: /[A-Za-z_$][A-Za-z0-9_$]*/g,
  seam: /[_$]|[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9]/,
  parts: /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g,
};

const ANY: IdentifierPatterns = {
  identifier: /[\p{L}_$][\p{L}\p{N}_$]*/gu,
  seam: /[_$]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}/u,
  parts: /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lo}+|\p{N}+/gu,
};
