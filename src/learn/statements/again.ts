import type { PairVerdict } from '../../model/judgement.ts';
import type { DraftCandidate } from '../../model/sighting.ts';
import type { RelatedStatements } from '../../store/drafts/related-statements.ts';
import { repeatsOf } from '../claims/succession.ts';
import { EXPLICIT_CONFIDENCE, HABIT_SESSIONS } from './probability.ts';
import { standing } from './said.ts';

/**
 * Counts a statement that others repeat in other words, in other sessions, as said in all of these: a habit is a rule said
 * many times, each time too weakly alone. The strongest wording speaks for it.
 */
export function countedAgain<D extends { id: string; candidate: DraftCandidate }>(
  drafts: readonly D[],
  related: readonly RelatedStatements[],
): D[] {
  const said = new Map(
    drafts.flatMap(({ id, candidate }) => (candidate.signal === 'said' ? [[id, candidate] as const] : [])),
  );
  /** Sessions in which the like of each was said, by matter. */
  const heardIn = new Map(
    [...said].map(([id, candidate]) => {
      const others = repeatsOf(id, related, ['repeats', 'echoes']).flatMap((other) => said.get(other) ?? []);
      return [candidate.matter, sessionsOf(candidate, others)];
    }),
  );
  return drafts.map((draft) => {
    const { id, candidate } = draft;
    if (!said.has(id)) return draft;
    const alike = (verdicts: PairVerdict[]) =>
      repeatsOf(id, related, verdicts).flatMap((other) => said.get(other) ?? []);
    // What only asks for the like makes a habit, and nothing short of one.
    const echoed = alike(['repeats', 'echoes']);
    const speaksFor = (some: readonly DraftCandidate[]) =>
      some.every(
        (other) => isBefore(candidate, other) || heardIn.get(other.matter)! < heardIn.get(candidate.matter)!,
      );
    const isHabit = heardIn.get(candidate.matter)! >= HABIT_SESSIONS && speaksFor(echoed);
    const others = isHabit ? echoed : alike(['repeats']);
    const sessions = sessionsOf(candidate, others);
    const isWeak = candidate.sessions < candidate.minSessions;
    if (sessions === candidate.sessions || (isWeak && !speaksFor(others))) return draft;
    const isExplicit = (candidate.proposal.confidence ?? 0) >= EXPLICIT_CONFIDENCE;
    const probability = Math.max(candidate.strength, ...others.map(({ strength }) => strength));
    const { minSessions, ...counted } = standing({ probability, isExplicit }, sessions);
    const proposal = { ...candidate.proposal, ...counted };
    return { ...draft, candidate: { ...candidate, sessions, minSessions, proposal } };
  });
}

const sessionsOf = ({ session, sessions }: DraftCandidate, others: readonly DraftCandidate[]): number =>
  sessions + new Set(others.map((other) => other.session)).difference(new Set([session])).size;

/** Whether one wording is stronger than another. */
const isBefore = (one: DraftCandidate, other: DraftCandidate): boolean =>
  one.strength > other.strength || (one.strength === other.strength && one.matter < other.matter);
