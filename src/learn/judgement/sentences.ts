import { saidLines } from '../../base/text/announcements.ts';
import { piecesOf } from '../../base/text/pieces.ts';

/** The sentences that a person typed in a prompt, as the statement model reads them. */
export const promptSentences = (prompt: string): string[] =>
  sentencesOf(saidLines(prompt).join('\n').slice(0, MAX_CHARS)).slice(0, MAX_SENTENCES);

/** The sentences of a text, without the marks of a list. */
const sentencesOf = (text: string): string[] =>
  piecesOf(text.toWellFormed())
    .map((piece) => piece.trim().replace(LIST_MARK, '').trim())
    .filter((piece) => piece.length >= MIN_CHARS);

const LIST_MARK = /^(?:[-*•]|\(?\d{1,2}[.)])\s+/;
const MIN_CHARS = 3;
/** Who types more than this pastes most of it. */
const MAX_CHARS = 3000;
const MAX_SENTENCES = 60;
