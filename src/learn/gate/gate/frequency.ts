import { type Message, message } from '../../../base/messages.ts';
import type { DraftCandidate } from '../../../model/sighting.ts';

/** Why a draft has not been seen often enough; undefined where it has. */
export const frequency = ({ sessions, minSessions, quorum }: DraftCandidate): Message | undefined =>
  quorum || sessions >= minSessions
    ? undefined
    : message('drop.sessions', { seen: sessions, needed: minSessions });
