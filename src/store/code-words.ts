/** The words of a piece of code or of a question about it, each once: identifiers whole and in their parts. */
export function wordsIn(text: string): Set<string> {
  const { identifier, seam, parts } = FOREIGN.test(text) ? ANY : PLAIN;
  const words = new Set<string>();
  // Most of a text's words are there many times; they are taken apart once.
  for (const whole of new Set(text.match(identifier))) {
    if (whole.length > LONGEST || whole.length < 2) continue;
    if (!seam.test(whole)) {
      words.add(whole.toLowerCase());
      continue;
    }
    const bare = whole.replaceAll(/[_$]/g, '');
    if (bare.length > 1) words.add(bare.toLowerCase());
    for (const part of whole.match(parts) ?? []) if (part.length > 1) words.add(part.toLowerCase());
  }
  return words;
}

// Base64 and the like: nobody looks for it.
const LONGEST = 64;

const FOREIGN = /[^\0-\x7f]/;

interface Script {
  identifier: RegExp;
  /** Between two parts of a name. */
  seam: RegExp;
  parts: RegExp;
}

const PLAIN: Script = {
  identifier: /[A-Za-z_$][A-Za-z0-9_$]*/g,
  seam: /[_$]|[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9]/,
  parts: /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g,
};

const ANY: Script = {
  identifier: /[\p{L}_$][\p{L}\p{N}_$]*/gu,
  seam: /[_$]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}/u,
  parts: /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lo}+|\p{N}+/gu,
};
