import {
  MIN_PAIR_COSINE,
  type PairReading,
  type PairVerdict,
  type StatementPair,
} from '@sqrl/base/model/judgement.ts';
import type { Memory, Source } from '@sqrl/base/model/memory.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { contentWords, share } from '@sqrl/base/text/content-words.ts';
import { piecesOf } from '@sqrl/base/text/pieces.ts';
import { draftTrust } from '../gate/trust.ts';
import { claimKeyOf } from './memory-claims.ts';
import { beginAlike, significantWords } from './words.ts';

/** Whether a memory is what a person or an agent stated, and not what foreign text says. */
export const isStatement = ({ source, tainted }: Memory): boolean => STATED.has(source) && !tainted;

const STATED: ReadonlySet<Source> = new Set(['user_taught', 'user_said', 'agent_explicit']);

/** Whether the relation model is asked about two statements. Two keys tell them apart, or one decides between them. */
export const mayRelate = (a: Memory, b: Memory): boolean =>
  a.id !== b.id &&
  a.scope === b.scope &&
  a.scopeOf === b.scopeOf &&
  (a.key === null || b.key === null) &&
  hashOf(a.text) !== hashOf(b.text);

/**
 * Whether the relation model is believed on two statements. A statement with a key names a tool that the other one only
 * mentions: "pin pnpm in CI" is not repeated by "use npm, not pnpm", and ends with it only where both are near. So does what
 * agents note: the model takes "the client times out after 3 s" for the end of "failed payments are retried by the queue".
 */
export const isBelieved = (
  older: Memory,
  newer: Memory,
  { verdict, cosine }: { verdict: PairVerdict; cosine: number },
): boolean =>
  [older, newer].every(({ key, text }) => key === null && claimKeyOf(text) === null)
    ? cosine >= NEAR_COSINE || newer.source !== 'agent_explicit'
    : verdict !== 'repeats' && cosine >= NEAR_COSINE;

/** Whether a newer memory may replace an older one on the word of the relation model. */
export const mayReplace = (newer: Memory, older: Memory): boolean =>
  newer.userId === older.userId &&
  draftTrust(newer) >= draftTrust(older) &&
  (!newer.needsReview || older.needsReview) &&
  (newer.source !== 'agent_explicit' || older.source === 'agent_explicit');

/**
 * Decides what a newer statement does to an older one; undefined if both stand. Farther apart the model has to be surer: of
 * 827 pairs of sentences from real sessions with a cosine between 0.4 and 0.55 it calls 22 a replacement from 0.8 on, and 5
 * from 0.9 on; of 125 such pairs in plain words it calls none from 0.7 on. `isPlain`: the newer was worded to be kept.
 */
export function pairVerdict(
  pair: StatementPair,
  { cosine, replaces, repeats }: PairReading,
  isPlain = false,
): PairVerdict | undefined {
  if (cosine < MIN_PAIR_COSINE || !isReadable(pair.old) || !isReadable(pair.new)) return undefined;
  if (isOfAnother(pair)) return undefined;
  const least = cosine >= NEAR_COSINE ? NEAR : isPlain ? FAR_PLAIN : FAR;
  if (replaces >= (isSameButNumber(pair) ? MIN_OTHER_NUMBER : least.replaces)) return 'replaces';
  if (replaces >= least.revisits) return 'revisits';
  const isRepeat = repeats >= (sharesWord(pair) ? least.repeats : MIN_OTHER_WORDS);
  return isRepeat && !exchangesWord(pair) && !differInNumbers(pair) ? 'repeats' : undefined;
}

/** Whether two statements have a word of their matter in common: without one, the model has to be surer that they say the same. */
const sharesWord = (pair: StatementPair): boolean =>
  !new Set(significantWords(pair.old)).isDisjointFrom(new Set(significantWords(pair.new)));

/** Whether two statements ask for the like, on two occasions: the model says so, or both order the same of the same thing. */
export const isEcho = (pair: StatementPair, { cosine, repeats, replaces }: PairReading): boolean =>
  cosine >= NEAR_COSINE &&
  (repeats >= MIN_ECHO
    ? sharesWord(pair)
    : replaces < NEAR.revisits && cosine >= MIN_ALIKE_COSINE && beginAlike(pair.old, pair.new)) &&
  !exchangesWord(pair) &&
  isReadable(pair.old) &&
  isReadable(pair.new);

const MIN_ALIKE_COSINE = 0.6;
const MIN_ECHO = 0.35;

