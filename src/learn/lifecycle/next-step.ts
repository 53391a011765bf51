import { type Message, message } from '../../base/messages.ts';
import { isPersonsWord } from '../../model/delivery.ts';
import { kindOf, type Memory } from '../../model/memory.ts';
import type { Tally } from '../../store/delivery/outcomes-tally.ts';
import type { ProjectTime } from '../../store/events/project-time.ts';
import { DAY_MS } from './confidence.ts';
import { decayOf, type Policy } from './policy.ts';

/** What is known of a memory when it is decided over. */
export interface LifecycleFacts {
  memory: Memory;
  tally: Tally;
  lastUsedAt: number | null;
  /** When the last proof of it was seen. */
  seenAt: number | null;
  /** When somebody last said that it is right, or corrected it. */
  heldAt: number | null;
  /** When it was put away; its last change where nobody noted that. */
  putAwayAt: number;
  /** How often it was delivered, or looked up by its id, since it was last corrected; and how often that made it surer. */
  accesses: number;
  trusted: number;
  /** A newer memory took its place, and it stays to tell what was so before. */
  isHistory: boolean;
  /** It contradicts another memory, and nobody has decided between the two. */
  isDisputed: boolean;
}

/** The time it is: for dates and what a person may still restore the calendar's, for ageing the project's own. */
export interface LifecycleClock {
  now: number;
  time: ProjectTime;
}

/** What is to happen to a memory, and why, in words for a person. */
export interface LifecycleStep {
  did: string;
  why: Message;
  /** What becomes of it; `erase` where nothing is to be left of it. */
  to: Partial<Memory> | 'erase';
}

/** The next thing that is to happen to a memory by the policy; undefined where all is as it should be. */
export function nextStep(
  standing: LifecycleFacts,
  policy: Policy,
  clock: LifecycleClock,
): LifecycleStep | undefined {
  const { memory } = standing;
  const { now } = clock;
  if (memory.status === 'deprecated') return erasure(standing, now);
  return (
    putAway(standing, policy, clock) ??
    (memory.status === 'provisional' ? promotion(standing, policy, now) : undefined) ??
    trust(standing)
  );
}

/** So long what was put away can be brought back. */
export const RESTORE_WINDOW_MS = 30 * DAY_MS;

/** Half-lives of work that a memory may lie unused. */
const HALF_LIVES = 3;

function erasure({ memory, putAwayAt, isHistory }: LifecycleFacts, now: number): LifecycleStep | undefined {
  if (memory.pinned || memory.verified || isHistory || now - putAwayAt <= RESTORE_WINDOW_MS) return undefined;
  return {
    did: 'erased',
    why: message('why.archivedUnused', { n: daysSince(putAwayAt, now) }),
    to: 'erase',
  };
}

function putAway(
  standing: LifecycleFacts,
  policy: Policy,
  { now, time }: LifecycleClock,
): LifecycleStep | undefined {
  const { memory } = standing;
  // A person's word ends by a replacement, a rejection, its task or branch, or its own date, never for want of use.
  const because =
    expired(memory, now) ?? (isPersonsWord(memory) ? undefined : useless(standing, policy, time));
  if (!because) return undefined;
  if (memory.tier !== 'emergency')
    return { did: because.did, why: because.why, to: { status: 'deprecated', updatedAt: now } };
  // A guard against the worst must not go without anybody having looked.
  if (memory.needsReview && memory.expiresAt === null) return undefined;
  const why = message('wait.emergency', { why: because.why });
  return { did: 'sent to review', why, to: { needsReview: true, expiresAt: null } };
}

interface StepReason {
  did: string;
  why: Message;
}

const expired = ({ expiresAt }: Memory, now: number): StepReason | undefined =>
  expiresAt !== null && expiresAt <= now
    ? { did: 'expired', why: message('why.expired', { day: dayOf(expiresAt) }) }
    : undefined;

function useless(
  { memory, tally, lastUsedAt, seenAt, heldAt }: LifecycleFacts,
  policy: Policy,
  time: ProjectTime,
): StepReason | undefined {
  const { min_opportunities, max_use_ratio } = policy.deprecation.default;
  if (tally.chances >= min_opportunities && tally.uses <= max_use_ratio * tally.chances)
    return {
      did: 'deprecated',
      why: message('why.rarelyUsed', { n: tally.chances, uses: tally.uses, ratio: max_use_ratio }),
    };
  const usedAt = Math.max(lastUsedAt ?? 0, seenAt ?? 0, heldAt ?? 0, memory.createdAt);
  const unused = time.daysSince(usedAt);
  if (memory.halfLifeDays !== null && unused > HALF_LIVES * memory.halfLifeDays)
    return {
      did: 'faded',
      why: message('why.halfLives', {
        n: unused,
        lives: HALF_LIVES,
        days: memory.halfLifeDays,
      }),
    };
  const decay = decayOf(policy, memory);
  const idle = time.daysSince(Math.max(usedAt, tally.lastAt ?? 0));
  if (decay && idle > decay.days)
    return {
      did: 'faded',
      why: message('why.decay', { n: idle, days: decay.days, rule: decay.by }),
    };
  return undefined;
}

function promotion(
  { memory, tally }: LifecycleFacts,
  policy: Policy,
  now: number,
): LifecycleStep | undefined {
  const { min_opportunities, min_use_ratio, min_regret_hits } = policy.promotion.default;
  // What a person is still to look at is not for numbers to decide.
  if (memory.needsReview || (memory.tainted && !memory.verified)) return undefined;
  if (tally.chances === 0 || tally.chances < min_opportunities || tally.hits < min_regret_hits)
    return undefined;
  if (tally.uses < min_use_ratio * tally.chances) return undefined;
  const kind = kindOf(memory.type);
  const lasts =
    memory.tier === 'short_term' && (kind === 'invariant' || kind === 'preference' || kind === 'pattern');
  const { expiresAt, createdAt } = memory;
  return {
    did: 'promoted',
    why: message('why.helped', { n: tally.chances, uses: tally.uses, hits: tally.hits }),
    to: {
      status: 'active',
      updatedAt: now,
      ...(lasts && { tier: 'long_term' }),
      // It has earned the time it was given once more; a date that a person named stays.
      ...(expiresAt !== null &&
        !isPersonsWord(memory) && { expiresAt: Math.max(expiresAt, now + (expiresAt - createdAt)) }),
    },
  };
}

/** Accesses that make a memory surer by one step, up to a limit; twice as many end its review. */
const TRUST = { every: 5, by: 0.05, most: 0.95, reviewed: 10 };

function trust({ memory, accesses, trusted, isDisputed }: LifecycleFacts): LifecycleStep | undefined {
  const { confidence } = memory;
  // What came from outside, or contradicts another, is for a person to judge, however often it is looked at.
  if (memory.tainted || isDisputed) return undefined;
  // An agent could look at its own word until it is believed.
  if (memory.needsReview && memory.source === 'agent_explicit') return undefined;
  if (memory.needsReview && memory.tier !== 'emergency' && accesses >= TRUST.reviewed)
    return {
      did: 'reviewed by use',
      why: message('why.uncorrected', { n: accesses }),
      to: { needsReview: false },
    };
  if (trusted >= Math.floor(accesses / TRUST.every) || confidence >= TRUST.most) return undefined;
  return {
    did: 'trusted',
    why: message('why.uncorrected', { n: (trusted + 1) * TRUST.every }),
    to: { confidence: Math.min(TRUST.most, Math.round((confidence + TRUST.by) * 1e6) / 1e6) },
  };
}

const daysSince = (at: number, now: number): number => Math.floor((now - at) / DAY_MS);
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
