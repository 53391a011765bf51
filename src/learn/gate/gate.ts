import { type Message, message } from '../../base/messages.ts';
import { hashOf } from '../../base/text/clean.ts';
import { endOfReach, type Memory, type MemoryType, reachOfScope, TYPES } from '../../model/memory.ts';
import type { DraftCandidate, Proposal, StepName } from '../../model/sighting.ts';
import type { RelatedStatements } from '../../store/drafts/related-statements.ts';
import { frequency } from './gate/frequency.ts';
import {
  aboutOf,
  aboutOfDraft,
  type Claim,
  type ClaimState,
  itself,
  saysOf,
  standings,
} from './gate/matters.ts';
import { type ComparableText, type Likeness, type NearTexts, pairwise, repeats } from './gate/novelty.ts';
import {
  datedStatements,
  overtakeByMeaning,
  repeatedBy,
  replaceByMeaning,
  replacements,
  saidAgain,
} from './gate/related.ts';
import { confidenceOf, isPrimary, mostOf, scoring } from './gate/scoring.ts';
import { draftTrust, mistrust, sourceOf, withTaint } from './gate/trust.ts';
import { type ValidationContext, validation } from './gate/validation.ts';
import { draftWording, wording } from './gate/wording.ts';
import { proposedTier } from './proposed-tier.ts';

/** A draft at the gate. */
export interface Applicant {
  id: string;
  candidate: DraftCandidate;
  /** Of its text, where the embedder has spoken. */
  vector: Float32Array | undefined;
  /** Why it has to be embedded before it can be judged, and was not. */
  unembedded?: Message | undefined;
}

/** What the gate decides of a draft: it becomes a memory, reinforces one, or is dropped at a step. */
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
  | { did: 'reinforces'; step: 'novelty'; memory: string; reason: Message }
  | { did: 'dropped'; step: StepName; reason: Message };

/** A memory that was not made of a draft, and no longer holds, or not without doubt, because of one. */
export interface OvertakenMemory {
  id: string;
  /** Those of its text; null where all of it. */
  pieces: readonly string[] | null;
  stands: 'replaced' | 'disputes';
  at: number;
  because: string | null;
}

/** A memory that was not learned from sightings, or that a person has made theirs, with what it says of what. */
export interface ResidentMemory {
  memory: Memory;
  saidAt: number;
  claims: readonly TextClaim[];
}

/** What a text says of a matter. */
export interface TextClaim extends Pick<Proposal, 'subject' | 'value' | 'because'> {
  /** Also where it was not written with one. */
  key: string | null;
  polarity: Memory['polarity'];
  /** The pieces of its text that say so, the first of them by itself; null where the whole does. */
  pieces: readonly string[] | null;
}

/** What the gate has to know besides the drafts. */
export interface GateContext extends ValidationContext {
  residents: readonly ResidentMemory[];
  /** The memory of that kind that a text only repeats. */
  resident(saying: ComparableText): Likeness | undefined;
  /** Which drafts are near a draft, where somebody has looked; every pair is compared otherwise. */
  near?: NearTexts;
  /** What statements are to each other by their meaning, where a model has read them. */
  related?: readonly RelatedStatements[];
  /** Whether what is learned on a branch waits there until it is merged. */
  isStaged(branch: string): boolean;
}

/**
 * Decides over all drafts at once, so that the same drafts come to the same memories in whatever order they were found.
 * The steps: validation, frequency, novelty, trust, scoring, wording, embedding; commit is their caller's.
 */