/** Nearer than this, a pair of statements is mostly about one matter. */
export const NEAR_COSINE = 0.55;
/** The least probabilities for each verdict. */
const NEAR = { replaces: 0.8, revisits: 0.4, repeats: 0.7 };
const FAR = { replaces: 0.9, revisits: 0.8, repeats: 0.9 };
const FAR_PLAIN = { replaces: 0.75, revisits: 0.4, repeats: 0.9 };
const MIN_OTHER_NUMBER = 0.1;
const MIN_OTHER_WORDS = 0.9;

/** The same sentence with one other number in it. */
const isSameButNumber = (pair: StatementPair): boolean =>
  otherNumbers(pair.old, pair.new) === 1 && otherNumbers(pair.new, pair.old) === 1 && hasSameWords(pair);

/** The same sentence of another thing, whose name has a number: "s1 listens on 8001", "s3 listens on 8003". */
const isOfAnother = (pair: StatementPair): boolean =>
  otherNumbers(pair.old, pair.new) > 1 &&
  hasSameWords(pair) &&
  numbered(pair.new).size > 0 &&
  numbered(pair.new).isDisjointFrom(numbered(pair.old));

const otherNumbers = (older: string, newer: string) => numbersIn(newer).difference(numbersIn(older)).size;
const hasSameWords = (pair: StatementPair) =>
  wordsOf(pair.old).symmetricDifference(wordsOf(pair.new)).size === 0;
const numbered = (text: string) => new Set(text.toLowerCase().match(/\p{L}+[-_]?\d+/gu));

/** The same sentence with one other word in it: the model takes "never update seeds" for "do not reset seeds". */
function exchangesWord(pair: StatementPair): boolean {
  const [older, newer] = [new Set(significantWords(pair.old)), new Set(significantWords(pair.new))];
  return older.size > 1 && older.difference(newer).size === 1 && newer.difference(older).size === 1;
}

const wordsOf = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/\p{L}+/gu)).difference(FILLERS);

/** Words that may come or go without a change of meaning. */
const FILLERS: ReadonlySet<string> = new Set(['now', 'actually', 'always', 'please', 'the', 'a', 'an']);

const differInNumbers = (pair: StatementPair): boolean =>
  numbersIn(pair.old).symmetricDifference(numbersIn(pair.new)).size > 0;

const numbersIn = (text: string): Set<string> => new Set(text.match(/\d+(?:[.,]\d+)?/g));

/** The models know Latin letters only. */
function isReadable(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const foreign = text.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0;
  return letters > 0 && foreign <= MAX_FOREIGN_SHARE * letters;
}

const MAX_FOREIGN_SHARE = 0.2;

/** The verdict on two texts, and the pieces of the old one that it applies to; null for the whole text. */
interface TextRelation {
  verdict: PairVerdict;
  pieces: readonly string[] | null;
}

/** The pairs to read: both texts, and each piece of a longer old text with the new text. */
export function pairsToRead(pair: StatementPair): StatementPair[] {
  const pieces = piecesOf(pair.old);
  return pieces.length < 2 ? [pair] : [pair, ...pieces.map((old) => ({ old, new: pair.new }))];
}

/**
 * Relates a new text to an old one. If the old one has pieces that the new one does not mention, only the contradicted
 * pieces are replaced; if no single piece is contradicted, the replacement is doubtful.
 */
export function textRelation(
  pair: StatementPair,
  reading: (pair: StatementPair) => PairReading | undefined,
  isPlain = false,
): TextRelation | undefined {
  const whole = reading(pair);
  const verdict = whole && pairVerdict(pair, whole, isPlain);
  if (verdict === undefined) return undefined;
  const pieces = piecesOf(pair.old);
  if (verdict !== 'replaces' || pieces.length < 2) return { verdict, pieces: null };
  const said = contentWords(pair.new);
  const isReplaced = (old: string) => {
    const piece = { old, new: pair.new };
    const its = reading(piece);
    return its !== undefined && pairVerdict(piece, its, isPlain) === 'replaces';
  };
  const isLeft = (old: string) => !isReplaced(old) && share(contentWords(old), said) < MIN_SAID_AGAIN;
  if (!pieces.some(isLeft)) return { verdict, pieces: null };
  const replaced = pieces.filter(isReplaced);
  return replaced.length === 0 ? { verdict: 'revisits', pieces: null } : { verdict, pieces: replaced };
}

/** A piece is said again from this share of its words on. */
const MIN_SAID_AGAIN = 0.5;
