import { DAY_MS } from '@sqrl/base/durations.ts';
import { isPersonsWord } from '@sqrl/base/model/delivery.ts';
import { kindOf, type Memory } from '@sqrl/base/model/memory.ts';
import type { Tally } from '../../store/delivery/outcomes-tally.ts';
import type { ProjectTime } from '../../store/events/project-time.ts';
import { decayOf, type Policy } from './policy.ts';

/**
 * What became of a branch. `default`: it is the one that others are merged into. `gone`: it was deleted and nothing of
 * it is in the default branch. `none`: there are no branches here.
 */
export type BranchState = 'default' | 'open' | 'merged' | 'gone' | 'none' | 'unknown';

export interface LifecycleFacts {
  memory: Memory;
  tally: Tally;
  lastUsedAt: number | null;
  seenAt: number | null;
  heldAt: number | null;
  /** When it was archived; its last change where that was not noted. */
  putAwayAt: number;
  /** How often it was delivered, or looked up by its id, since it was last corrected; and how often that made it surer. */
  accesses: number;
  trusted: number;
  /** A newer memory took its place, and it stays to tell what was so before. */
  isHistory: boolean;
  isDisputed: boolean;
  /** Of the branch it is staged on, and since when that is known to be deleted. */
  branchState: BranchState;
  goneSince: number | null;
}

/** Dates and what a person may still restore go by the calendar, aging by the project's own time. */
export interface LifecycleClock {
  now: number;
  time: ProjectTime;
}

export interface LifecycleStep {
  did: string;
  why: string;
  /** What becomes of it; `erase` where nothing is to be left of it. */
  to: Partial<Memory> | 'erase';
}

/** The next thing that is to happen to a memory by the policy; undefined where all is as it should be. */
export function nextStep(
  facts: LifecycleFacts,
  policy: Policy,
  clock: LifecycleClock,
): LifecycleStep | undefined {
  const { memory } = facts;
  for (const [applies, step] of STEPS) {
    const found = applies(memory) && step(facts, policy, clock);
    if (found) return found;
  }
  return undefined;
}

const always = () => true;
const isLiving = ({ status }: Memory): boolean => status !== 'deprecated';
const isArchived = ({ status }: Memory): boolean => status === 'deprecated';
/** A person's word ends by a replacement, a rejection, its task or branch, or its own date: never for want of use. */
const isFading = (memory: Memory): boolean => isLiving(memory) && !isPersonsWord(memory);

/** All that the policy does, in order; the first that has a reason happens. */
const STEPS: readonly (readonly [
  applies: (memory: Memory) => boolean,
  step: (facts: LifecycleFacts, policy: Policy, clock: LifecycleClock) => LifecycleStep | false | undefined,
])[] = [
  [always, joinProject],
  [isArchived, prune],
  [isLiving, followBranch],
  [isLiving, expire],
  [isFading, archiveRarelyUsed],
  [isFading, fadeByHalfLives],
  [isFading, fadeByClass],
  [isLiving, promote],
  [isLiving, endReview],
  [isLiving, trustMore],
];

const RESTORE_WINDOW_MS = 30 * DAY_MS;
const HALF_LIVES = 3;
/** Accesses that make a memory surer by one step, up to a limit; twice as many end its review. */
const TRUST = { every: 5, by: 0.05, most: 0.95, reviewed: 10 };

function joinProject({ memory: { branch }, branchState }: LifecycleFacts) {
  if (branch === null) return undefined;
  const joined = (why: string): LifecycleStep => ({ did: 'joined', why, to: { branch: null } });
  if (branchState === 'merged') return joined(`${branch} was merged`);
  if (branchState === 'default') return joined(`${branch} is the default branch`);
  return branchState === 'none' && joined('the project has no branches');
}

function prune({ memory, putAwayAt, isHistory }: LifecycleFacts, _: Policy, { now }: LifecycleClock) {
  if (memory.pinned || memory.verified || isHistory || now - putAwayAt <= RESTORE_WINDOW_MS) return undefined;
  const why = `archived ${Math.floor((now - putAwayAt) / DAY_MS)} days ago and not used since`;
  return { did: 'erased', why, to: 'erase' } as const;
}

function followBranch(
  { memory, branchState, goneSince }: LifecycleFacts,
  _: Policy,
  { now }: LifecycleClock,
): LifecycleStep | undefined {
  const { branch, pinned, verified } = memory;
  if (branch === null) return undefined;
  if (branchState === 'open' && goneSince !== null)
    return { did: 'branch back', why: `${branch} exists again`, to: {} };
  if (branchState !== 'gone') return undefined;
  if (goneSince === null)
    return { did: 'branch gone', why: `${branch} was deleted without being merged`, to: {} };
  if (now - goneSince <= RESTORE_WINDOW_MS || pinned || verified) return undefined;
  return archived(memory, 'deprecated', `its branch ${branch} was deleted without being merged`, now);
}

function expire({ memory }: LifecycleFacts, _: Policy, { now }: LifecycleClock) {
  const { expiresAt } = memory;
  if (expiresAt === null || expiresAt > now) return undefined;
  const day = new Date(expiresAt).toISOString().slice(0, 10);
  return archived(memory, 'expired', `it was valid until ${day}`, now);
}

