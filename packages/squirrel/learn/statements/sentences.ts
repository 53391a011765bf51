import { promptLines } from '@sqrl/base/text/announcements.ts';
import { piecesOf } from '@sqrl/base/text/pieces.ts';

export interface PromptSentence {
  sentence: string;
  /** The place of its line in `promptLines`. */
  line: number;
  /** Where it begins in what was said of that line. */
  at: number;
}

/** The sentences that a person may have typed in a prompt, as the statement model reads them. */
export const promptSentences = (prompt: string): string[] =>
  placedSentences(prompt).map(({ sentence }) => sentence);

/** The same with their places. A sentence never goes on over the end of a line. */
export function placedSentences(prompt: string): PromptSentence[] {
  const sentences: PromptSentence[] = [];
  const lines = promptLines(prompt);
  const last = lines.findLastIndex(({ said }) => said !== '');
  for (const [line, { said }] of lines.entries()) {
    if (said === '') continue;
    // The cutter looks at what follows a mark, be it the end of the line.
    const text = (line === last ? said : `${said}\n`).slice(0, MAX_CHARS).toWellFormed();
    let at = 0;
    for (const piece of piecesOf(text)) {
      const start = text.indexOf(piece, at);
      at = start + piece.length;
      const sentence = piece.trim().replace(LIST_MARK, '').replace(LEFT_OVER, '').trim();
      if (sentence.length >= MIN_CHARS && !ATTACHED.test(sentence))
        sentences.push({ sentence, line, at: start });
    }
  }
  return sentences.length > MAX_SENTENCES
    ? [...sentences.slice(0, MAX_SENTENCES - LAST_SENTENCES), ...sentences.slice(-LAST_SENTENCES)]
    : sentences;
}

const LIST_MARK = /^(?:[-*•]|\(?(?:\d{1,2}|[a-z])[.)])\s+/;
/** "1) fail loudly and 2) tell us" is cut before the number. */
const LEFT_OVER = /(?<![\s,;])[\s,;]+(?:and|or|then)$/i;
/** Nothing but files that a client attaches: "@README.md @src/". */
const ATTACHED = /^(?:@\S+\s*)+$/;
const MIN_CHARS = 3;
/** Of a line. */
const MAX_CHARS = 3000;
const MAX_SENTENCES = 60;
/** Of these at the end of a prompt. */
const LAST_SENTENCES = 20;
