import { hash, randomBytes } from 'node:crypto';
import {
  type Draft,
  endOfReach,
  kindOf,
  type Memory,
  type MemoryType,
  reachOfScope,
  type Source,
  TYPES,
} from '@sqrl/base/model/memory.ts';
import type { DraftCandidate, DraftReport } from '@sqrl/base/model/sighting.ts';
import { SOURCE_WEIGHTS } from '@sqrl/base/model/weights.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { namesDestructiveCommand } from '@sqrl/base/shell/destructive.ts';
import { clean, hashOf } from '@sqrl/base/text/clean.ts';
import type { CommitReport } from './commit.ts';
import { sourceOf, withTaint } from './trust.ts';

/** Turns a draft into the memory it would become: cleaned, with every default filled in. */
export function memoryFrom(draft: Draft, now: number): Memory {
  const text = clean(draft.text);
  if (text === '') throw new Problem('Nothing to remember: the text is empty.', 'Pass a sentence.');
  return filled({ ...draft, text }, { id: lettersOf(randomBytes(12)), at: now, lastAt: now });
}

/** The memory that a learned draft becomes if it passes the gate. Times are those of the sightings, never of the reading. */
export function memoryOf(
  { id, candidate }: { id: string; candidate: DraftCandidate },
  isStaged: (branch: string) => boolean = () => false,
): Memory {
  const { proposal, tainted, at, lastAt, branch } = candidate;
  const source = sourceOf(candidate);
  const type = proposal.type ?? 'gotcha';
  const { evidence: _, relations: __, ...fields } = proposal;
  // A task ends with its branch; a preference does not depend on one.
  const isOfBranch =
    proposal.reach === 'task' || (type !== 'preference' && branch !== null && isStaged(branch));
  return withTaint(
    filled(
      {
        ...fields,
        type,
        text: draftWording(proposal.text),
        source,
        status: 'provisional',
        confidence: confidenceOf(candidate, source),
        verified: false,
        pinned: false,
        tainted,
        branch: isOfBranch ? branch : null,
      },
      { id, at, lastAt },
    ),
  );
}

export function filled(draft: Draft, { id, at, lastAt }: { id: string; at: number; lastAt: number }): Memory {
  const { text, trigger = null } = draft;
  const type = draft.type ?? guessType(text);
  const isTaught = draft.source === undefined || draft.source === 'user_taught';
  const scope = draft.scope ?? (draft.scopeOf ? 'path' : 'project');
  const reach = draft.reach ?? reachOfScope(scope);
  return {
    id,
    type,
    scope,
    scopeOf: draft.scopeOf ?? null,
    reach,
    owner: draft.owner ?? 'user',
    ownerId: draft.ownerId ?? null,
    userId: draft.userId ?? null,
    via: draft.via ?? null,
    tier: draft.tier ?? proposedTier({ type, text, trigger }),
    // What a person says is true; what a program saw has yet to prove itself.
    status: draft.status ?? (isTaught ? 'active' : 'provisional'),
    polarity: draft.polarity ?? 0,
    key: draft.key ? clean(draft.key) : null,
    text,
    tags: words(draft.tags),
    files: words(draft.files),
    symbols: words(draft.symbols),
    module: draft.module ? clean(draft.module) : null,
    confidence: draft.confidence ?? (isTaught ? 1 : 0.7),
    source: draft.source ?? 'user_taught',
    pinned: draft.pinned ?? false,
    verified: draft.verified ?? isTaught,
    needsReview: draft.needsReview ?? false,
    tainted: draft.tainted ?? false,
    halfLifeDays: draft.halfLifeDays === undefined ? TYPES[type].halfLifeDays : draft.halfLifeDays,
    expiresAt: draft.expiresAt ?? endOfReach(reach, lastAt),
    trigger,
    record: draft.record ?? null,
    branch: draft.branch ?? null,
    createdAt: at,
    updatedAt: lastAt,
  };
}

const words = (given: readonly string[] | undefined): string[] => [
  ...new Set((given ?? []).map(clean).filter((word) => word !== '')),
];

