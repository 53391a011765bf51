import { contentWords } from '@sqrl/base/text/content-words.ts';

/** A part of a text; `matched` where it is a word of the question, in whatever form. */
export interface TextPart {
  text: string;
  matched: boolean;
}

/** A text in parts, so that the words it shares with a question can be marked. Joined they are the text again. */
export function matchedParts(text: string, question: string): TextPart[] {
  const wanted = contentWords(question);
  const parts: TextPart[] = [];
  for (const piece of text.split(WORD)) {
    const matched = [...contentWords(piece)].some((word) => wanted.has(word));
    const last = parts.at(-1);
    if (last?.matched === matched) last.text += piece;
    else if (piece !== '') parts.push({ text: piece, matched });
  }
  return parts;
}

/** Words with their separators: an identifier is one word here, since its parts are compared anyway. */
const WORD = /([\p{L}\p{M}\p{N}_]+)/u;
