import type { PairVerdict } from '@sqrl/base/model/judgement.ts';
import { DOUBTED_STATEMENT } from '@sqrl/base/model/memory.ts';
import type { DraftCandidate } from '@sqrl/base/model/sighting.ts';
import type { RelatedStatements } from '../../store/drafts/model-questions.ts';
import { EXPLICIT_CONFIDENCE, HABIT_SESSIONS, tellsWhatWasDone } from './probability.ts';
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
    drafts.flatMap(({ id, candidate }) => {
      const isDoubted = candidate.proposal.evidence?.[0]?.proof === DOUBTED_STATEMENT;
      return candidate.signal === 'said' && !isDoubted ? [[id, candidate] as const] : [];
    }),
  );
  const repeats = neighborsIn(related, said, ['repeats']);
  const alike = neighborsIn(related, said, ['repeats', 'echoes']);
  const heardIn = (id: string) => sessionsOf(said.get(id)!, alike.get(id) ?? []);
  return drafts.map((draft) => {
    const { id, candidate } = draft;
    const echoed = alike.get(id);
    // "You edited the main workspace file" is said again, and another wording has the rule.
    if (!echoed || tellsWhatWasDone(candidate.proposal.text)) return draft;
    const speaksFor = (some: readonly NearStatement[]) =>
      some.every(
        (other) =>
          isStronger(candidate, other.candidate) ||
          (heardIn(other.id) < heardIn(id) && other.candidate.sessions < other.candidate.minSessions),
      );
    // What only asks for the like makes a habit, and nothing short of one.
    const isHabit = heardIn(id) >= HABIT_SESSIONS && speaksFor(echoed);
    const others = isHabit ? echoed : (repeats.get(id) ?? []);
    const sessions = sessionsOf(candidate, others);
    const isRule = isWayOfWorking([{ id, candidate }, ...echoed]);
    const isCounted = sessions > candidate.sessions || (isRule && sessions >= HABIT_SESSIONS);
    if (!isCounted || !speaksFor(others)) return draft;
    const isExplicit = (candidate.proposal.confidence ?? 0) >= EXPLICIT_CONFIDENCE;
    const probability = Math.max(candidate.strength, ...others.map((other) => other.candidate.strength));
    const { minSessions, ...counted } = standing({ probability, isExplicit }, sessions, isRule);
    const proposal = { ...candidate.proposal, ...counted };
    return { ...draft, candidate: { ...candidate, sessions, minSessions, proposal } };
  });
}

/** Whether one of some statements that ask for the like is a rule by the model. */
const isWayOfWorking = (some: readonly NearStatement[]): boolean =>
  some.some(({ candidate }) => candidate.proposal.type === 'preference');

interface NearStatement {
  id: string;
  candidate: DraftCandidate;
}

/** The statements that each is tied to, in one pass over the ties: there may be thousands of both. */
function neighborsIn(
  related: readonly RelatedStatements[],
  said: ReadonlyMap<string, DraftCandidate>,
  verdicts: readonly PairVerdict[],
): Map<string, NearStatement[]> {
  const found = new Map<string, NearStatement[]>();
  const add = (id: string, other: string) => {
    const candidate = said.get(other);
    if (candidate && said.has(id)) found.set(id, [...(found.get(id) ?? []), { id: other, candidate }]);
  };
  for (const { older, newer, verdict } of related)
    if (verdicts.includes(verdict)) {
      add(older, newer);
      add(newer, older);
    }
  return found;
}

const sessionsOf = ({ session, sessions }: DraftCandidate, others: readonly NearStatement[]): number =>
  sessions + new Set(others.map(({ candidate }) => candidate.session)).difference(new Set([session])).size;

/** Whether one wording is stronger than another; of two as strong, one is chosen whatever order they come in. */
const isStronger = (one: DraftCandidate, other: DraftCandidate): boolean =>
  one.strength > other.strength || (one.strength === other.strength && one.matter < other.matter);
