import { type Memory, type MemoryType, TYPES } from '../model/memory.ts';
import type { Candidate, StepName } from '../model/sighting.ts';
import { hashOf } from './clean.ts';
import { frequency } from './gate/frequency.ts';
import { aboutOf, type Claim, type Standing, saysOf, standings } from './gate/matters.ts';
import { type Likeness, repeats, type Saying } from './gate/novelty.ts';
import { confidenceOf, mostOf, scoring } from './gate/scoring.ts';
import { sourceOf, trustOf, withTaint } from './gate/trust.ts';
import { type Known, validation } from './gate/validation.ts';
import { worded } from './gate/wording.ts';

/** A draft at the gate. */
export interface Applicant {
  id: string;
  candidate: Candidate;
  /** Of its text, where the embedder has spoken. */
  vector: Float32Array | undefined;
}

/** What the gate decides of a draft: it becomes a memory, reinforces one, or is dropped at a step. */
export type Decision =
  | { did: 'kept'; memory: Memory; standing: Standing; because: string | null }
  | { did: 'reinforces'; step: 'novelty'; memory: string; reason: string }
  | { did: 'dropped'; step: StepName; reason: string };

/** What the gate has to know besides the drafts. */
export interface Surroundings extends Known {
  /** Memories with a key that were not learnt from sightings, or that a person has made theirs. */
  residents: readonly Memory[];
  /** The memory of that kind that a text only repeats. */
  resident(saying: Saying): Likeness | undefined;
  /** Whether what is learnt on a branch waits there until it is merged. */
  isStaged(branch: string): boolean;
}

/**
 * Decides over all drafts at once, so that the same drafts come to the same memories in whatever order they were found.
 * The steps: validation, frequency, novelty, trust, scoring, wording; embedding and commit are their caller's.
 */
export function decide(applicants: readonly Applicant[], around: Surroundings): Map<string, Decision> {
  const decisions = new Map<string, Decision>();
  const drafted = applicants.flatMap((applicant) => {
    const { id, candidate } = applicant;
    const memory = memoryOf(applicant, around);
    const steps: [StepName, string | undefined][] = [
      ['validation', validation(id, candidate, around)],
      ['frequency', frequency(candidate)],
      ['scoring', scoring(memory.confidence)],
    ];
    const failed = steps.find(([, reason]) => reason !== undefined);
    if (failed) decisions.set(id, { did: 'dropped', step: failed[0], reason: failed[1]! });
    return failed ? [] : [{ ...applicant, memory }];
  });
  const standing = standings([
    ...around.residents.map((memory) => claimOf(memory, memory.updatedAt)),
    ...drafted.map(({ memory, candidate }) => claimOf(memory, candidate.lastAt, candidate.proposal)),
  ]);
  const holding = drafted
    .filter(({ id }) => standing.get(id)!.stands === 'holds')
    .sort((a, b) => rank(b) - rank(a) || a.candidate.at - b.candidate.at || (a.id < b.id ? -1 : 1));
  const repeated = repeats(
    holding.map(({ memory, vector }) => sayingOf(memory, vector)),
    around.resident,
  );
  const room = new Map<string, number>();
  for (const { id, candidate, memory } of holding) {
    const like = repeated.get(id);
    if (like) {
      const reason = `says the same as ${like.of} (${like.similarity.toFixed(2)})`;
      decisions.set(id, { did: 'reinforces', step: 'novelty', memory: like.of, reason });
    } else if (!hasRoom(room, candidate, memory)) {
      const reason = `the session (${candidate.sessionKind}) has brought its ${mostOf(candidate)} best already`;
      decisions.set(id, { did: 'dropped', step: 'scoring', reason });
    }
  }
  for (const { id, candidate, memory } of drafted) {
    if (decisions.has(id)) continue;
    const because = candidate.proposal.because ?? null;
    decisions.set(id, { did: 'kept', memory, standing: heir(standing.get(id)!, decisions), because });
  }
  return decisions;
}

/** What was replaced by something that itself only repeats another, was replaced by that; by nothing, if it was dropped. */
function heir(standing: Standing, decisions: ReadonlyMap<string, Decision>): Standing {
  if (standing.stands !== 'replaced') return standing;
  const by = decisions.get(standing.by);
  if (by?.did === 'dropped') return { stands: 'holds' };
  return by?.did === 'reinforces' ? { ...standing, by: by.memory } : standing;
}

/** What a draft becomes if it passes the gate. Times are those of what was seen, never of the reading. */
export function memoryOf(
  { id, candidate }: Applicant,
  { isStaged }: { isStaged(branch: string): boolean },
): Memory {
  const { proposal, tainted, at, lastAt, branch } = candidate;
  const source = sourceOf(candidate);
  const type: MemoryType = proposal.type ?? 'gotcha';
  const scope = proposal.scope ?? (proposal.scopeOf ? 'path' : 'project');
  return withTaint({
    id,
    type,
    scope,
    scopeOf: proposal.scopeOf ?? null,
    owner: 'user',
    tier: proposal.tier ?? 'short_term',
    status: 'provisional',
    polarity: proposal.polarity ?? 0,
    key: proposal.key ?? null,
    text: worded(candidate),
    tags: proposal.tags ?? [],
    files: proposal.files ?? [],
    symbols: proposal.symbols ?? [],
    module: proposal.module ?? null,
    confidence: confidenceOf(candidate, source),
    source,
    pinned: false,
    verified: false,
    needsReview: proposal.needsReview ?? false,
    tainted,
    halfLifeDays: TYPES[type].halfLifeDays,
    expiresAt: proposal.expiresAt ?? null,
    trigger: proposal.trigger ?? null,
    // How people want things done does not hang on a branch.
    branch: type !== 'preference' && branch !== null && isStaged(branch) ? branch : null,
    createdAt: at,
    updatedAt: lastAt,
  });
}

const claimOf = (memory: Memory, lastAt: number, proposal?: Candidate['proposal']): Claim => ({
  id: memory.id,
  about: memory.status === 'deprecated' ? [] : aboutOf({ ...memory, subject: proposal?.subject ?? null }),
  says: saysOf(proposal ?? memory),
  trust: trustOf(memory),
  lastAt,
});

const sayingOf = (memory: Memory, vector: Float32Array | undefined): Saying => ({
  id: memory.id,
  hash: hashOf(memory.text),
  scope: memory.scope,
  scopeOf: memory.scopeOf,
  polarity: memory.polarity,
  vector,
});

/** Whose word it is comes first, then how sure it is. */
const rank = ({ memory }: { memory: Memory }): number => trustOf(memory) + Math.min(0.99, memory.confidence);

/** A session brings only so much; what a person said themselves is never too much. */
function hasRoom(room: Map<string, number>, candidate: Candidate, memory: Memory): boolean {
  if (memory.source === 'user_said') return true;
  const taken = room.get(candidate.session) ?? 0;
  room.set(candidate.session, taken + 1);
  return taken < mostOf(candidate);
}
