import { remembered } from './remembered.ts';

/** Counts the tokens of a text as language models do. */
export type CountTokens = (text: string) => number;

let loaded: Promise<CountTokens> | undefined;

/** The counter, loaded when it is first asked for: its vocabulary takes a quarter of a second and 40 MB. */
export const tokenCounter = (): Promise<CountTokens> =>
  (loaded ??= import(PROGRAM).then(({ countTokens }) => byLines((text) => countTokens(text, AS_TEXT))));

/**
 * Counts line by line, since no token reaches beyond the end of a line: the same lines are counted alone, together and
 * again with the next question.
 */
function byLines(count: CountTokens): CountTokens {
  const line = remembered(count, 4000);
  return (text) => {
    let sum = 0;
    for (const [part] of text.matchAll(LINE)) sum += part.length > LONG ? count(part) : line(part);
    return sum;
  };
}

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
