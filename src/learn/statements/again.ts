import type { DraftCandidate } from '../../model/sighting.ts';
import type { RelatedStatements } from '../../store/drafts/related-statements.ts';
import { repeatsOf } from '../claims/succession.ts';
import { EXPLICIT_CONFIDENCE } from './probability.ts';
import { standing } from './said.ts';

/**
 * Counts a statement that repeats others in other words, in other sessions, as said in all of these: a habit is a rule said
 * many times, each time too weakly alone.
 */
export function countedAgain<D extends { id: string; candidate: DraftCandidate }>(
  drafts: readonly D[],
  related: readonly RelatedStatements[],
): D[] {
  const said = new Map(
    drafts.flatMap(({ id, candidate }) => (candidate.signal === 'said' ? [[id, candidate] as const] : [])),
  );
  return drafts.map((draft) => {
    const { candidate } = draft;
    if (!said.has(draft.id)) return draft;
    const others = repeatsOf(draft.id, related).flatMap((id) => said.get(id) ?? []);
    const elsewhere = new Set(others.map(({ session }) => session));
    elsewhere.delete(candidate.session);
    if (elsewhere.size === 0) return draft;
    const sessions = candidate.sessions + elsewhere.size;
    const isExplicit = (candidate.proposal.confidence ?? 0) >= EXPLICIT_CONFIDENCE;
    const probability = Math.max(candidate.strength, ...others.map(({ strength }) => strength));
    const { minSessions, ...counted } = standing({ probability, isExplicit }, sessions);
    const proposal = { ...candidate.proposal, ...counted };
    return { ...draft, candidate: { ...candidate, sessions, minSessions, proposal } };
  });
}
