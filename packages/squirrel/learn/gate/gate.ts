import type { Memory } from '@sqrl/base/model/memory.ts';
import {
  type DraftCandidate,
  SESSION_KINDS,
  type SignalName,
  type StepName,
} from '@sqrl/base/model/sighting.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import type { RelatedStatements } from '../../store/drafts/model-questions.ts';
import type { ClaimState } from '../claims/matters.ts';
import { type OvertakenMemory, type ResidentMemory, repeatsOf, successionOf } from '../claims/succession.ts';
import { countedAgain } from '../statements/again.ts';
import { memoryOf } from './draft.ts';
import { type ComparableText, type Likeness, nearAmong, repeats, SAME } from './novelty.ts';
import { failedStep, type SeenDraft } from './steps.ts';
import { draftTrust, isPersonsWord } from './trust.ts';

export interface Applicant {
  id: string;
  candidate: DraftCandidate;
  vector: Float32Array | undefined;
  unembedded?: string | undefined;
}

export type Decision =
  | {
      did: 'kept';
      memory: Memory;
      standing: ClaimState;
      /** Why it was replaced, in the words of what replaced it. */
      because: string | null;
      /** Memories of others that it replaces, or is contradicted by although it is trusted more. */
      overtakes: OvertakenMemory[];
    }
  | { did: 'reinforces'; step: 'novelty'; memory: string; reason: string }
  | { did: 'dropped'; step: StepName; reason: string };

export interface GateContext extends Pick<SeenDraft, 'statusOf'> {
  refused: { matters: ReadonlySet<string>; hashes: ReadonlySet<string> };
  prunedAt(id: string): number | null;
  residents: readonly ResidentMemory[];
  resident(text: ComparableText): Likeness | undefined;
  related?: readonly RelatedStatements[];
  isStaged(branch: string): boolean;
}

interface PassingDraft extends Applicant {
  memory: Memory;
}

/**
 * Decides over all drafts at once, so that the same drafts come to the same memories in whatever order they were found.
 * The steps: validation, frequency, novelty, trust, scoring, wording, embedding; commit is the caller's.
 */
export function decide(given: readonly Applicant[], context: GateContext): Map<string, Decision> {
  const decisions = new Map<string, Decision>();
  const { residents, related = [] } = context;
  const applicants = countedAgain(given, related);
  const passing = applicants.flatMap((applicant): PassingDraft[] => {
    const memory = memoryOf(applicant, context.isStaged);
    const dropped = droppedAt(applicant, memory, context);
    if (dropped) decisions.set(applicant.id, { did: 'dropped', ...dropped });
    return dropped ? [] : [{ ...applicant, memory }];
  });
  const succession = successionOf(passing, residents, related);
  const holding = passing
    .filter(({ id }) => succession.stateOf(id).stands === 'holds')
    .sort((a, b) => rank(b) - rank(a) || a.candidate.at - b.candidate.at || (a.id < b.id ? -1 : 1));
  const repeated = repeatedAmong(holding, context);
  const room = new Map<string, number>();
  const states = passing.map(({ id }) => succession.stateOf(id));
  const replacing = new Set(states.flatMap((state) => (state.stands === 'replaced' ? [state.by] : [])));
  for (const { id, candidate, memory } of holding) {
    const like = repeated.get(id);
    if (like) {
      const { of, similarity, isRead } = like;
      const reason = isRead ? `duplicate of ${of}` : `duplicate of ${of} (${similarity.toFixed(2)})`;
      decisions.set(id, { did: 'reinforces', step: 'novelty', memory: of, reason });
    } else if (!hasRoom(room, candidate, memory) && !replacing.has(id)) {
      const reason = `over the limit of ${SESSION_KINDS[candidate.sessionKind].most} memories per ${candidate.sessionKind} session`;
      decisions.set(id, { did: 'dropped', step: 'scoring', reason });
    }
  }
  for (const { id, memory } of passing)
    if (!decisions.has(id))
      decisions.set(id, {
        did: 'kept',
        memory,
        standing: succession.stateOf(id),
        because: succession.reasonFor(id),
        overtakes: [],
      });
  // A state or a memory that names a draft which only repeats another means that other.
  const heirOf = (id: string) => {
    const decision = decisions.get(id);
    return decision?.did === 'reinforces' ? decision.memory : id;
  };
  for (const [, decision] of decisions)
    if (decision.did === 'kept' && decision.standing.stands === 'replaced')
      decision.standing = { ...decision.standing, by: heirOf(decision.standing.by) };
  for (const { by, isRead, ...overtaken } of succession.overtaken) {
    const heir = decisions.get(heirOf(by));
    if (heir?.did !== 'kept' || (isRead && heir.overtakes.some(({ id }) => id === overtaken.id))) continue;
    heir.overtakes.push(overtaken);
  }
  return decisions;
}

function droppedAt({ id, candidate, unembedded }: Applicant, memory: Memory, context: GateContext) {
  const { refused, prunedAt, statusOf } = context;
  return failedStep({
    memory,
    origin: 'learned',
    isRefused: (hash) => refused.matters.has(candidate.matter) || refused.hashes.has(hash),
    seen: { candidate, prunedAt: prunedAt(id), statusOf, unembedded },
  });
}

function repeatedAmong(
  holding: readonly PassingDraft[],
  { residents, resident, related = [] }: GateContext,
): Map<string, Likeness> {
  const texts = holding.map(({ memory, vector }) => comparable(memory, vector));
  const theirs = new Map(residents.map(({ memory }) => [memory.id, memory]));
  const read = (id: string): Likeness[] =>
    repeatsOf(id, related).map((of) => ({ of, similarity: SAME, isRead: true }));
  const nearTo = nearAmong(texts);
  return repeats(
    texts,
    (text) =>
      resident(text) ?? read(text.id).find(({ of }) => theirs.has(of) && mayStandFor(theirs.get(of)!, text)),
    (id) => [...nearTo(id), ...read(id)],
  );
}

/** An agent's unconfirmed words never replace what a person said. */
export const mayStandFor = (
  { source, verified }: Pick<Memory, 'source' | 'verified'>,
  { isPersons }: Pick<ComparableText, 'isPersons'>,
): boolean => !isPersons || verified || source !== 'agent_explicit';

const comparable = (memory: Memory, vector: Float32Array | undefined): ComparableText => {
  const { id, scope, scopeOf, polarity, key, text } = memory;
  const isPersons = isPersonsWord(memory);
  return { id, hash: hashOf(text), scope, scopeOf, polarity, key, text, isPersons, vector };
};

/**
 * The source comes first, then what a session of its kind shows best, then the confidence; of the wordings of one habit, that
 * of the wording itself.
 */
const rank = ({ memory, candidate }: PassingDraft): number => {
  const sure = candidate.signal === 'said' ? candidate.strength : memory.confidence;
  const primary: readonly SignalName[] = SESSION_KINDS[candidate.sessionKind].primary;
  return draftTrust(memory) + (primary.includes(candidate.signal) ? 0.5 : 0) + Math.min(0.99, sure) / 2;
};

/** A session brings a limited number of drafts; a person's own words, and what replaces others, are never too many. */
function hasRoom(room: Map<string, number>, candidate: DraftCandidate, memory: Memory): boolean {
  if (memory.source === 'user_said') return true;
  const taken = room.get(candidate.session) ?? 0;
  room.set(candidate.session, taken + 1);
  return taken < SESSION_KINDS[candidate.sessionKind].most;
}
