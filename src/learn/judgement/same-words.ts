/** Whether one of two texts stands in the other, whatever their case, signs and spaces; never where one has no words. */
export function containsOther(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  return one !== '' && other !== '' && (one.includes(other) || other.includes(one));
}

/** The words of a text in small letters, one blank between them. */
export const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
