import { remembered } from './remembered.ts';

/** Counts the tokens of a text as language models do. */
export type CountTokens = (text: string) => number;

let loaded: Promise<CountTokens> | undefined;

/** The counter, loaded when it is first asked for: its vocabulary takes a quarter of a second and 40 MB. */
export const tokenCounter = (): Promise<CountTokens> =>
  (loaded ??= import(PROGRAM).then(({ countTokens }) => byLines((text) => countTokens(text, AS_TEXT))));

/**
 * Counts line by line, since no token reaches beyond the end of a line: the same lines are counted alone, together and
 * again with the next question. The end of a line is counted by itself, so that it does not matter what follows.
 */
function byLines(count: CountTokens): CountTokens {
  const known = remembered(count, MOST);
  return (text) => {
    let sum = 0;
    for (const [line] of text.matchAll(LINE)) {
      const end = endOf(line);
      sum += line.length > LONG ? count(line) : known(line.slice(0, end)) + known(line.slice(end));
    }
    return sum;
  };
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

/** With the ends that belong to it: empty lines are of one token with what is before them. */
const LINE = /[^\r\n]*[\r\n](?:\s*[\r\n])*|[^\r\n]+$/g;

/** A line that is longer is not worth keeping. */
const LONG = 2000;

// A memory may speak of `<|endoftext|>`; it is counted as the text it is, where it would else be refused.
const AS_TEXT = { disallowedSpecial: new Set<string>() };

// Compiled, it lies beside this file with the one vocabulary it needs; from source it is the package itself.
const PROGRAM = import.meta.url.endsWith('.ts')
  ? 'gpt-tokenizer/encoding/cl100k_base'
  : new URL('./token-counter.js', import.meta.url).href;
