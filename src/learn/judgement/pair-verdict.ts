import {
  MIN_PAIR_COSINE,
  type PairReading,
  type PairVerdict,
  type StatementPair,
} from '../../model/judgement.ts';

/**
 * Decides what a newer statement does to an older one; undefined if both stand. The model reads near pairs alone: it knows
 * how statements about one matter differ, and little of what is about something else.
 */
export function pairVerdict(
  pair: StatementPair,
  { cosine, replaces, repeats }: PairReading,
): PairVerdict | undefined {
  if (cosine < MIN_PAIR_COSINE || !isReadable(pair.old) || !isReadable(pair.new)) return undefined;
  if (replaces >= (isSameButNumber(pair) ? CONCEIVABLE : LIKELY))
    return saysMoreOfVersion(pair) ? 'revisits' : 'replaces';
  if (replaces >= PROBABLE) return 'revisits';
  if (repeats >= SURE && cosine >= NEAR && !differInNumbers(pair)) return 'repeats';
  return undefined;
}

/** Bounds of the model's probability. */
const CONCEIVABLE = 0.1;
const PROBABLE = 0.5;
const LIKELY = 0.8;
const SURE = 0.9;
/** From this cosine on a repetition is believed. */
const NEAR = 0.75;

/** The same sentence with one other number in it. */
const isSameButNumber = (pair: StatementPair): boolean =>
  numbersIn(pair.old).difference(numbersIn(pair.new)).size === 1 &&
  numbersIn(pair.new).difference(numbersIn(pair.old)).size === 1 &&
  wordsOf(pair.old).symmetricDifference(wordsOf(pair.new)).size === 0;

/**
 * The newer names another version of something and nothing else, and the older says something of its own about it: "Node 20
 * images are built nightly" may hold after "we use node 22".
 */
function saysMoreOfVersion(pair: StatementPair): boolean {
  const [older, newer] = [contentOf(pair.old), contentOf(pair.new)];
  const isOther =
    numbersIn(pair.old).size > 0 && numbersIn(pair.new).difference(numbersIn(pair.old)).size > 0;
  return isOther && newer.size === 1 && newer.isSubsetOf(older) && older.size - newer.size >= MIN_OWN_WORDS;
}

const MIN_OWN_WORDS = 3;

const contentOf = (text: string): Set<string> => wordsOf(text).difference(USING);

/** Words that only say that something is used. */
const USING: ReadonlySet<string> = new Set(
  'we i our us it use uses using used run runs running on with to for in at is are be s from version move moved switched switch everything here project only must should by and of'.split(
    ' ',
  ),
);

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
