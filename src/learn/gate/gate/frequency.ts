import type { DraftCandidate } from '../../../model/sighting.ts';

/** Why a draft has not been seen often enough; undefined where it has. */
export const frequency = ({ sessions, minSessions, quorum }: DraftCandidate): string | undefined =>
  quorum || sessions >= minSessions
    ? undefined
    : `seen in ${sessions} of the ${minSessions} sessions it needs`;
