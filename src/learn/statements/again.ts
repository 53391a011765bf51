import type { DraftCandidate } from '../../model/sighting.ts';
import type { RelatedStatements } from '../../store/drafts/related-statements.ts';
import { repeatsOf } from '../claims/succession.ts';
import { sourceOf } from '../gate/trust.ts';
import { ACTIVE_TWICE, standingOf } from '../judgement/probability.ts';
import { standsAlone } from '../judgement/stands-alone.ts';

/**
 * Counts a statement that repeats another one in other words, in another session, as a second sighting. Both have to be
 * probable: two doubtful sentences of one matter are mostly two wishes for it.
 */
export function countedAgain<D extends { id: string; candidate: DraftCandidate }>(
  drafts: readonly D[],
  related: readonly RelatedStatements[],
): D[] {
  const probable = drafts.filter(({ candidate }) => candidate.strength >= ACTIVE_TWICE);
  const sessions = new Map(probable.map(({ id, candidate }) => [id, candidate.session]));
  return drafts.map((draft) => {
    const { candidate } = draft;
    const others = repeatsOf(draft.id, related).flatMap((id) => sessions.get(id) ?? []);
    const count = new Set([candidate.session, ...others]).size;
    if (sourceOf(candidate) !== 'user_said' || count <= candidate.sessions) return draft;
    const { minSessions, ...standing } = standingOf(candidate.strength, count);
    const needsReview = standing.needsReview || !standsAlone(candidate.proposal.text);
    const proposal = { ...candidate.proposal, ...standing, needsReview };
    return { ...draft, candidate: { ...candidate, sessions: count, minSessions, proposal } };
  });
}
