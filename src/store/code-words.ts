/** The words of a piece of code or of a question about it, each once: identifiers whole and in their parts. */
export function wordsIn(text: string): Set<string> {
  const script = FOREIGN.test(text) ? ANY : PLAIN;
  const words = new Set<string>();
  for (const whole of new Set(text.match(script.identifier)))
    for (const word of wordsOf(whole, script)) words.add(word);
  return words;
}

/** The words of one identifier. Most are there many times in a repository; they are taken apart once. */
function wordsOf(whole: string, { known, seam, parts }: Script): readonly string[] {
  const before = known.get(whole);
  if (before) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  // A piece of a text keeps the whole of it in memory; a copy does not.
  const copy = Buffer.from(whole).toString();
  const words = takenApart(copy, seam, parts);
  known.set(copy, words);
  return words;
}

function takenApart(whole: string, seam: RegExp, parts: RegExp): string[] {
  if (whole.length > LONGEST || whole.length < 2) return [];
  if (!seam.test(whole)) return [whole.toLowerCase()];
  const all = [whole.replaceAll(/[_$]/g, ''), ...(whole.match(parts) ?? [])];
  return all.filter((part) => part.length > 1).map((part) => part.toLowerCase());
}

const MOST_KNOWN = 20_000;

// Base64 and the like: nobody looks for it.
const LONGEST = 64;

const FOREIGN = /[^\0-\x7f]/;

interface Script {
  identifier: RegExp;
  /** Between two parts of a name. */
  seam: RegExp;
  parts: RegExp;
  known: Map<string, readonly string[]>;
}

const PLAIN: Script = {
  identifier: /[A-Za-z_$][A-Za-z0-9_$]*/g,
  seam: /[_$]|[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9]/,
  parts: /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g,
  known: new Map(),
};

const ANY: Script = {
  identifier: /[\p{L}_$][\p{L}\p{N}_$]*/gu,
  seam: /[_$]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}/u,
  parts: /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lo}+|\p{N}+/gu,
  known: new Map(),
};
