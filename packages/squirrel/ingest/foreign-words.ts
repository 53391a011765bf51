import { contentWords, share } from '@sqrl/base/text/content-words.ts';
import { wordRuns } from '@sqrl/base/text/word-runs.ts';

export type TextOrigin =
  /** This machine or the project's own code. */
  | 'local'
  /** Of the program or file nothing is known: only what repeats it is foreign. */
  | 'unknown'
  /** A page, a package, another repository: whatever an agent says next may be its wish. */
  | 'stranger';

export interface ForeignOutput {
  origin: Exclude<TextOrigin, 'local'>;
  text: string;
  /** Part of it was left out. */
  isCut: boolean;
}

/** The words that strangers and unknown programs brought into a session, and those that were there before. */
export class ForeignWords {
  readonly #runs = new Set<number>();
  readonly #strange = new Set<string>();
  readonly #own = new Set<string>();
  readonly #strangeNames = new Set<string>();
  readonly #ownNames = new Set<string>();

  /** Takes in what a person, the project or an agent said without having it from a stranger. */
  addOwn(text: string): void {
    if (this.#own.size >= MAX_WORDS) return;
    for (const word of contentWords(text)) this.#own.add(word);
    for (const name of namesIn(text)) this.#ownNames.add(name);
  }

  add({ origin, text }: Pick<ForeignOutput, 'origin' | 'text'>): void {
    if (this.#runs.size < MAX_RUNS) for (const run of wordRuns(text)) this.#runs.add(run);
    if (origin !== 'stranger' || this.#strange.size >= MAX_WORDS) return;
    for (const word of contentWords(text)) this.#strange.add(word);
    for (const name of namesIn(text)) this.#strangeNames.add(name);
  }

  /** Whether a text has a run of words that came in from outside. */
  isRepeated(text: string): boolean {
    return wordRuns(text).some((run) => this.#runs.has(run));
  }

  /** Whether a text has a word that only a stranger had brought into the session, or a sentence all of whose words it used. */
  isBorrowed(text: string): boolean {
    const isStrange = (word: string) => this.#strange.has(word);
    return (
      [...contentWords(text)].some((word) => isStrange(word) && !this.#own.has(word)) ||
      text.split(/[.!?\n]+/).some((sentence) => {
        const words = [...contentWords(sentence)];
        return words.length >= MIN_CLAIM_WORDS && words.every(isStrange);
      })
    );
  }

  /** The same of the names and options in a command; where not all of a stranger's text is known, any that is new. */
  isBorrowedCommand(command: string, isCut: boolean): boolean {
    return namesIn(command).some(
      (name) => !this.#ownNames.has(name) && (isCut || this.#strangeNames.has(name)),
    );
  }
}

/**
 * Options, packages, settings, addresses: words with more in them than small letters. A plain word in a command names
 * what its program or the project defines, and a path a file.
 */
const namesIn = (text: string): string[] =>
  (text.match(/[\w@+~/.:-]{3,200}/g) ?? [])
    .map((word) => word.replace(/[.:/-]+$/, ''))
    .filter((word) => /[^a-z]/.test(word) && (!word.includes('/') || /^@|:\/\//.test(word)));

/** Fewer words that carry meaning claim nothing. */
const MIN_CLAIM_WORDS = 3;

/** Of a session: some megabytes. */
const MAX_RUNS = 300_000;
const MAX_WORDS = 100_000;

/**
 * Whether an agent may have what it wants remembered from what came into its turn (`outputs`) or into earlier ones. It may
 * put a page into words of its own: after a stranger's text a single shared word is enough, after an unknown program's
 * half of them. The rest of a truncated text is unknown.
 */
export function isFromForeign(
  statement: string,
  outputs: readonly ForeignOutput[],
  earlier: readonly ForeignOutput[] = [],
): boolean {
  const runs = new Set(wordRuns(statement));
  const isRepeatedIn = ({ text }: ForeignOutput) =>
    runs.size > 0 && wordRuns(text).some((run) => runs.has(run));
  if (earlier.some(isRepeatedIn)) return true;
  const words = contentWords(statement);
  return outputs.some((output) => {
    if (output.isCut || words.size === 0 || isRepeatedIn(output)) return true;
    const shared = share(words, contentWords(output.text));
    return output.origin === 'stranger' ? shared > 0 : shared >= MIN_SHARED_RATIO;
  });
}

/** A paraphrase shares at least that many of the words that carry meaning. */
const MIN_SHARED_RATIO = 0.5;