function archiveRarelyUsed({ memory, tally }: LifecycleFacts, policy: Policy, { now }: LifecycleClock) {
  const { min_opportunities, max_use_ratio } = policy.deprecation.default;
  const { chances, uses } = tally;
  if (chances < min_opportunities || uses > max_use_ratio * chances) return undefined;
  const why = `${cameUp(chances)} and was used in ${uses}; the limit is a share of ${max_use_ratio}`;
  return archived(memory, 'deprecated', why, now);
}

const cameUp = (chances: number): string =>
  `came up in ${chances === 1 ? '1 episode' : `${chances} episodes`} after it was shown`;

const usedAt = ({ memory, lastUsedAt, seenAt, heldAt }: LifecycleFacts): number =>
  Math.max(lastUsedAt ?? 0, seenAt ?? 0, heldAt ?? 0, memory.createdAt);

function fadeByHalfLives(facts: LifecycleFacts, _: Policy, { now, time }: LifecycleClock) {
  const { halfLifeDays: days } = facts.memory;
  const n = time.daysSince(usedAt(facts));
  if (days === null || n <= HALF_LIVES * days) return undefined;
  return archived(
    facts.memory,
    'faded',
    `neither used nor seen again on ${n} days of work here, more than ${HALF_LIVES} half-lives of ${days} days`,
    now,
  );
}

/** An occasion is a need too, whether the memory was used or not. */
function fadeByClass(facts: LifecycleFacts, policy: Policy, { now, time }: LifecycleClock) {
  const decay = decayOf(policy, facts.memory);
  const n = time.daysSince(Math.max(usedAt(facts), facts.tally.lastAt ?? 0));
  if (!decay || n <= decay.days) return undefined;
  return archived(
    facts.memory,
    'faded',
    `neither used nor applicable on ${n} days of work here; [decay.${decay.by}] allows ${decay.days}`,
    now,
  );
}

/** Archives a memory; a guard for emergencies is sent to review instead, once. */
function archived(memory: Memory, did: string, why: string, now: number): LifecycleStep | undefined {
  if (memory.tier !== 'emergency') return { did, why, to: { status: 'deprecated', updatedAt: now } };
  const isOver = memory.expiresAt !== null && memory.expiresAt <= now;
  if (memory.needsReview && !isOver) return undefined;
  return {
    did: 'sent to review',
    why: `${why}; an emergency guard is only archived after a review`,
    to: { needsReview: true, ...(isOver && { expiresAt: null }) },
  };
}

function promote({ memory, tally }: LifecycleFacts, policy: Policy, { now }: LifecycleClock) {
  const { min_opportunities, min_use_ratio, min_regret_hits } = policy.promotion.default;
  const { chances, uses, hits } = tally;
  // Numbers do not decide over what a person is still to look at.
  if (memory.status !== 'provisional' || memory.needsReview || (memory.tainted && !memory.verified))
    return undefined;
  if (chances === 0 || chances < min_opportunities || hits < min_regret_hits) return undefined;
  if (uses < min_use_ratio * chances) return undefined;
  const lasts = memory.tier === 'short_term' && LASTING.has(kindOf(memory.type));
  const { expiresAt, createdAt } = memory;
  // It has earned the time it was given once more; a date that a person named stays.
  const isProlonged = expiresAt !== null && !isPersonsWord(memory);
  return {
    did: 'promoted',
    why: `${cameUp(chances)}, was used in ${uses} and helped in ${hits}`,
    to: {
      status: 'active' as const,
      updatedAt: now,
      ...(lasts && { tier: 'long_term' as const }),
      ...(isProlonged && { expiresAt: Math.max(expiresAt, now + (expiresAt - createdAt)) }),
    },
  };
}

const LASTING: ReadonlySet<string> = new Set(['invariant', 'preference', 'pattern']);

/** What came from outside, or contradicts another, is for a person to judge, however often it is looked at. */
const isForPerson = ({ memory, isDisputed }: LifecycleFacts): boolean =>
  memory.tainted ||
  isDisputed ||
  // An agent could look at its own word until it is believed.
  (memory.needsReview && memory.source === 'agent_explicit');

function endReview(facts: LifecycleFacts) {
  const { memory, accesses } = facts;
  if (!memory.needsReview || memory.tier === 'emergency' || accesses < TRUST.reviewed || isForPerson(facts))
    return undefined;
  const why = `used ${accesses} times without a correction`;
  return { did: 'reviewed by use', why, to: { needsReview: false } };
}

function trustMore(facts: LifecycleFacts) {
  const { memory, accesses, trusted } = facts;
  const { confidence } = memory;
  if (trusted >= Math.floor(accesses / TRUST.every) || confidence >= TRUST.most || isForPerson(facts))
    return undefined;
  return {
    did: 'trusted',
    why: `used ${(trusted + 1) * TRUST.every} times without a correction`,
    to: { confidence: Math.min(TRUST.most, Math.round((confidence + TRUST.by) * 1e6) / 1e6) },
  };
}
