import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Proposal } from '@sqrl/base/model/sighting.ts';
import type { HeldMemory } from '../../store/memory/steps.ts';

/** Something that claims to hold, and since when it was last said. */
export interface DatedClaim {
  id: string;
  /** What it is a claim about: claims that share one of these exclude each other. */
  about: readonly string[];
  /** What it says of that; the same twice is no contradiction. */
  says: string;
  trust: number;
  lastAt: number;
}

/** What became of a claim among those of its matter. */
export type ClaimState =
  | { stands: 'holds' }
  /**
   * Another one, as trustworthy or more, was said later; it may say the same in other words. `at` and `first` tell of the
   * first that said otherwise: what holds now may have replaced others in between.
   */
  | { stands: 'replaced'; by: string; at: number; first: string; repeats: boolean }
  /** It is newer than one that is more trustworthy, and contradicts it: a person has to say. */
  | { stands: 'disputes'; against: string };

/**
 * Which claims hold. In every matter it is the newest among the most trustworthy; a function of the set of claims, so
 * that the order in which history is read does not matter.
 */
export function standings(claims: readonly DatedClaim[]): Map<string, ClaimState> {
  const groups = new Map<string, DatedClaim[]>();
  const found = new Map<string, ClaimState>();
  for (const claim of claims) {
    found.set(claim.id, { stands: 'holds' });
    for (const about of claim.about) {
      const group = groups.get(about);
      if (group) group.push(claim);
      else groups.set(about, [claim]);
    }
  }
  for (const group of groups.values()) {
    if (group.length === 1) continue;
    const holder = group.reduce((best, claim) => (isAbove(claim, best) ? claim : best));
    for (const claim of group) {
      if (claim === holder) continue;
      const standing = standingBeside(holder, claim, group);
      // A claim may be about several things; what weighs most against it counts, whichever is looked at last.
      if (weightOf(standing) > weightOf(found.get(claim.id)!)) found.set(claim.id, standing);
    }
  }
  return found;
}

const isAbove = (a: DatedClaim, b: DatedClaim): boolean =>
  a.trust !== b.trust ? a.trust > b.trust : a.lastAt !== b.lastAt ? a.lastAt > b.lastAt : a.id < b.id;

function standingBeside(holder: DatedClaim, claim: DatedClaim, group: readonly DatedClaim[]): ClaimState {
  if (claim.says !== holder.says && claim.trust < holder.trust && claim.lastAt > holder.lastAt)
    return { stands: 'disputes', against: holder.id };
  const first = group.reduce(
    (best, each) => (isOtherwise(each, claim) && isBefore(each, best) ? each : best),
    holder,
  );
  const { id: by, says } = holder;
  return { stands: 'replaced', by, at: first.lastAt, first: first.id, repeats: claim.says === says };
}

const weightOf = (standing: ClaimState): number =>
  standing.stands === 'holds' ? 0 : standing.stands === 'disputes' ? 2 : standing.repeats ? 1 : 3;

const isOtherwise = (later: DatedClaim, claim: DatedClaim): boolean =>
  later.says !== claim.says && later.lastAt > claim.lastAt && later.trust >= claim.trust;

const isBefore = (a: DatedClaim, b: DatedClaim): boolean =>
  a.lastAt !== b.lastAt ? a.lastAt < b.lastAt : a.id < b.id;

/**
 * What a memory or a proposal is a claim about, in its scope: its key, and its subject. Words of this person and words of
 * others never exclude each other: agents are told both, each with its owner.
 */
export function aboutOf({
  scope,
  scopeOf,
  userId,
  key,
  subject,
}: Pick<Memory, 'scope' | 'scopeOf' | 'key'> & {
  userId?: string | null;
  subject?: string | null;
}): string[] {
  const within = (what: string) => JSON.stringify([scope, scopeOf, userId ?? null, what]);
  return [
    ...(key === null ? [] : [within(`key ${key}`)]),
    ...(subject ? [within(`subject ${subject}`)] : []),
  ];
}

/** What a draft is a claim about: its matter, itself, and the memory that it is said to replace. */
export const aboutOfDraft = (memory: Memory, { subject, replaces }: Proposal): string[] => [
  ...aboutOf({ ...memory, subject: subject ?? null }),
  itself(memory.id),
  ...(replaces ? [itself(replaces)] : []),
];

/** A memory as what another may be said to replace. */
export const itself = (id: string): string => `memory ${id}`;

/** What a proposal says of its matter. */
export const saysOf = ({
  value,
  polarity = 0,
  text,
}: Pick<Proposal, 'value' | 'polarity' | 'text'>): string =>
  `${polarity < 0 ? 'not ' : ''}${(value ?? text).trim().toLowerCase()}`;

/** When a memory was last said; a person's verdict is as new as the day they gave it. */
export const saidAtOf = ({ memory, saidAt }: HeldMemory): number =>
  memory.verified || memory.pinned ? Math.max(saidAt, memory.updatedAt) : saidAt;
