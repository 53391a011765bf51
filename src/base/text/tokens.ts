import { remembered } from '../memo.ts';

/** Counts the tokens of a text as language models do. */
export type CountTokens = (text: string) => number;

let loaded: Promise<CountTokens> | undefined;

/** The counter, loaded when it is first asked for: its vocabulary takes a quarter of a second and 40 MB. */
export const tokenCounter = (): Promise<CountTokens> =>
  (loaded ??= import(PROGRAM).then(({ countTokens }) =>
    byLines(inPieces((text) => countTokens(text, AS_TEXT))),
  ));

/**
 * Counts a text with a word or a gap of many hundred characters in pieces, some tokens too many: the tokenizer takes the
 * square of a word's length, and 16,000 Chinese letters in a row held it up for four seconds.
 */
const inPieces =
  (count: CountTokens): CountTokens =>
  (text) =>
    text.length <= LONGEST_WORD || (text.match(/\S+|\s+/g) ?? []).every((run) => run.length <= LONGEST_WORD)
      ? count(text)
      : (text.match(PIECE) ?? []).reduce((sum, piece) => sum + count(piece), 0);

/** In characters. */
const LONGEST_WORD = 400;
const PIECE = /[\s\S]{1,400}/gu;

/**
 * Counts line by line, since no token reaches beyond the end of a line: the same lines are counted alone, together and
 * again with the next question. The end of a line is counted by itself, so that it does not matter what follows.
 */
function byLines(count: CountTokens): CountTokens {
  const known = remembered(byWords(count), MOST);
  return (text) => {
    let sum = 0;
    for (const line of linesOf(text)) {
      const end = endOf(line);
      sum += line.length > LONG ? count(line) : known(line.slice(0, end)) + known(line.slice(end));
    }
    return sum;
  };
}

/**
 * Counts a line word by word, since no token reaches beyond the end of a word or of a number: lines differ, and are
 * made of the same words. Where blanks follow each other it depends on what comes next how they fall apart.
 */
function byWords(count: CountTokens): CountTokens {
  const known = remembered(count, MOST_WORDS);
  return (line) => {
    if (/\s\s/.test(line)) return count(line);
    let sum = 0;
    for (const word of line.match(isPlain(line) ? WORD : WORD_OF_ANY_SCRIPT) ?? []) sum += known(word);
    return sum;
  };
}

const isPlain = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** The lines of a text with their ends, looked for plainly where that is the same: it is quicker than by rule. */
function linesOf(text: string): string[] {
  if (text.includes('\r')) return text.match(LINE) ?? [];
  const lines: string[] = [];
  for (let from = 0; from < text.length; from += lines.at(-1)!.length) {
    const end = text.indexOf('\n', from) + 1 || text.length;
    const next = text.charCodeAt(end);
    lines.push(next <= 0x20 || next > 0x7f ? lineByRule(text, from) : text.slice(from, end));
  }
  return lines;
}

/** The line that begins there, with the empty lines that belong to it. */
function lineByRule(text: string, from: number): string {
  LINE_HERE.lastIndex = from;
  return LINE_HERE.exec(text)![0];
}

/**
 * Where the last word or number of a line ends: a token may reach from a bracket into the end of the line, but none from
 * a letter. Only plain letters count as such; without one the whole line is its end.
 */
function endOf(line: string): number {
  for (let i = line.length; i > 0; i--) {
    const code = line.charCodeAt(i - 1);
    if (code > 0x7f) return 0;
    if (isLetter(code)) return i;
  }
  return 0;
}

const isLetter = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);

/** So many lines are remembered: those of all that a large store would say. */
const MOST = 20_000;

/** So many words are remembered, each with the blank or the signs before it. */
const MOST_WORDS = 50_000;
const WORD = /[^A-Za-z0-9]*[A-Za-z]+|[0-9]+|[^A-Za-z0-9]+/g;
const WORD_OF_ANY_SCRIPT = /[^\p{L}\p{N}]*\p{L}+|\p{N}+|[^\p{L}\p{N}]+/gu;

/** With the ends that belong to it: empty lines are of one token with what is before them. */
const LINE = /[^\r\n]*[\r\n](?:\s*[\r\n])*|[^\r\n]+$/g;
const LINE_HERE = new RegExp(LINE.source, 'y');

/** A line that is longer is not worth keeping. */
const LONG = 2000;

// A memory may speak of `<|endoftext|>`; it is counted as the text it is, where it would else be refused.
const AS_TEXT = { disallowedSpecial: new Set<string>() };

// Compiled, it lies beside this file with the one vocabulary it needs; from source it is the package itself.
const PROGRAM = import.meta.url.endsWith('.ts')
  ? 'gpt-tokenizer/encoding/cl100k_base'
  : new URL('./token-counter.js', import.meta.url).href;
