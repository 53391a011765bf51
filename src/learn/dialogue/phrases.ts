/** The entries of a list, one a line. */
export const entriesOf = (list: string): string[] =>
  list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A pattern for any of some entries at the beginning of a text, the longest first, up to the end of a word. */
export const startingWith = (entries: readonly string[]): RegExp =>
  new RegExp(`^(?:${alternatives(entries)})(?![\\p{L}\\p{N}'])`, 'iu');

/** A pattern for any of some entries as a whole text, but for a question mark. */
export const wholly = (entries: readonly string[]): RegExp =>
  new RegExp(`^(?:${alternatives(entries)})\\s*\\??$`, 'iu');

/** A pattern for any of some entries anywhere in a text, as words of their own. */
export const anyOf = (entries: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}'])(?:${alternatives(entries)})(?![\\p{L}\\p{N}'])`, 'iu');

const alternatives = (entries: readonly string[]): string =>
  entries
    .toSorted((a, b) => b.length - a.length)
    .map((entry) => entry.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');

/** A text as the lists are written: straight apostrophes, single blanks, "that's" for "that is". */
export const plainly = (text: string): string =>
  text
    .replace(/[’‘´]/g, "'")
    .replace(/\b(that|what) is\b/gi, "$1's")
    .replace(/[^\S\n]+/g, ' ')
    .trim();

/** The sentences of a text; what a semicolon or a comma joins stays together. */
export const sentencesIn = (text: string): string[] =>
  text
    .split(/(?<=(?<!\b(?:e\.g|i\.e|etc|vs|approx|no|z\.b|d\.h|bzw|p\.ex|cf|ca)|\b[a-z])[.!?…])\s+/i)
    .filter((sentence) => sentence.trim() !== '');
