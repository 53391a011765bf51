import type { TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';

/** Paints the words of a line that a question names, so that a reader sees why it was found. */
export function markWords(sheet: Pick<TerminalOutput, 'paint'>, line: string, question: string): string {
  const asked = contentWords(question);
  if (asked.size === 0) return line;
  return line.replace(WORD, (word) =>
    [...contentWords(word)].some((form) => asked.has(form)) ? sheet.paint('bold', word) : word,
  );
}

const WORD = /[\p{L}\p{N}_]+/gu;
