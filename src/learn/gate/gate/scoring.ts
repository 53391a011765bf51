import type { Source } from '../../../model/memory.ts';
import { type Candidate, SESSION_KINDS } from '../../../model/sighting.ts';
import { SOURCE_WEIGHTS } from '../../../model/weights.ts';

/** How sure a draft is, 0 to 1: what its signal is worth, how often and how clearly it was seen, whose word it is. */
export function confidenceOf({ worth, strength, sessions, proposal }: Candidate, source: Source): number {
  if (proposal.confidence !== undefined) return proposal.confidence;
  const often = Math.min(1, Math.log2(1 + sessions) / Math.log2(1 + MANY));
  const seen = worth * 0.5 + strength * 0.3 + often * 0.2;
  return Math.min(MOST, Math.round(seen * SOURCE_WEIGHTS[source] * 1000) / 1000);
}

/** Seen in so many sessions, more say nothing new. */
const MANY = 8;

/** Only a person is ever quite sure. */
const MOST = 0.95;

/** Less sure than this is not worth a place. */
const LEAST = 0.4;

/** Why a draft is not sure enough; undefined where it is. */
export const scoring = (confidence: number): string | undefined =>
  confidence < LEAST ? `its confidence of ${confidence.toFixed(2)} is below ${LEAST}` : undefined;

/** How many of its drafts a session may bring; a person's own words are never too many. */
export const mostOf = ({ sessionKind }: Candidate): number => SESSION_KINDS[sessionKind].most;
