import { redactLines } from '../../redact/redact.ts';

/** A line of a note without its secrets and without quotation marks in front, and the byte it begins at. */
export interface NoteLine {
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

/** The first line from a place on that fits, or the end. */
export function indexFrom(lines: readonly NoteLine[], from: number, fits: (text: string) => boolean): number {
  for (let i = from; i < lines.length; i++) if (fits(lines[i]!.text)) return i;
  return lines.length;
}

/** Whether a line has nothing on it. */
export const isBlank = (line: string): boolean => line.trim() === '';
/** Whether a line is a rule across the page. */
export const isRule = (line: string): boolean => /^ {0,3}([-*_])( *\1){2,} *$/.test(line);
/** Whether a line parts the head of a table from its rows. */
export const isTableRule = (line: string): boolean => /^ {0,3}\|?( *:?-+:? *\|)+( *:?-+:? *)?$/.test(line);
/** Whether a line is an HTML tag and nothing else. */
export const isLoneTag = (line: string): boolean => /^\s*<\/?[a-z][^<>]*>\s*$/i.test(line);
/** Whether a line says where links of a name lead to. */
export const isLinkTarget = (line: string): boolean => /^ {0,3}\[[^\]]+\]:\s+\S/.test(line);
/** Whether a line begins with a comment. */
export const opensComment = (line: string): boolean => /^ {0,3}<!--/.test(line);

/** The level and words of a heading line. */
export function headingIn(line: string): { level: number; text: string } | undefined {
  const hashes = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(line);
  if (!hashes) return undefined;
  const rest = line.slice(hashes[0].length).trim();
  return { level: hashes[1]!.length, text: rest.replace(/(^|[ \t])#+$/, '').trimEnd() };
}

/** The fence a line opens a code block with. */
export const fenceIn = (line: string): string | undefined => /^\s*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];

/** Whether a line closes the code block that a fence opened. */
export function closesFence(line: string, fence: string): boolean {
  const sign = line.trim();
  return sign.length >= fence.length && sign === fence[0]!.repeat(sign.length);
}

/** The indentation, number and words of a line that begins a list item. */
export function bulletIn(
  line: string,
): { indent: number; number: number | undefined; text: string } | undefined {
  const [, space, sign, text] = /^(\s*)([-*+]|\d{1,9}[.)])(?:[ \t]+(.*))?$/.exec(line) ?? [];
  if (sign === undefined || isRule(line)) return undefined;
  const number = Number.parseInt(sign, 10);
  return { indent: widthOf(space!), number: Number.isNaN(number) ? undefined : number, text: text ?? '' };
}

/** How far a line is indented, a tab counting four. */
export const indentOf = (line: string): number => widthOf(/^\s*/.exec(line)![0]);

const widthOf = (space: string): number =>
  (space.includes('\t') ? space.replaceAll('\t', '    ') : space).length;
