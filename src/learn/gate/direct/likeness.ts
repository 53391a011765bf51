import { contentWords } from '../../../base/text/content-words.ts';

/**
 * Whether a text that is near to another says nothing that the other does not. Nearness alone would take Monday for Sunday
 * and the staging database for the other one, and a person's correction for a repetition.
 */
export function addsNothing(text: string, to: string): boolean {
  const [said, there] = [wordsOf(text), wordsOf(to)];
  if (isAgainst(text) !== isAgainst(to)) return false;
  if (DIRECTED.test(text)) return isInOrder(said, there);
  const known = new Set(there);
  return said.every((word) => known.has(word));
}

/** Where one thing is set before another, or there are numbers, the same words in another order say something else. */
const DIRECTED = /\d|->|→|\b(?:from|into|over|before|after|than|until|above|below)\b/i;

/** Whether words come one after the other among others. */
function isInOrder(words: readonly string[], among: readonly string[]): boolean {
  let from = 0;
  return words.every((word) => {
    const found = among.indexOf(word, from);
    from = found + 1;
    return found >= 0;
  });
}

/** Every word that is more than filling, in a common form; what is code, a number or a name with signs in it, as it is. */
const wordsOf = (text: string): string[] =>
  (text.match(/`[^`]+`|--?[a-z][\w-]*|[\p{L}\p{N}_]+(?:[.:/-][\p{L}\p{N}_]+)*/gu) ?? []).flatMap((word) =>
    FILLING.test(word) ? [] : [formOf(word)],
  );

const formOf = (word: string): string => {
  const [form] = /^\p{L}+$/u.test(word) ? contentWords(word) : [];
  return form ?? word.toLowerCase().replaceAll('`', '');
};

const FILLING =
  /^(?:an?|the|to|of|is|are|be|been|in|on|for|with|by|at|we|our|us|it|its|and|that|this|please|always|here|do|does|must|should|have|has|you|your|which|also|just|so|will|i|my|needs?|requires?|required)$/i;

const isAgainst = (text: string): boolean =>
  /\b(?:not|never|no|don['’]?t|doesn['’]?t|isn['’]?t|aren['’]?t|can['’]?t|cannot|won['’]?t|without|avoid|instead|rather)\b/i.test(
    text,
  );
