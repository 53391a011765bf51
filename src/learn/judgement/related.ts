import { contentWords, share } from '../../base/text/content-words.ts';
import { piecesOf } from '../../base/text/pieces.ts';
import type { PairReading, PairVerdict, StatementPair } from '../../model/judgement.ts';
import { pairVerdict } from './pair-verdict.ts';

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
): TextRelation | undefined {
  const whole = reading(pair);
  const verdict = whole && pairVerdict(pair, whole);
  if (verdict === undefined) return undefined;
  const pieces = piecesOf(pair.old);
  if (verdict !== 'replaces' || pieces.length < 2) return { verdict, pieces: null };
  const said = contentWords(pair.new);
  const isReplaced = (old: string) => {
    const piece = { old, new: pair.new };
    const its = reading(piece);
    return its !== undefined && pairVerdict(piece, its) === 'replaces';
  };
  const isLeft = (old: string) => !isReplaced(old) && share(contentWords(old), said) < SAID_AGAIN;
  if (!pieces.some(isLeft)) return { verdict, pieces: null };
  const replaced = pieces.filter(isReplaced);
  return replaced.length === 0 ? { verdict: 'revisits', pieces: null } : { verdict, pieces: replaced };
}

/** A piece is said again where this share of its words is. */
const SAID_AGAIN = 0.5;
