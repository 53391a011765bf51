import type { Message } from '../../base/messages.ts';
import type { Memory } from '../../model/memory.ts';
import { countOutcomes, weighUses } from '../../store/delivery/outcomes.ts';
import {
  deliveredMemories,
  deliveriesSince,
  looksSince,
  NO_TALLY,
  putTally,
  tallies,
} from '../../store/delivery/outcomes-tally.ts';
import { projectTime } from '../../store/events/project-time.ts';
import { type LivingMemory, livingMemories, setLife } from '../../store/memory/living.ts';
import type { Row } from '../../store/memory/memories.ts';
import { addStep, stepCounts } from '../../store/memory/steps.ts';
import type { Store } from '../../store/store.ts';
import { type BranchState, branchStep } from './branches.ts';
import { judgeSessions } from './judge-sessions.ts';
import { type LifecycleClock, type LifecycleFacts, type LifecycleStep, nextStep } from './next-step.ts';
import type { Policy } from './policy.ts';
import { tallyOf } from './tally.ts';

/** What life is made of. */
export interface LifeParts {
  /** The project's id; empty for the user's own memory alone. */
  project: string;
  /** The store that holds the project's sessions; it comes first among all stores with memories. */
  stores: readonly [own: Store, ...Store[]];
  policy: Policy;
  /** What became of branches that memories are staged on; one that is not named is unknown. */
  branches: ReadonlyMap<string, BranchState>;
  now: number;
  /** Removes a memory with all that hangs on it. */
  erase: (store: Store, row: Row) => void;
  stopped?: () => boolean;
}

/** What happened to memories. */
export interface LifecycleReport {
  /** Sessions that were looked at. */
  sessions: number;
  steps: { memory: string; did: string; why: Message }[];
}

/**
 * Finds out what memories came to since the last time, and lets happen to them what the policy says: promotion, putting
 * away, expiry, joining the project, pruning. Each step is written down with its reason. Done twice it changes nothing.
 */
export function runLifecycle({
  project,
  stores,
  policy,
  branches,
  now,
  erase,
  stopped,
}: LifeParts): LifecycleReport {
  const [own] = stores;
  const all = stores.map((store) => ({ store, living: livingMemories(store) }));
  const memories = all.flatMap(({ living }) => living.map(({ memory }) => memory));
  const judged = judgeSessions(own, memories, stopped && { stopped });
  const weights = { errors: policy.regret_weights.alpha_errors, retries: policy.regret_weights.beta_retries };
  const weighed = weighUses(own, weights);
  const counted = new Set([...judged.touched, ...weighed, ...deliveredMemories(own)]);
  const steps: LifecycleReport['steps'] = [];
  const clock = { now, time: projectTime(own, now) };
  for (const { store, living } of all)
    store.transaction(() => {
      count(
        store,
        own,
        living.map(({ memory }) => memory).filter(({ id }) => counted.has(id)),
        project,
      );
      // Read again where counting has said when some were last used.
      for (const [one, standing] of standingsIn(store, counted.size > 0 ? livingMemories(store) : living))
        steps.push(...letLive(store, one, standing, { policy, branches, clock, erase }));
    });
  return { sessions: judged.sessions, steps };
}

/** Sums up what memories came to here. */
function count(store: Store, own: Store, memories: readonly Memory[], project: string): void {
  const steps = stepCounts(store);
  for (const { id, trigger } of memories) {
    const counts = countOutcomes(own, id);
    const since = steps.get(id)?.get('corrected')?.lastAt ?? EVER;
    const accesses = deliveriesSince(own, id, since);
    const tally = tallyOf(counts, { expects: trigger?.expects != null, accesses });
    putTally(store, { memory: id, project, tally, lastUsedAt: counts.lastUsedAt });
  }
}

function standingsIn(
  store: Store,
  living: readonly LivingMemory[],
): [LivingMemory, LifecycleFacts & { goneSince: number | null }][] {
  const counts = tallies(store);
  const steps = stepCounts(store);
  return living.map((one) => {
    const { memory, lastUsedAt, seenAt, isHistory, isDisputed } = one;
    const of = steps.get(memory.id);
    const lastAt = (...dids: string[]) => Math.max(...dids.map((did) => of?.get(did)?.lastAt ?? EVER));
    const tally = counts.get(memory.id) ?? NO_TALLY;
    const gone = lastAt('branch gone');
    const held = lastAt('confirmed', 'corrected');
    return [
      one,
      {
        memory,
        tally,
        lastUsedAt,
        seenAt,
        isHistory,
        isDisputed,
        heldAt: held === EVER ? null : held,
        putAwayAt: Math.max(lastAt(...PUT_AWAY), memory.updatedAt),
        accesses: tally.accesses + looksSince(store, memory.id, lastAt('corrected')),
        trusted: of?.get('trusted')?.times ?? 0,
        goneSince: gone > lastAt('branch back') ? gone : null,
      },
    ];
  });
}

const EVER = Number.MIN_SAFE_INTEGER;
const PUT_AWAY = ['deleted', 'deprecated', 'expired', 'faded', 'rejected', 'superseded', 'withdrawn'];

/** Lets everything happen to a memory that is to happen to it now. */
function letLive(
  store: Store,
  { row }: LivingMemory,
  start: LifecycleFacts & { goneSince: number | null },
  {
    policy,
    branches,
    clock,
    erase,
  }: Pick<LifeParts, 'policy' | 'branches' | 'erase'> & { clock: LifecycleClock },
): LifecycleReport['steps'] {
  const taken: LifecycleReport['steps'] = [];
  const { now } = clock;
  let standing = start;
  for (;;) {
    const { memory, goneSince } = standing;
    const state = memory.branch === null ? 'unknown' : (branches.get(memory.branch) ?? 'unknown');
    const step = branchStep(memory, state, { goneSince, now }) ?? nextStep(standing, policy, clock);
    if (!step) return taken;
    taken.push({ memory: memory.id, did: step.did, why: step.why });
    if (step.to === 'erase') erase(store, row);
    const next = step.to === 'erase' ? memory : { ...memory, ...step.to };
    if (step.to !== 'erase') setLife(store, row, next);
    const { did, why } = step;
    addStep(store, { memory: memory.id, at: now, did, why, before: null, confidence: next.confidence });
    if (step.to === 'erase') return taken;
    standing = after(standing, step, next, now);
  }
}

const after = (
  standing: LifecycleFacts & { goneSince: number | null },
  { did }: LifecycleStep,
  memory: Memory,
  now: number,
): typeof standing => ({
  ...standing,
  memory,
  trusted: standing.trusted + (did === 'trusted' ? 1 : 0),
  putAwayAt: memory.status === 'deprecated' ? Math.max(standing.putAwayAt, now) : standing.putAwayAt,
  goneSince: did === 'branch gone' ? now : did === 'branch back' ? null : standing.goneSince,
});
