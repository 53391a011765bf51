import {
  bulletIn,
  closesFence,
  fenceIn,
  headingIn,
  indentOf,
  indexFrom,
  isBlank,
  isRule,
  type NoteLine,
  opensComment,
} from './lines.ts';
import { markedId } from './marker.ts';
import { dedent, inline } from './prose.ts';

/** One item of a list, with the items below it, however deep. */
export interface NoteListItem {
  text: string;
  offset: number;
  children: { text: string; offset: number }[];
}

/** Reads a list from its first line on, and says which line comes after it. */
export function readList(
  lines: readonly NoteLine[],
  at: number,
): { items: NoteListItem[]; ordered: boolean; next: number } {
  const first = bulletIn(lines[at]!.text)!;
  const items: NoteListItem[] = [];
  let next = at;
  while (next < lines.length) {
    const { text: line, offset } = lines[next]!;
    if (isBlank(line) || markedId(line)) {
      const after = indexFrom(lines, next, (text) => !isBlank(text) && !markedId(text));
      if (after === lines.length || !belongs(lines[after]!.text, first.indent)) break;
      next = after;
      continue;
    }
    const bullet = bulletIn(line);
    const deeper = indentOf(line) > first.indent + 1;
    if (bullet && !deeper && (bullet.number === undefined) !== (first.number === undefined)) break;
    if (!bullet && !deeper && interrupts(line)) break;
    if (bullet && !deeper) items.push({ text: bullet.text, offset, children: [] });
    else if (bullet) items.at(-1)!.children.push({ text: bullet.text, offset });
    else if (fenceIn(line)) {
      const fenced = readFenced(lines, next);
      extend(items.at(-1)!, `\n${fenced.text}`);
      next = fenced.next;
      continue;
    } else extend(items.at(-1)!, ` ${line.trim()}`);
    next++;
  }
  const kept = items.map(tidy).filter(({ text, children }) => text !== '' || children.length > 0);
  return { items: kept, ordered: first.number !== undefined, next };
}

/** Reads a fenced code block, to the end of the note where nothing closes it. */
export function readFenced(lines: readonly NoteLine[], at: number): { text: string; next: number } {
  const fence = fenceIn(lines[at]!.text)!;
  const end = indexFrom(lines, at + 1, (text) => closesFence(text, fence));
  return { text: dedent(lines.slice(at + 1, end).map((line) => line.text)), next: end + 1 };
}

/** Whether a line ends the paragraph before it. A sentence may be wrapped before "2026. ", but not before "1. ". */
export function interrupts(line: string): boolean {
  const bullet = bulletIn(line);
  return (
    isBlank(line) ||
    isRule(line) ||
    opensComment(line) ||
    headingIn(line) !== undefined ||
    fenceIn(line) !== undefined ||
    markedId(line) !== undefined ||
    (bullet !== undefined && (bullet.number === undefined || bullet.number === 1))
  );
}

/** Whether a line after a gap is still part of the list: another item, or something set under the last one. */
const belongs = (line: string, indent: number): boolean =>
  bulletIn(line) !== undefined || indentOf(line) > indent + 1;

function extend(item: NoteListItem, by: string): void {
  const last = item.children.at(-1) ?? item;
  last.text += by;
}

const tidy = ({ text, offset, children }: NoteListItem): NoteListItem => ({
  text: inline(text),
  offset,
  children: children
    .map((child) => ({ ...child, text: inline(child.text) }))
    .filter((child) => child.text !== ''),
});
