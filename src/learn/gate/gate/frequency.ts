import type { Candidate } from '../../../model/sighting.ts';

/** Why a draft has not been seen often enough; undefined where it has. */
export const frequency = ({ sessions, minSessions, quorum }: Candidate): string | undefined =>
  quorum || sessions >= minSessions
    ? undefined
    : `seen in ${sessions} of the ${minSessions} sessions it needs`;
