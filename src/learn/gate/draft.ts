import { randomBytes } from 'node:crypto';
import { Problem } from '../../base/problem.ts';
import { clean } from '../../base/text/clean.ts';
import { type Draft, type Memory, type MemoryType, TYPES } from '../../model/memory.ts';
import type { DraftCandidate } from '../../model/sighting.ts';
import { proposedTier } from './proposed-tier.ts';
import { confidenceOf } from './scoring.ts';
import { sourceOf, withTaint } from './trust.ts';

/** Turns a draft into the memory it would become: cleaned, with every default filled in. */
export function memoryFrom(draft: Draft, now: number): Memory {
  const text = clean(draft.text);
  if (text === '') throw new Problem('Nothing to remember: the text is empty.', 'Pass a sentence.');
  return filled({ ...draft, text }, { id: newId(), at: now, lastAt: now });
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
        // A preference does not depend on a branch.
        branch: type !== 'preference' && branch !== null && isStaged(branch) ? branch : null,
      },
      { id, at, lastAt },
    ),
  );
}

function filled(draft: Draft, { id, at, lastAt }: { id: string; at: number; lastAt: number }): Memory {
  const { text, trigger = null } = draft;
  const type = draft.type ?? guessType(text);
  const isTaught = draft.source === undefined || draft.source === 'user_taught';
  return {
    id,
    type,
    scope: draft.scope ?? (draft.scopeOf ? 'path' : 'project'),
    scopeOf: draft.scopeOf ?? null,
    reach: draft.reach ?? 'project',
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
    expiresAt: draft.expiresAt ?? null,
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

/** One line, ended like a sentence. */
function draftWording(text: string): string {
  const line = clean(text)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/ {2,}/g, ' ');
  return /[.!?:…`)\]"'»”]$/.test(line) ? line : `${line}.`;
}

/** Guesses the type of a bare sentence. The first that fits wins. */
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

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Twelve letters and digits that are easy to read aloud: sixty bits, so no two memories meet. */
function newId(): string {
  if (used === drawn.length) {
    drawn = randomBytes(6144);
    used = 0;
  }
  let id = '';
  for (const end = used + 12; used < end; used++) id += LETTERS[drawn[used]! & 31];
  return id;
}

/** Drawn many at a time: asking the system for twelve costs as much as for thousands. */
let drawn: Buffer = Buffer.alloc(0);
let used = 0;