export function decide(given: readonly Applicant[], around: GateContext): Map<string, Decision> {
  const decisions = new Map<string, Decision>();
  const related = around.related ?? [];
  const applicants = saidAgain(given, related);
  const drafted = applicants.flatMap((applicant) => {
    const { id, candidate } = applicant;
    const memory = memoryOf(applicant, around);
    const steps: [StepName, Message | undefined][] = [
      ['validation', validation(id, candidate, around)],
      ['frequency', frequency(candidate)],
      ['trust', mistrust(memory)],
      ['scoring', scoring(memory.confidence)],
      ['wording', wording(memory.text)],
      ['embedding', applicant.unembedded],
    ];
    const failed = steps.find(([, reason]) => reason !== undefined);
    if (failed) decisions.set(id, { did: 'dropped', step: failed[0], reason: failed[1]! });
    return failed ? [] : [{ ...applicant, memory }];
  });
  const standing = standings([...around.residents.flatMap(claimsOfResident), ...drafted.map(claimOfDraft)]);
  const statements = datedStatements(drafted, around.residents);
  const replaced = replacements(related, statements);
  replaceByMeaning(standing, replaced, statements);
  const holding = drafted
    .filter(({ id }) => standing.get(id)!.stands === 'holds')
    .sort((a, b) => rank(b) - rank(a) || a.candidate.at - b.candidate.at || (a.id < b.id ? -1 : 1));
  const sayings = holding.map(({ memory, vector }) => sayingOf(memory, vector));
  const near = around.near ?? pairwise(sayings);
  const theirs = new Set(around.residents.map(({ memory }) => memory.id));
  const repeated = repeats(
    sayings,
    (saying) => around.resident(saying) ?? repeatedBy(saying.id, related).find(({ of }) => theirs.has(of)),
    (id) => [...near(id), ...repeatedBy(id, related)],
  );
  const room = new Map<string, number>();
  const crowded = new Set<string>();
  for (const { id, candidate, memory } of holding) {
    const like = repeated.get(id);
    if (like) {
      const reason = message('drop.duplicateNear', { id: like.of, similarity: like.similarity.toFixed(2) });
      decisions.set(id, { did: 'reinforces', step: 'novelty', memory: like.of, reason });
    } else if (!hasRoom(room, candidate, memory)) {
      const reason = message('drop.sessionLimit', { n: mostOf(candidate), kind: candidate.sessionKind });
      decisions.set(id, { did: 'dropped', step: 'scoring', reason });
      crowded.add(id);
    }
  }
  // Where there was no room for what holds, what it would have replaced is compared among itself.
  if (drafted.some(({ id }) => isReplacedBy(standing.get(id)!, crowded))) {
    const rest = decide(
      applicants.filter(({ id }) => !crowded.has(id)),
      around,
    );
    return new Map([...rest, ...[...crowded].map((id) => [id, decisions.get(id)!] as const)]);
  }
  const reasons = new Map([
    ...around.residents.flatMap(({ memory, claims }) =>
      claims.map(({ because }, i) => [claimId(memory, i), because ?? null] as const),
    ),
    ...drafted.map(({ id, candidate }) => [id, candidate.proposal.because ?? null] as const),
  ]);
  for (const { id, memory } of drafted) {
    if (decisions.has(id)) continue;
    const found = standing.get(id)!;
    const stands = heir(found, decisions);
    const because = found.stands === 'replaced' ? (reasons.get(found.first) ?? null) : null;
    decisions.set(id, {
      did: 'kept',
      memory,
      standing: stands,
      because,
      overtakes: [],
    });
  }
  overtake(around.residents, standing, decisions, reasons);
  overtakeByMeaning(around.residents, replaced, statements, decisions);
  return decisions;
}

const isReplacedBy = (standing: ClaimState, some: ReadonlySet<string>): boolean =>
  standing.stands === 'replaced' && some.has(standing.by);

/** What was replaced by something that itself only repeats another, was replaced by that. */
function heir(standing: ClaimState, decisions: ReadonlyMap<string, Decision>): ClaimState {
  if (standing.stands === 'holds') return standing;
  if (standing.stands === 'disputes') return { ...standing, against: memoryOfClaim(standing.against) };
  const by = decisions.get(standing.by);
  const [whole, first] = [standing.by, standing.first].map(memoryOfClaim) as [string, string];
  return { ...standing, first, by: by?.did === 'reinforces' ? by.memory : whole };
}

