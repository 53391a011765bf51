/** Cuts a text that is too long into parts that are not, between sentences where there are any. */
export function noteSentences(text: string, longest: number): string[] {
  if (text.length <= longest) return [text];
  const parts: string[] = [];
  let part = '';
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  for (const { segment } of segmenter.segment(text)) {
    for (const bit of bitsOf(segment, longest)) {
      if (part !== '' && part.length + bit.length > longest) {
        parts.push(part.trim());
        part = '';
      }
      part += bit;
    }
  }
  parts.push(part.trim());
  return parts.filter((each) => each !== '');
}

/** Only where it is needed: to load what tells sentences apart takes a while. */
let segmenter: Intl.Segmenter | undefined;

/** Shortens a text to a number of characters, counting as people do, and shows that it was. */
export function clipText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const characters = [...text];
  return characters.length <= longest
    ? text
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

/** A sentence without end is cut between words, and a word without end between characters. */
function bitsOf(sentence: string, longest: number): string[] {
  if (sentence.length <= longest) return [sentence];
  const bits: string[] = [];
  let rest = sentence;
  while (rest.length > longest) {
    const space = rest.lastIndexOf(' ', longest);
    let end = space > longest / 2 ? space + 1 : longest;
    // Never between the halves of a character.
    if (/[\ud800-\udbff]/.test(rest[end - 1]!)) end--;
    bits.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...bits, rest];
}
