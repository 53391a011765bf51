import {
  MIN_PAIR_COSINE,
  type PairReading,
  type PairVerdict,
  type StatementPair,
} from '../../model/judgement.ts';

/**
 * Decides what a newer statement does to an older one; undefined if both stand. The model alone is overconfident, so a high
 * cosine is asked for first; words that announce a change, or another number, count as evidence.
 */
export function pairVerdict(
  pair: StatementPair,
  { cosine, replaces, repeats }: PairReading,
): PairVerdict | undefined {
  if (cosine < MIN_PAIR_COSINE || !isReadable(pair.old) || !isReadable(pair.new)) return undefined;
  const isChange = saysChange(pair);
  const enough = isSameButNumber(pair) ? CONCEIVABLE : isChange ? PROBABLE : LIKELY;
  if (replaces >= enough && cosine >= NEAR) return 'replaces';
  if (replaces >= PROBABLE) return 'revisits';
  if (repeats >= SURE && cosine >= NEAR && !isChange && !differInNumbers(pair)) return 'repeats';
  return undefined;
}

/** Bounds of the model's probability. */
const CONCEIVABLE = 0.1;
const PROBABLE = 0.5;
const LIKELY = 0.8;
const SURE = 0.9;
/** From this cosine on a replacement is carried out, and a repetition believed. */
const NEAR = 0.75;

/** Whether the new statement says that something changed: in so many words, or by another number. */
const saysChange = (pair: StatementPair): boolean => CHANGE.test(pair.new) || hasOtherNumber(pair);

/** Words by which people say that something is not as it was, a line for each way of saying it. */
const CHANGE = new RegExp(
  [
    String.raw`\b(?:no longer|any ?more|after all|instead|rather than|formerly|actually|now)\b`,
    String.raw`\b(?:from (?:now|here|today) on|from today|as of)\b`,
    String.raw`\b(?:switch(?:ed|ing)?|chang(?:e|ed|ing)|revis(?:e|ed|ing)|rais(?:e|ed|ing)|lower(?:ed|ing)?)\b`,
    String.raw`\bmov(?:e|ed|ing) (?:to|from|over|off|away)\b`,
    String.raw`\b(?:replac|scrap|revert)\w*|\bdrop(?:ped|ping)?\b|\bback to\b`,
    String.raw`\b(?:ab jetzt|nicht mehr|doch|statt|désormais|ne \w+ plus|ya no)\b`,
  ].join('|'),
  'i',
);

/** The new statement has a number where the old one had another. */
function hasOtherNumber(pair: StatementPair): boolean {
  const [old, now] = [numbersIn(pair.old), numbersIn(pair.new)];
  return [...old].some((each) => !now.has(each)) && [...now].some((each) => !old.has(each));
}

/** The same sentence with one other number in it. */
const isSameButNumber = (pair: StatementPair): boolean =>
  hasOtherNumber(pair) &&
  numbersIn(pair.old).symmetricDifference(numbersIn(pair.new)).size === 2 &&
  wordsOf(pair.old).symmetricDifference(wordsOf(pair.new)).size === 0;

const wordsOf = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/\p{L}+/gu)).difference(FILLERS);

/** Words that may come or go without a change of meaning. */
const FILLERS: ReadonlySet<string> = new Set(['now', 'actually', 'always', 'please', 'the', 'a', 'an']);

const differInNumbers = (pair: StatementPair): boolean =>
  numbersIn(pair.old).symmetricDifference(numbersIn(pair.new)).size > 0;

const numbersIn = (text: string): Set<string> => new Set(text.match(/\d+(?:[.,]\d+)?/g));

/** The models know Latin letters; what is written in others falls apart into signs that say nothing to them. */
export function isReadable(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const foreign = text.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0;
  return letters > 0 && foreign <= MAX_FOREIGN * letters;
}

const MAX_FOREIGN = 0.2;
