import { randomBytes } from 'node:crypto';
import { Problem } from '../../base/problem.ts';
import { clean } from '../../base/text/clean.ts';
import { type Draft, endOfReach, type Memory, reachOfScope, TYPES } from '../../model/memory.ts';
import { guessType } from './guess-type.ts';
import { proposedTier } from './proposed-tier.ts';

/** Turns a draft into the memory it would become: cleaned, with every default filled in. */
export function memoryFrom(draft: Draft, now: number): Memory {
  const text = clean(draft.text);
  if (text === '') throw new Problem('Nothing to remember: the text is empty.', 'Pass a sentence.');
  const type = draft.type ?? guessType(text);
  const scope = draft.scope ?? (draft.scopeOf ? 'path' : 'project');
  const reach = draft.reach ?? reachOfScope(scope);
  const taught = draft.source === undefined || draft.source === 'user_taught';
  return {
    id: newId(),
    type,
    scope,
    scopeOf: draft.scopeOf ?? null,
    reach,
    owner: draft.owner ?? 'user',
    ownerId: draft.ownerId ?? null,
    userId: draft.userId ?? null,
    via: draft.via ?? null,
    tier: draft.tier ?? proposedTier({ type, text, trigger: draft.trigger ?? null }),
    // What a person says is true; what a program saw has yet to prove itself.
    status: draft.status ?? (taught ? 'active' : 'provisional'),
    polarity: draft.polarity ?? 0,
    key: draft.key ? clean(draft.key) : null,
    text,
    tags: words(draft.tags),
    files: words(draft.files),
    symbols: words(draft.symbols),
    module: draft.module ? clean(draft.module) : null,
    confidence: draft.confidence ?? (taught ? 1 : 0.7),
    source: draft.source ?? 'user_taught',
    pinned: draft.pinned ?? false,
    verified: draft.verified ?? taught,
    needsReview: draft.needsReview ?? false,
    tainted: draft.tainted ?? false,
    halfLifeDays: draft.halfLifeDays === undefined ? TYPES[type].halfLifeDays : draft.halfLifeDays,
    expiresAt: draft.expiresAt ?? endOfReach(reach, now),
    trigger: draft.trigger ?? null,
    record: draft.record ?? null,
    branch: draft.branch ?? null,
    createdAt: now,
    updatedAt: now,
  };
}

const words = (given: readonly string[] | undefined): string[] => [
  ...new Set((given ?? []).map(clean).filter((word) => word !== '')),
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
