import type { Memory } from '@sqrl/base/model/memory.ts';
import type { DraftCandidate } from '@sqrl/base/model/sighting.ts';
import type { RelatedStatements } from '../../store/drafts/model-questions.ts';
import { draftTrust } from '../gate/trust.ts';
import {
  aboutOf,
  aboutOfDraft,
  type ClaimState,
  type DatedClaim,
  itself,
  saysOf,
  standings,
} from './matters.ts';
import type { TextClaim } from './memory-claims.ts';
import { mayReplace } from './relation.ts';

/** A draft that may become this memory. */
export interface DraftedMemory {
  id: string;
  candidate: DraftCandidate;
  memory: Memory;
}

/** A memory that was not learned from sightings, or that a person has made theirs, with its claims. */
export interface ResidentMemory {
  memory: Memory;
  saidAt: number;
  claims: readonly TextClaim[];
}

/** A resident memory that no longer holds, or not without doubt, because of a draft. */
export interface OvertakenMemory {
  id: string;
  /** The pieces of its text that are meant; null for all of it. */
  pieces: readonly string[] | null;
  stands: 'replaced' | 'disputes';
  at: number;
  because: string | null;
}

/** What replaces what among drafts and resident memories. */
export interface Succession {
  stateOf(id: string): ClaimState;
  /** Why a draft was replaced, in the words of what replaced it first. */
  reasonFor(id: string): string | null;
  /** The resident memories that are overtaken, each with what does so; `isRead` if the relation model says so. */
  overtaken: (OvertakenMemory & { by: string; isRead: boolean })[];
}

export function successionOf(
  drafted: readonly DraftedMemory[],
  residents: readonly ResidentMemory[],
  related: readonly RelatedStatements[],
): Succession {
  const claims = [...residents.flatMap(claimsOfResident), ...drafted.map(claimOfDraft)];
  const states = standings(claims);
  const statements = new Map([
    ...drafted.map(({ id, memory, candidate }) => [id, { memory, at: candidate.lastAt }] as const),
    ...residents.map(({ memory, saidAt }) => [memory.id, { memory, at: saidAt }] as const),
  ]);
  const replacements = related.flatMap(({ older, newer, verdict, pieces }) => {
    const [old, now] = [statements.get(older), statements.get(newer)];
    const isMeant = verdict === 'replaces' && old && now && mayReplace(now.memory, old.memory);
    return isMeant ? [{ older, newer, pieces, at: now.at }] : [];
  });
  replaceByMeaning(states, replacements);
  const reasons = new Map([
    ...residents.flatMap(({ memory, claims: its }) =>
      its.map(({ because }, i) => [claimId(memory, i), because] as const),
    ),
    ...drafted.map(({ id, candidate }) => [id, candidate.proposal.because ?? null] as const),
  ]);
  const reasonOf = (id: string) => reasons.get(id) ?? null;
  return {
    stateOf: (id) => ofMemories(states.get(id)!),
    reasonFor(id) {
      const state = states.get(id)!;
      return state.stands === 'replaced' ? reasonOf(state.first) : null;
    },
    overtaken: [
      ...residents.flatMap(({ memory, claims: its }) =>
        its.flatMap(({ pieces }, i) => {
          const state = states.get(claimId(memory, i))!;
          if (state.stands === 'holds' || (state.stands === 'replaced' && state.repeats)) return [];
          const [by, at, first] =
            state.stands === 'replaced'
              ? [state.by, state.at, state.first]
              : [state.against, memory.updatedAt, state.against];
          const { stands } = state;
          return [{ id: memory.id, pieces, stands, by, at, because: reasonOf(first), isRead: false }];
        }),
      ),
      ...replacements
        .filter(({ older }) => residents.some(({ memory }) => memory.id === older))
        .map(({ older: id, newer: by, pieces, at }) => {
          const stands = 'replaced' as const;
          return { id, pieces, stands, by, at, because: null, isRead: true };
        }),
    ],
  };
}

/** The ids of the statements that say the same as one in other words, older and newer, of whatever session. */
export const repeatsOf = (id: string, related: readonly RelatedStatements[]): string[] =>
  related.flatMap(({ older, newer, verdict }) =>
    verdict !== 'repeats' ? [] : older === id ? [newer] : newer === id ? [older] : [],
  );

/** Marks claims as replaced that a newer statement replaces as a whole. */
function replaceByMeaning(
  states: Map<string, ClaimState>,
  replacements: readonly { older: string; newer: string; pieces: readonly string[] | null; at: number }[],
): void {
  const before = new Map(states);
  const whole = replacements.filter(
    ({ newer, pieces }) => pieces === null && before.get(newer)?.stands !== 'disputes',
  );
  for (const [older, ties] of Map.groupBy(whole, (tie) => tie.older)) {
    if (before.get(older)?.stands !== 'holds') continue;
    const byTime = ties.toSorted((a, b) => a.at - b.at || (a.newer < b.newer ? -1 : 1));
    const [first, last] = [byTime[0]!, byTime.at(-1)!];
    states.set(older, {
      stands: 'replaced',
      by: last.newer,
      at: first.at,
      first: first.newer,
      repeats: false,
    });
  }
}

const claimOfDraft = ({ memory, candidate }: DraftedMemory): DatedClaim => ({
  id: memory.id,
  about: aboutOfDraft(memory, candidate.proposal),
  says: saysOf(candidate.proposal),
  trust: draftTrust(memory),
  lastAt: candidate.lastAt,
});

const claimsOfResident = ({ memory, saidAt, claims }: ResidentMemory): DatedClaim[] =>
  claims.map((claim, i) => ({
    id: claimId(memory, i),
    about:
      memory.status === 'deprecated'
        ? []
        : [...aboutOf({ ...memory, ...claim }), ...(i === 0 ? [itself(memory.id)] : [])],
    says: saysOf({ ...claim, text: claim.pieces?.[0] ?? memory.text }),
    trust: draftTrust(memory),
    lastAt: saidAt,
  }));

/** A memory's first claim has the memory's own id, as a draft's does. */
const claimId = ({ id }: Memory, i: number): string => (i === 0 ? id : `${id} ${i}`);
const memoryOfClaim = (id: string): string => id.split(' ')[0]!;

/** A state that names memories, and not their claims. */
function ofMemories(state: ClaimState): ClaimState {
  if (state.stands === 'holds') return state;
  return state.stands === 'disputes'
    ? { ...state, against: memoryOfClaim(state.against) }
    : { ...state, by: memoryOfClaim(state.by), first: memoryOfClaim(state.first) };
}
