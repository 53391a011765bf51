import type { DraftCandidate } from '../../model/sighting.ts';
import type { RelatedStatements } from '../../store/drafts/related-statements.ts';
import { HEARD } from './probability.ts';
import { type SaidFacts, standing } from './said.ts';

/** A draft, as far as saying it again matters. */
interface SaidDraft {
  id: string;
  candidate: DraftCandidate;
}

/**
 * Counts statements that say the same in other words, in other sessions, as one that was said in all of them: a habit is a
 * rule said many times, each time too weakly alone.
 */
export function countedAgain<D extends SaidDraft>(
  drafts: readonly D[],
  related: readonly RelatedStatements[],
): D[] {
  const said = new Map(drafts.filter(isCounted).map((draft) => [draft.id, draft.candidate]));
  const repeats = new Map<string, string[]>();
  for (const { older, newer, verdict } of related)
    if (verdict === 'repeats')
      for (const [one, other] of [
        [older, newer],
        [newer, older],
      ] as const)
        repeats.set(one, [...(repeats.get(one) ?? []), other]);
  return drafts.map((draft) => {
    const { candidate } = draft;
    const others = (repeats.get(draft.id) ?? []).flatMap((id) => said.get(id) ?? []);
    const sessions = candidate.sessions + new Set(others.map(({ session }) => session).filter((session) => session !== candidate.session)).size;
    if (!said.has(draft.id) || sessions === candidate.sessions) return draft;
    const isExplicit = candidate.proposal.confidence !== undefined && candidate.proposal.confidence >= 0.9;
    const strength = Math.max(candidate.strength, ...others.map((other) => other.strength));
    const { minSessions, ...counted } = standing({ probability: strength, isExplicit } satisfies Pick<SaidFacts, 'probability' | 'isExplicit'>, sessions);
    return {
      ...draft,
      candidate: { ...candidate, sessions, minSessions, proposal: { ...candidate.proposal, ...counted } },
    };
  });
}

const isCounted = ({ candidate }: SaidDraft): boolean => candidate.signal === 'said' && candidate.strength >= HEARD;
