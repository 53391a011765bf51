import { contentWords } from '../../words/content-words.ts';

/**
 * Whether a text that is near to another says nothing that the other does not. Nearness alone would take Monday for Sunday
 * and the staging database for the other one, and a person's correction for a repetition.
 */
export function addsNothing(text: string, to: string): boolean {
  const there = wordsOf(to);
  return [...wordsOf(text)].every((word) => there.has(word)) && isAgainst(text) === isAgainst(to);
}

/** Every word that is more than filling, in a common form; what is code, a number or a name with signs in it, as it is. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.match(/`[^`]+`|--?[a-z][\w-]*|[\p{L}\p{N}_]+(?:[.:/-][\p{L}\p{N}_]+)*/gu) ?? []).flatMap((word) =>
      FILLING.test(word) ? [] : [formOf(word)],
    ),
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
