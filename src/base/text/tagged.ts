/**
 * A text with each closed `<tag …>…</tag>` replaced by a blank. One pass collects where tags close and a second one cuts: a
 * pattern that looks for the end of every tag takes the square of the text's length where tags stay open.
 */
export function withoutTagged(text: string): string {
  if (!text.includes('</')) return text;
  const closings = closingsIn(text);
  let left = '';
  let from = 0;
  OPENING.lastIndex = 0;
  for (let opening = OPENING.exec(text); opening; opening = OPENING.exec(text)) {
    const end = endAfter(closings.get(opening[1]!), OPENING.lastIndex);
    if (end === undefined) continue;
    left += `${text.slice(from, opening.index)} `;
    from = end;
    OPENING.lastIndex = end;
  }
  return left + text.slice(from);
}

/** Where tags of one name end, in order, and the first of them that was not passed yet. */
interface Closings {
  ends: number[];
  next: number;
  length: number;
}

function closingsIn(text: string): Map<string, Closings> {
  const closings = new Map<string, Closings>();
  for (const { index, 0: whole, 1: name } of text.matchAll(/<\/([a-z][\w-]*)>/g)) {
    const of = closings.get(name!) ?? { ends: [], next: 0, length: whole.length };
    of.ends.push(index + whole.length);
    closings.set(name!, of);
  }
  return closings;
}

/** The end of the first closing tag that begins at a place or after it; places only ever grow. */
function endAfter(closings: Closings | undefined, place: number): number | undefined {
  if (!closings) return undefined;
  while (closings.next < closings.ends.length && closings.ends[closings.next]! - closings.length < place)
    closings.next++;
  return closings.ends[closings.next];
}

/** Attributes end at the next `<` in any case, so that an open tag is looked at once. */
const OPENING = /<([a-z][\w-]*)(?:\s[^<>]*)?>/g;
