import { type FrontMatter, readFrontMatter } from './front-matter.ts';
import {
  bulletIn,
  fenceIn,
  headingIn,
  indentOf,
  indexFrom,
  isBlank,
  isRule,
  isTableRule,
  type NoteLine,
  noteLines,
  opensComment,
} from './lines.ts';
import { interrupts, type NoteListItem, readFenced, readList } from './list.ts';
import { markedId } from './marker.ts';
import { dedent, inline, plainParagraph } from './prose.ts';

/** A part of a note as a reader sees it. `offset` is the byte it begins at. */
export type NoteBlock = { offset: number } & (
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'list'; ordered: boolean; items: NoteListItem[] }
);

/** Reads Markdown as people write it in notes. Tables, comments and what Squirrel wrote itself are left out. */
export function noteBlocks(text: string): { front: FrontMatter; blocks: NoteBlock[] } {
  const lines = noteLines(text);
  const { front, next } = readFrontMatter(lines);
  const blocks: NoteBlock[] = [];
  for (let at = next; at < lines.length; ) {
    const read = readBlock(lines, at);
    if (read.block) blocks.push(read.block);
    at = read.next;
  }
  return { front, blocks };
}

interface ParsedBlock {
  block?: NoteBlock;
  next: number;
}

function readBlock(lines: readonly NoteLine[], at: number): ParsedBlock {
  const { text: line, offset } = lines[at]!;
  if (isBlank(line) || isRule(line) || markedId(line)) return { next: at + 1 };
  if (opensComment(line)) return { next: indexFrom(lines, at, (text) => text.includes('-->')) + 1 };
  const heading = headingIn(line);
  if (heading)
    return { block: { ...heading, kind: 'heading', text: inline(heading.text), offset }, next: at + 1 };
  if (fenceIn(line)) {
    const { text, next } = readFenced(lines, at);
    return { block: { kind: 'code', text, offset }, next };
  }
  if (bulletIn(line)) {
    const { items, ordered, next } = readList(lines, at);
    return items.length === 0 ? { next } : { block: { kind: 'list', ordered, items, offset }, next };
  }
  return indentOf(line) >= 4 ? readIndented(lines, at) : readParagraph(lines, at);
}

function readParagraph(lines: readonly NoteLine[], at: number): ParsedBlock {
  const { offset } = lines[at]!;
  const taken = [lines[at]!.text];
  let next = at + 1;
  for (; next < lines.length; next++) {
    const line = lines[next]!.text;
    const underline = /^ {0,3}(=+|-+) *$/.exec(line)?.[1];
    if (underline) {
      const level = underline.startsWith('=') ? 1 : 2;
      return { block: { kind: 'heading', level, text: plainParagraph(taken), offset }, next: next + 1 };
    }
    if (interrupts(line)) break;
    taken.push(line);
  }
  const text = taken.some(isTableRule) ? '' : plainParagraph(taken);
  return text === '' ? { next } : { block: { kind: 'paragraph', text, offset }, next };
}

function readIndented(lines: readonly NoteLine[], at: number): ParsedBlock {
  const next = indexFrom(lines, at, (text) => !isBlank(text) && indentOf(text) < 4);
  const text = dedent(lines.slice(at, next).map((line) => line.text));
  return { block: { kind: 'code', text, offset: lines[at]!.offset }, next };
}