function draftWording(text: string): string {
  const line = clean(text)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/ {2,}/g, ' ');
  return /[.!?:…`)\]"'»”]$/.test(line) ? line : `${line}.`;
}

export const guessType = (text: string): MemoryType =>
  TYPE_CUES.find(([, cue]) => cue.test(text))?.[0] ?? 'module_insight';

const TYPE_CUES: readonly [MemoryType, RegExp][] = [
  ['dead_end', /\b(tried|attempted|gave up|abandoned|did ?n[o']t work( out)?|dead end)\b/i],
  ['error_pattern', /\b(error|exception|fails?|failed|failing|crash(es|ed)?|E[A-Z]{4,}|timed? ?out)\b/],
  ['gotcha', /\b(never|do ?n[o']t|do not|avoid|careful|beware|watch out|gotcha|must not|trap|silently)\b/i],
  ['decision', /\b(decided|decision|we chose|chosen|instead of|rather than|rejected)\b/i],
  ['preference', /\b(prefers?|preferred|always|i like|we like|from now on|we use|please use|style)\b/i],
  ['requirement', /\b(must|requires?|required|needs?|has to|have to|shall|at least|at most)\b/i],
  ['workflow_recipe', /\b(to (run|build|test|deploy|release|add|create)|steps?|first .* then)\b/i],
];

/** How sure a draft is, 0 to 1: what its signal is worth, how often and how clearly it was seen, whose word it is. */
function confidenceOf({ worth, strength, sessions, proposal }: DraftCandidate, source: Source): number {
  if (proposal.confidence !== undefined) return proposal.confidence;
  const often = Math.min(1, Math.log2(1 + sessions) / Math.log2(1 + MAX_COUNTED_SESSIONS));
  const seen = worth * 0.5 + strength * 0.3 + often * 0.2;
  return Math.min(MAX_CONFIDENCE, Math.round(seen * SOURCE_WEIGHTS[source] * 1000) / 1000);
}

/** Sessions after which more of them say nothing new. */
const MAX_COUNTED_SESSIONS = 8;

const MAX_CONFIDENCE = 0.95;

/**
 * The tier of a memory that nobody gave one. A guard against a command that destroys something is an emergency: it stands
 * first in every brief, and no age archives it without a person.
 */
export const proposedTier = ({
  type,
  text,
  trigger,
}: Pick<Memory, 'type' | 'text' | 'trigger'>): Memory['tier'] =>
  (kindOf(type) === 'guard' && trigger?.command && namesDestructiveCommand(trigger.command)) ||
  text.split(/[.!?;]\s|\n/).some((sentence) => FORBIDS.test(sentence) && namesDestructiveCommand(sentence))
    ? 'emergency'
    : 'short_term';

const FORBIDS =
  /\b(?:never|do ?n[o’']t|do not|must ?n[o’']t|must not|may not|cannot be undone|forbidden|not allowed|avoid|stay away from|ask (?:me |us |the user )?(?:first )?before|without asking|jamais|interdit|niemals|nie|nicht|verboten|nunca|prohibido)\b/i;

/** Twelve letters and digits that are easy to read aloud: sixty bits, so no two memories meet. */
const lettersOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, 12), (byte) => '0123456789abcdefghjkmnpqrstvwxyz'[byte & 31]).join('');

/** The same name has the same id, on whatever day and in whatever order it is made. */
export const idOf = (name: string): string => lettersOf(hash('sha256', name, 'buffer'));

/** Why a memory waits for a person; null where it does not. `waits`: the reason its own words give. */
export function reviewOf(
  { memory, against }: Pick<CommitReport, 'memory' | 'against'>,
  waits: string | undefined,
): string | null {
  if (!memory.needsReview) return null;
  if (against.length > 0) return `it contradicts ${against.join(', ')}, which is more trusted`;
  if (memory.tainted) return 'it repeats text from outside, such as a web page or an external tool';
  return waits ?? 'its author requested a review';
}

/** What is noted of a draft that became, or reinforces, a memory; undefined where the same words were known. */
export const draftReportOf = (
  told: Memory,
  { memory, did }: Pick<CommitReport, 'memory' | 'did'>,
  by: Pick<DraftReport, 'origin' | 'session'>,
): DraftReport | undefined =>
  did === 'known'
    ? undefined
    : {
        ...{ at: told.createdAt, step: null, reason: null, memory: memory.id, ...by },
        ...(did === 'reinforced'
          ? { id: draftReportId(told), text: told.text }
          : { id: memory.id, text: null }),
      };

/** The same words in the same scope have the same id, however often they are told. */
export const draftReportId = ({ scope, scopeOf, text }: Pick<Memory, 'scope' | 'scopeOf' | 'text'>): string =>
  idOf(JSON.stringify(['told', scope, scopeOf, hashOf(text)]));
