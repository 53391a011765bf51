import { type Message, message } from '../../base/messages.ts';
import type { Source } from '../../model/memory.ts';
import { type DraftCandidate, SESSION_KINDS, type SignalName } from '../../model/sighting.ts';
import { SOURCE_WEIGHTS } from '../../model/weights.ts';

/** How sure a draft is, 0 to 1: what its signal is worth, how often and how clearly it was seen, whose word it is. */
export function confidenceOf(
  { worth, strength, sessions, proposal }: DraftCandidate,
  source: Source,
): number {
  if (proposal.confidence !== undefined) return proposal.confidence;
  const often = Math.min(1, Math.log2(1 + sessions) / Math.log2(1 + MAX_COUNTED_SESSIONS));
  const seen = worth * 0.5 + strength * 0.3 + often * 0.2;
  return Math.min(MAX_CONFIDENCE, Math.round(seen * SOURCE_WEIGHTS[source] * 1000) / 1000);
}

/** Sessions after which more of them say nothing new. */
const MAX_COUNTED_SESSIONS = 8;

/** Only a person is ever quite sure. */
const MAX_CONFIDENCE = 0.95;

/** Less sure than this is not worth a place. */
const MIN_CONFIDENCE = 0.4;

/** Why a draft is not sure enough; undefined where it is. */
export const scoring = (confidence: number): Message | undefined =>
  confidence < MIN_CONFIDENCE
    ? message('drop.confidence', { confidence: confidence.toFixed(2), limit: MIN_CONFIDENCE })
    : undefined;

/** How many of its drafts a session may bring; a person's own words are never too many. */
export const maxDraftsOf = ({ sessionKind }: DraftCandidate): number => SESSION_KINDS[sessionKind].most;

/** Whether its session is of a kind that shows such things best. */
export const isPrimary = ({ sessionKind, signal }: DraftCandidate): boolean =>
  (SESSION_KINDS[sessionKind].primary as readonly SignalName[]).includes(signal);