/** Tells drafts which memories of others they replace. One that says the same in other words replaces nothing. */
function overtake(
  residents: readonly ResidentMemory[],
  standings: ReadonlyMap<string, ClaimState>,
  decisions: ReadonlyMap<string, Decision>,
  reasons: ReadonlyMap<string, string | null>,
): void {
  for (const { memory, claims } of residents)
    claims.forEach(({ pieces }, i) => {
      const standing = standings.get(claimId(memory, i))!;
      if (standing.stands === 'holds') return;
      const other = standing.stands === 'replaced' ? standing.by : standing.against;
      const by = decisions.get(other);
      const heir = by?.did === 'reinforces' ? decisions.get(by.memory) : by;
      if (heir?.did !== 'kept' || (standing.stands === 'replaced' && standing.repeats)) return;
      const at = standing.stands === 'replaced' ? standing.at : memory.updatedAt;
      heir.overtakes.push({
        id: memory.id,
        pieces,
        stands: standing.stands,
        at,
        because: reasons.get(standing.stands === 'replaced' ? standing.first : other) ?? null,
      });
    });
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
  const reach = proposal.reach ?? reachOfScope(scope);
  const text = draftWording(candidate);
  const trigger = proposal.trigger ?? null;
  return withTaint({
    id,
    type,
    scope,
    scopeOf: proposal.scopeOf ?? null,
    reach,
    owner: 'user',
    ownerId: null,
    userId: null,
    via: null,
    tier: proposal.tier ?? proposedTier({ type, text, trigger }),
    status: 'provisional',
    polarity: proposal.polarity ?? 0,
    key: proposal.key ?? null,
    text,
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
    expiresAt: proposal.expiresAt ?? endOfReach(reach, lastAt),
    trigger,
    record: proposal.record ?? null,
    // How people want things done does not hang on a branch.
    branch:
      (type !== 'preference' || reach === 'task') && branch !== null && isStaged(branch) ? branch : null,
    createdAt: at,
    updatedAt: lastAt,
  });
}

const claimOfDraft = ({ memory, candidate }: Applicant & { memory: Memory }): Claim => ({
  id: memory.id,
  about: aboutOfDraft(memory, candidate.proposal),
  says: saysOf(candidate.proposal),
  trust: draftTrust(memory),
  lastAt: candidate.lastAt,
});

const claimsOfResident = ({ memory, saidAt, claims }: ResidentMemory): Claim[] =>
  claims.map(({ key, polarity, subject, value, pieces }, i) => ({
    id: claimId(memory, i),
    about:
      memory.status === 'deprecated'
        ? []
        : [...aboutOf({ ...memory, key, subject: subject ?? null }), ...(i === 0 ? [itself(memory.id)] : [])],
    says: saysOf({ text: pieces?.[0] ?? memory.text, value: value ?? null, polarity }),
    trust: draftTrust(memory),
    lastAt: saidAt,
  }));

/** A memory's first claim goes by its own name, as that of a draft does. */
const claimId = ({ id }: Memory, i: number): string => (i === 0 ? id : `${id} ${i}`);
const memoryOfClaim = (id: string): string => id.split(' ')[0]!;

const sayingOf = (memory: Memory, vector: Float32Array | undefined): ComparableText => ({
  id: memory.id,
  hash: hashOf(memory.text),
  scope: memory.scope,
  scopeOf: memory.scopeOf,
  polarity: memory.polarity,
  key: memory.key,
  vector,
});

/** Whose word it is comes first, then what a session of its kind shows best, then how sure it is. */
const rank = ({ memory, candidate }: Pick<Applicant, 'candidate'> & { memory: Memory }): number =>
  draftTrust(memory) + (isPrimary(candidate) ? 0.5 : 0) + Math.min(0.99, memory.confidence) / 2;

/** A session brings only so much; what a person said themselves is never too much. */
function hasRoom(room: Map<string, number>, candidate: DraftCandidate, memory: Memory): boolean {
  if (memory.source === 'user_said') return true;
  const taken = room.get(candidate.session) ?? 0;
  room.set(candidate.session, taken + 1);
  return taken < mostOf(candidate);
}
