/** Whether one of two texts stands in the other, whatever their case, signs and spaces; never where one has no words. */
export function containsOther(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  return one !== '' && other !== '' && (one.includes(other) || other.includes(one));
}

/** The share of the words of a text that another has, too. */
export function sharedWords(text: string, other: string): number {
  const words = wordsOf(text).split(' ');
  const known = new Set(wordsOf(other).split(' '));
  return words.filter((word) => known.has(word)).length / words.length;
}

/** The words of a text in small letters, one blank between them; "don't" and "dont" are the same. */
export const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(?<=\p{L})['’‘´`](?=\p{L})/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
