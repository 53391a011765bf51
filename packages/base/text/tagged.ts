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

/**
 * A text without the blocks that begin with a `<tag …>` at the start of a line, whatever its name. Clients write such blocks
 * around files and selections, which may hold the closing tag themselves: a block goes on to the last one of its name.
 */
export function withoutTagBlocks(text: string): string {
  if (!text.includes('</')) return text;
  const lastEnds = new Map<string, number>();
  for (const { index, 0: whole, 1: name } of text.matchAll(/<\/([a-z][\w.:-]*)\s{0,9}>/gi))
    lastEnds.set(name!.toLowerCase(), index + whole.length);
  let left = '';
  let from = 0;
  for (const { index, 1: name } of text.matchAll(BLOCK_OPENING)) {
    const end = lastEnds.get(name!.toLowerCase()) ?? 0;
    if (index < from || end <= index) continue;
    left += `${text.slice(from, index)}\n`;
    from = end;
  }
  return left + text.slice(from);
}

/** Attributes end at the next `<` in any case, as below. */
const BLOCK_OPENING = /^[ \t]{0,9}<([a-z][\w.:-]*)(?:\s[^<>]*)?>/gim;

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
