import { stripVTControlCharacters } from 'node:util';

/** How many columns of a terminal a text takes; colours take none. */
export function columns(painted: string): number {
  const text = painted.includes('\u001b') ? stripVTControlCharacters(painted) : painted;
  if (PLAIN.test(text)) return text.length;
  let count = 0;
  for (const segment of graphemesOf(text)) count += columnsOf(segment);
  return count;
}

/** Breaks a text into lines no wider than `width`, keeping its own line breaks and their indentation. */
export const wrap = (text: string, width: number): string[] =>
  text.split('\n').flatMap((line) => wrapLine(line.trimEnd(), Math.max(width, 1)));

/** Shortens a text to `width` columns; three dots in one sign say that something is missing. */
export function cutToWidth(text: string, width: number): string {
  if (columns(text) <= width) return text;
  return `${head(text, Math.max(width - 1, 0)).trimEnd()}…`;
}

/** Fills a text up with spaces to `width` columns. */
export const pad = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(width - columns(text), 0));

/** Latin letters, and the signs that we draw with: one column each, and nothing combines with the character next to them. */
const PLAIN =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u259f\u2713\u2717]*$/;

/** To load what tells graphemes apart takes as long as much of what a short command does: only where it is needed. */
const graphemesOf = (text: string): string[] => {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
};
let segmenter: Intl.Segmenter | undefined;

const NO_COLUMN = /^(?:\p{Mn}|\p{Me}|\p{Cf})+$/u;
const TWO_COLUMNS =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])/u;

const columnsOf = (grapheme: string) => (TWO_COLUMNS.test(grapheme) ? 2 : NO_COLUMN.test(grapheme) ? 0 : 1);

/** A command between backticks is one word, so that it can be copied. */
const WORD = /[^ `]*`[^`]{1,80}`[^ ]*|[^ ]+/g;

function wrapLine(line: string, width: number): string[] {
  if (columns(line) <= width) return [line];
  // However deep a line is indented, a character of two columns must still fit after it.
  const indent = /^ */.exec(line)![0].slice(0, Math.max(Math.min(Math.floor(width / 2), width - 2), 0));
  const lines: string[] = [];
  let current = indent;
  const fits = (word: string) => columns(indent) + columns(word) <= width;
  const words = line.match(WORD)!.flatMap((word) => (fits(word) ? word : word.split(/ +/)));
  for (let word of words) {
    const gap = current === indent ? '' : ' ';
    if (columns(current) + gap.length + columns(word) <= width) {
      current += gap + word;
      continue;
    }
    if (current !== indent) lines.push(current);
    // A word wider than the line (a path, an address) is broken where the line ends.
    while (!fits(word)) {
      const part = head(word, width - columns(indent)) || [...word][0]!;
      lines.push(indent + part);
      word = word.slice(part.length);
      if (word === '') break;
    }
    current = indent + word;
  }
  return current === indent ? lines : [...lines, current];
}

function head(text: string, width: number): string {
  if (PLAIN.test(text)) return text.slice(0, width);
  let end = 0;
  let left = width;
  for (const segment of graphemesOf(text)) {
    left -= columnsOf(segment);
    if (left < 0) break;
    end += segment.length;
  }
  return text.slice(0, end);
}
