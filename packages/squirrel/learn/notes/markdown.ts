import { redactLines } from '@sqrl/base/redact/redact.ts';

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

interface FrontMatter {
  title: string | undefined;
  tags: string[];
  /** The files that a rule file is only for: `src/**`. */
  paths: string[];
}

function readFrontMatter(lines: readonly NoteLine[]): { front: FrontMatter; next: number } {
  const none = { front: { title: undefined, tags: [], paths: [] }, next: 0 };
  if (lines[0]?.text.trimEnd() !== '---') return none;
  const end = indexFrom(lines, 1, (text) => /^(---|\.\.\.)\s*$/.test(text));
  if (end === lines.length) return none;
  const head = lines.slice(1, end).map(({ text }) => text);
  const front = {
    title: fieldOf(head, 'title'),
    tags: listOf(head, 'tags').map((tag) => tag.replace(/^#/, '')),
    paths: ['paths', 'globs', 'applyTo'].flatMap((name) => listOf(head, name)),
  };
  return { front, next: end + 1 };
}

function fieldOf(head: readonly string[], name: string): string | undefined {
  const line = head.find((each) => each.startsWith(`${name}:`));
  return bare(line?.slice(name.length + 1) ?? '') || undefined;
}

/** A list stands behind its name, `[a, b]` or `a, b`, or below it, one a line. */
function listOf(head: readonly string[], name: string): string[] {
  const behind = fieldOf(head, name)
    ?.replace(/^\[|\]$/g, '')
    .split(',');
  const below: string[] = [];
  const from = head.findIndex((each) => each.startsWith(`${name}:`)) + 1 || head.length;
  for (const line of head.slice(from)) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1];
    if (item === undefined) break;
    below.push(item);
  }
  return [...new Set((behind ?? below).map(bare))].filter((item) => item !== '');
}

const bare = (value: string): string =>
  value
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();

/** One item of a list, with the items below it, however deep. */
interface NoteListItem {
  text: string;
  offset: number;
  children: { text: string; offset: number }[];
}

function readList(
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

function readFenced(lines: readonly NoteLine[], at: number): { text: string; next: number } {
  const fence = fenceIn(lines[at]!.text)!;
  const end = indexFrom(lines, at + 1, (text) => closesFence(text, fence));
  return { text: dedent(lines.slice(at + 1, end).map((line) => line.text)), next: end + 1 };
}

/** Whether a line ends the paragraph before it. A sentence may be wrapped before "2026. ", but not before "1. ". */
function interrupts(line: string): boolean {
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

/** The words of a paragraph on one line, without what only a renderer or another file needs. */
const plainParagraph = (lines: readonly string[]): string =>
  inline(
    lines
      .filter((line) => !isLoneTag(line) && !isLinkTarget(line))
      .map((line) => line.trim())
      .join(' '),
  );

/** Takes out comments, callout signs and pictures; a picture leaves the words that describe it. */
function inline(text: string): string {
  const plain = /[<[]/.test(text) ? withoutSigns(text) : text;
  return plain.replace(/[ \t]+/g, ' ').trim();
}

const withoutSigns = (text: string): string =>
  text
    .replace(/<!--.*?(-->|$)/gs, '')
    // The bounds keep a line of nothing but brackets from taking seconds.
    .replace(/!\[([^\][]{0,300})\]\([^)]{0,1000}\)/g, '$1')
    .replace(/^\[![a-z]+\][-+]?/i, '');

/** Takes away the indentation that all lines of some code share, and empty lines around it. */
function dedent(lines: readonly string[]): string {
  const indents = lines.filter((line) => !isBlank(line)).map((line) => /^\s*/.exec(line)![0].length);
  const least = indents.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return lines
    .map((line) => line.slice(Math.min(least, line.length)).trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
}

/** A line of a note without its secrets and without quotation marks in front, and the byte it begins at. */
interface NoteLine {
  text: string;
  offset: number;
}

/**
 * Redacts a text, cuts it into lines, whatever they end with, and says where each begins in the file. Redacted first: a
 * line of a private key is not recognized by itself.
 */
export function noteLines(text: string): NoteLine[] {
  const safe = redactLines(text).text.split('\n');
  let offset = 0;
  return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((whole, i) => {
    const line = (safe[i] ?? '').replace(/^\ufeff/, '').replace(/\r$/, '');
    const start = offset;
    offset += Buffer.byteLength(whole);
    return { text: line.replace(/^( {0,3}> ?)+/, ''), offset: start };
  });
}

function indexFrom(lines: readonly NoteLine[], from: number, fits: (text: string) => boolean): number {
  for (let i = from; i < lines.length; i++) if (fits(lines[i]!.text)) return i;
  return lines.length;
}

const isBlank = (line: string): boolean => line.trim() === '';
const isRule = (line: string): boolean => /^ {0,3}([-*_])( *\1){2,} *$/.test(line);
/** Whether a line parts the head of a table from its rows. */
const isTableRule = (line: string): boolean => /^ {0,3}\|?( *:?-+:? *\|)+( *:?-+:? *)?$/.test(line);
const isLoneTag = (line: string): boolean => /^\s*<\/?[a-z][^<>]*>\s*$/i.test(line);
/** Whether a line says where links of a name lead to. */
const isLinkTarget = (line: string): boolean => /^ {0,3}\[[^\]]+\]:\s+\S/.test(line);
const opensComment = (line: string): boolean => /^ {0,3}<!--/.test(line);

function headingIn(line: string): { level: number; text: string } | undefined {
  const hashes = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(line);
  if (!hashes) return undefined;
  const rest = line.slice(hashes[0].length).trim();
  return { level: hashes[1]!.length, text: rest.replace(/(^|[ \t])#+$/, '').trimEnd() };
}

const fenceIn = (line: string): string | undefined => /^\s*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];

function closesFence(line: string, fence: string): boolean {
  const sign = line.trim();
  return sign.length >= fence.length && sign === fence[0]!.repeat(sign.length);
}

function bulletIn(line: string): { indent: number; number: number | undefined; text: string } | undefined {
  const [, space, sign, text] = /^(\s*)([-*+]|\d{1,9}[.)])(?:[ \t]+(.*))?$/.exec(line) ?? [];
  if (sign === undefined || isRule(line)) return undefined;
  const number = Number.parseInt(sign, 10);
  return { indent: widthOf(space!), number: Number.isNaN(number) ? undefined : number, text: text ?? '' };
}

/** How far a line is indented, a tab counting four. */
const indentOf = (line: string): number => widthOf(/^\s*/.exec(line)![0]);

const widthOf = (space: string): number =>
  (space.includes('\t') ? space.replaceAll('\t', '    ') : space).length;

/** The end of a line that Squirrel wrote itself: it names the memory, and tells the indexer to look away. */
export const mark = (id: string): string => `<!-- sqrl:${id} -->`;

export const markedId = (line: string): string | undefined =>
  /<!-- sqrl:([0-9a-z]+) -->\s*$/i.exec(line)?.[1];
