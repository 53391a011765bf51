import { remembered } from '../memo.ts';

/** Cuts a text wherever it begins to say something of its own. */
export const piecesOf: (text: string) => readonly string[] = remembered(
  (text) =>
    text.split(ENDS).flatMap((part) => (part.length > MAX_SENTENCE_CHARS ? [part] : part.split(JOINED))),
  // One text is cut by several readers in turn.
  20,
);

/** In characters. What goes on for longer without an end is not a sentence, and not looked through for joined ones. */
const MAX_SENTENCE_CHARS = 2000;

/** A text without some of its pieces, and without what only points at one of them; what is left reads as sentences. */
export function withoutPieces(text: string, gone: readonly string[]): string {
  const away = new Set(gone.map((piece) => piece.trim()));
  let left = '';
  let isAfterGone = false;
  let end = 0;
  for (const piece of piecesOf(text)) {
    const start = text.indexOf(piece, end);
    const between = text.slice(end, start);
    end = start + piece.length;
    if (away.has(piece.trim()) || (isAfterGone && POINTING.test(piece.trim()))) isAfterGone = true;
    else {
      left += isAfterGone ? joint(left, between) + begun(piece.trim()) : between + piece;
      isAfterGone = false;
    }
  }
  return isAfterGone ? ended(left.trim()) : left.trim();
}

/** Not behind the dots of an abbreviation or a number, nor before the end of "(up to 4)". Blanks are only looked at from the first of a run. */
const ENDS =
  /(?<=(?<!\b(?:e\.g|i\.e|etc|vs|approx|no|z\.b|d\.h|bzw|p\.ex|cf|ca)|\b[a-z])[.!?…])\s+|(?<![^\S\n])[^\S\n]*;\s+|\n+|(?<![^\S\n]|\([^()\n]{0,80})[^\S\n]+(?=\d\)\s)/i;

/** What follows is another statement, not the other half of "not this but that"; that is asked last, for it takes longest. */
const JOINED =
  /,?\s{1,9}(?:but|aber|mais|pero)\s{1,9}(?<!\b(?:not|n't|nicht|kein\w*|pas|no)\b[^,;]{0,80},?\s{1,9}(?:but|aber|mais|pero)\s{1,9})(?=[^,;.]{0,70}\b(?:use|uses|write|answer|reply|stays?|remains?|keeps?|is|are|must|should|never|always|don't|do not|with|on|needs?|runs?|utilise|reste|doit|jamais|bleibt|bleiben|nutzt|nie|muss|usa|sigue|nunca|debe)\b)(?!instead|rather|also|only|just|not\b|sondern|auch|nur|plutôt|aussi|seulement|también|sólo|solo|más bien)|\s{1,9}and\s{1,9}(?=(?:the|our) [\w-]+ (?:uses?|runs?|is|are|needs?|must|should|stays?|lives?)\b)|,?\s{1,9}and\s{1,9}(?=(?:please )?(?:(?:always|never|don't|do not) \w|use \S+ (?:for|as|in|to)\b)(?![^,;.]*\b(?:it|its|them|this|that|these|those|so|there)\b))/i;

/** Says more of what stands before it. */
const POINTING =
  /^(?:it|its|it's|this|that|that's|they|these|those|which|because|es|das|dies|ça|c'est|cela|eso|esto)(?![\wÀ-ɏ])/i;

const joint = (left: string, between: string): string =>
  left === '' ? '' : between.includes('\n') ? '\n' : /[.!?:…]$/.test(left) ? ' ' : '. ';

const begun = (piece: string): string => piece.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

const ended = (text: string): string => (text === '' || /[.!?:…`)]$/.test(text) ? text : `${text}.`);
