const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const BETWEEN_WORDS = '[^\\p{L}\\p{N}\\p{M}]+';

/** The words of a text in lower case, one space before each: case, spacing, punctuation and markup do not matter. */
export const plainWords = (text: string): string =>
  (text.toLowerCase().match(WORD) ?? []).map((word) => ` ${word}`).join('');

export const countWords = (text: string): number => text.match(WORD)?.length ?? 0;

/** Puts a mark in the place of every sentence in which these words follow each other. The last word may be cut off. */
export function replaceSentencesWith(text: string, phrase: string, mark: string): string {
  const words = phrase.match(WORD);
  if (!words) return text;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${words.join(BETWEEN_WORDS)}`, 'giu');
  let replaced = '';
  let done = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const start = sentenceStart(text, found.index, done);
    const end = sentenceEnd(text, found.index + found[0].length);
    replaced += `${text.slice(done, start)}${mark}`;
    done = end;
    pattern.lastIndex = end;
  }
  return replaced + text.slice(done);
}

/** Where the sentence begins that a place lies in, not before `least`. */
function sentenceStart(text: string, place: number, least: number): number {
  let start = place;
  while (start > least && !endsSentence(text, start - 1)) start--;
  while (start < place && /\s/.test(text[start]!)) start++;
  return start;
}

/** Where the sentence ends that a place lies in, its full stop included. */
function sentenceEnd(text: string, place: number): number {
  let end = place;
  while (end < text.length && text[end] !== '\n') if (endsSentence(text, end++)) break;
  return end;
}

/** Whether a sentence ends with the letter at a place: a line's end, or a full stop before a space or a closing mark. */
const endsSentence = (text: string, place: number): boolean =>
  text[place] === '\n' ||
  (/[.!?。！？]/.test(text[place]!) && /^["'`”’»)\]*_\s]?$/.test(text[place + 1] ?? ''));
