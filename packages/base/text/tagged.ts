/** A text without code and without what stands between tags. `gap`: what is left of code. */
export function withoutBlocks(text: string, gap: string): string {
  // Code may hold tags. Where its fence stays open, which a tag's text can do, the tags count first.
  const isFenced = [...text.matchAll(FENCED)].every(([, , end]) => end !== '');
  return isFenced ? withoutTagBlocks(text.replace(FENCED, gap)) : withoutTagBlocks(text).replace(FENCED, gap);
}

const FENCED = /(```|~~~)[\s\S]*?(\1|$)/g;

/**
 * A text without the blocks that tags mark, whatever their names. Clients write such blocks around files and selections,
 * which may hold any tag themselves: a block goes on to the last end of its name. Between the first and the last line
 * that is nothing but tags or a divider everything belongs to blocks; where a tag stays open, up to the end of the text.
 */
function withoutTagBlocks(text: string): string {
  const lastEnds = new Map<string, number>();
  for (const { index, 0: whole, 1: name } of text.matchAll(CLOSING))
    lastEnds.set(name!.toLowerCase(), index + whole.length);
  const endOf = (name: string): number => lastEnds.get(name.toLowerCase()) ?? 0;
  const blocks = [...text.matchAll(ANY_OPENING)].map(({ index, 1: name }) => ({ index, end: endOf(name!) }));
  const marks = [...text.matchAll(MARK_LINE)];
  const last = marks.at(-1);
  if (last) {
    const isOpen = last[1] !== undefined && endOf(last[1]) <= last.index;
    const end = isOpen ? text.length : marks.length > 1 ? last.index + last[0].length : 0;
    blocks.push({ index: marks[0]!.index, end });
  }
  let left = '';
  let from = 0;
  for (const { index, end } of blocks.toSorted((a, b) => a.index - b.index)) {
    if (end <= Math.max(index, from)) continue;
    const start = Math.max(index, from);
    left += text.slice(from, start) + (text.slice(start, end).includes('\n') ? '\n' : ' ');
    from = end;
  }
  return left + text.slice(from);
}

/** `<name …>` or `[name …]`. Attributes end at the next sign that opens one in any case, so that an open tag is looked at once. */
const ANY_OPENING = /[<[]([a-z][\w.:-]*)(?:\s[^<>[]*)?[>\]]/gi;
const CLOSING = /[<[]\/([a-z][\w.:-]*)\s{0,9}[>\]]/gi;

/** A line of nothing but tags, with the name of one that it may leave open, or a divider: "=== a.md ===". */
const MARK_LINE =
  /^[ \t]{0,9}(?:(?:<\/?[a-z][^<>\n]*>[ \t]{0,9})*?(?:<(?!(?:br|hr|img|input|link|meta)\b)([a-z][\w.:-]*)(?:\s[^<>\n]*)?(?<!\/)>|<\/?[a-z][^<>\n]*>)|([=\-*#~_+])\2{2,}(?!\2)(?:[^\n]{1,200}\2{3})?)[ \t]*$/gim;
