import { hasBranch } from '@sqrl/base/git/head.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import {
  countOutcomes,
  deliveredMemories,
  deliveriesSince,
  looksSince,
  NO_TALLY,
  type OutcomeCounts,
  putTally,
  type Tally,
  tallies,
  weighUses,
} from '../../store/delivery/outcomes-tally.ts';
import { projectTime } from '../../store/events/project-time.ts';
import { stagedBranches } from '../../store/marks.ts';
import { type Row, removeMemory } from '../../store/memory/memories.ts';
import { type LivingMemory, livingMemories, setLife, stepCounts } from '../../store/memory/steps.ts';
import { projectFolders } from '../../store/projects.ts';
import { removeVector } from '../../store/vectors/stored-index.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { noteStep } from '../gate/history.ts';
import { compactOld } from '../lifecycle/compact.ts';
import { judgeSessions } from '../lifecycle/judge-sessions.ts';
import { weighLifts } from '../lifecycle/lift.ts';
import {
  type BranchState,
  type LifecycleClock,
  type LifecycleFacts,
  nextStep,
} from '../lifecycle/next-step.ts';
import { type Policy, policyOf } from '../lifecycle/policy.ts';
import { branchStates } from './branches.ts';
import { type ProjectStore, projectStores } from './project-stores.ts';
import { remove } from './verbs.ts';

export interface LifecycleReport {
  sessions: number;
  steps: { memory: string; did: string; why: string }[];
}

/**
 * Runs the lifecycle of memories: finds out what they came to since the last time, and promotes, archives, joins and
 * prunes what the policy says. To be called after sessions were learned from, and once a day. Done twice it changes
 * nothing. `projects`: ids of others whose memories are meant too.
 */
export async function careForMemories(
  engine: Engine,
  { projects = [], signal }: { projects?: readonly string[]; signal?: AbortSignal | undefined } = {},
): Promise<LifecycleReport> {
  const total: LifecycleReport = { sessions: 0, steps: [] };
  if (engine.user.store.readOnly) return total;
  engine.flush();
  const policy = policyOf(engine);
  for (const at of projectStores(engine, projects, signal)) {
    const { sessions, steps } = runLifecycle({
      project: at.project ?? '',
      stores: at.stores,
      policy,
      branches: await branchesIn(engine, at, signal),
      now: engine.now(),
      erase: (store, row) => erase(engine, store, row),
      stopped: () => signal?.aborted === true,
    });
    total.sessions += sessions;
    total.steps.push(...steps);
  }
  if (!signal?.aborted) total.steps.push(...(await compactOld(engine)), ...(await weighLifts(engine)));
  return total;
}

async function branchesIn(
  engine: Engine,
  { store, project, root }: ProjectStore,
  signal: AbortSignal | undefined,
): Promise<Map<string, BranchState>> {
  if (root === undefined) return new Map();
  const repository = { root, env: engine.env, ...(signal && { signal }) };
  const states = await branchStates(store, repository, { names: stagedBranches(store), now: engine.now() });
  // A branch may be in another clone only.
  const clones = projectFolders(engine.user.store, project!).map((folder) => folder.root);
  for (const [name, state] of states)
    if (state === 'gone' && clones.some((clone) => hasBranch(clone, name))) states.set(name, 'open');
  return states;
}

function erase(engine: Engine, store: Store, row: Row): void {
  const indexedStore = engine.indexedStores.find((each) => each.store === store);
  if (indexedStore) remove(indexedStore, row);
  else {
    removeVector(store, row);
    removeMemory(store, row);
  }
}

interface LifecycleParts {
  /** The project's id; empty for the user's own memory alone. */
  project: string;
  stores: ProjectStore['stores'];
  policy: Policy;
  /** What became of branches that memories are staged on; one that is not named is unknown. */
  branches: ReadonlyMap<string, BranchState>;
  now: number;
  erase: (store: Store, row: Row) => void;
  stopped?: () => boolean;
}

export function runLifecycle(parts: LifecycleParts): LifecycleReport {
  const { project, stores, policy, now, stopped } = parts;
  const [own] = stores;
  const all = stores.map((store) => ({ store, living: livingMemories(store) }));
  const memories = all.flatMap(({ living }) => living.map(({ memory }) => memory));
  const judged = judgeSessions(own, memories, stopped && { stopped });
  const { alpha_errors: errors, beta_retries: retries } = policy.regret_weights;
  const counted = new Set([
    ...judged.touched,
    ...weighUses(own, { errors, retries }),
    ...deliveredMemories(own),
  ]);
  const steps: LifecycleReport['steps'] = [];
  const clock = { now, time: projectTime(own, now) };
  for (const { store, living } of all)
    store.transaction(() => {
      const taken = stepCounts(store);
      for (const { id, trigger } of living.map(({ memory }) => memory).filter(({ id }) => counted.has(id))) {
        const counts = countOutcomes(own, id);
        const accesses = deliveriesSince(own, id, taken.get(id)?.get('corrected')?.lastAt ?? EVER);
        const tally = tallyOf(counts, { expects: trigger?.expects != null, accesses });
        putTally(store, { memory: id, project, tally, lastUsedAt: counts.lastUsedAt });
      }
      // Read again where counting has said when some were last used.
      for (const [row, facts] of factsIn(store, counted.size > 0 ? livingMemories(store) : living, parts))
        steps.push(...letLive(store, row, facts, { ...parts, clock }));
    });
  return { sessions: judged.sessions, steps };
}

export function tallyOf(
  counts: OutcomeCounts,
  { expects, accesses }: { expects: boolean; accesses: number },
): Tally {
  const { opportunities, chances, uses, misses, saved, lastAt } = counts;
  return { opportunities, chances, uses, hits: hitsIn(counts, expects), misses, saved, accesses, lastAt };
}

/**
 * How often a memory seems to have avoided something. Of a failure: as many times as it should have come after a
 * delivery, going by how often it comes without, less the times it came anyway; delivered with the step that failed, as
 * many times as it should have come again. Of anything else: uses in episodes with fewer errors and retries than usual.
 */
function hitsIn(counts: OutcomeCounts, expects: boolean): number {
  const { warned, misses, late, unwarned, came, again, better } = counts;
  // One more than were seen: two out of two are not yet a law.
  const avoided = (came * warned + again * late) / (unwarned + 1) - misses;
  return expects ? Math.max(0, Math.floor(avoided + 1e-9)) : better;
}

function factsIn(
  store: Store,
  living: readonly LivingMemory[],
  { branches }: Pick<LifecycleParts, 'branches'>,
): [Row, LifecycleFacts][] {
  const counts = tallies(store);
  const steps = stepCounts(store);
  return living.map(({ row, ...known }) => {
    const { memory } = known;
    const of = steps.get(memory.id);
    const lastAt = (...dids: string[]) => Math.max(...dids.map((did) => of?.get(did)?.lastAt ?? EVER));
    const tally = counts.get(memory.id) ?? NO_TALLY;
    const gone = lastAt('branch gone');
    const held = lastAt('confirmed', 'corrected');
    const facts: LifecycleFacts = {
      ...known,
      tally,
      heldAt: held === EVER ? null : held,
      putAwayAt: Math.max(lastAt(...PUT_AWAY), memory.updatedAt),
      accesses: tally.accesses + looksSince(store, memory.id, lastAt('corrected')),
      trusted: of?.get('trusted')?.times ?? 0,
      branchState: branches.get(memory.branch ?? '') ?? 'unknown',
      goneSince: gone > lastAt('branch back') ? gone : null,
    };
    return [row, facts];
  });
}

const EVER = Number.MIN_SAFE_INTEGER;
const PUT_AWAY = ['deleted', 'deprecated', 'expired', 'faded', 'rejected', 'superseded', 'withdrawn'];

function letLive(
  store: Store,
  row: Row,
  facts: LifecycleFacts,
  { policy, clock, erase }: Pick<LifecycleParts, 'policy' | 'erase'> & { clock: LifecycleClock },
): LifecycleReport['steps'] {
  const taken: LifecycleReport['steps'] = [];
  const { now } = clock;
  for (;;) {
    const step = nextStep(facts, policy, clock);
    if (!step) return taken;
    const { did, why, to } = step;
    const { id } = facts.memory;
    taken.push({ memory: id, did, why });
    const memory = to === 'erase' ? facts.memory : { ...facts.memory, ...to };
    if (to === 'erase') erase(store, row);
    else setLife(store, row, memory);
    noteStep(store, memory, { at: now, did, why });
    if (to === 'erase') return taken;
    facts = {
      ...facts,
      memory,
      trusted: facts.trusted + (did === 'trusted' ? 1 : 0),
      putAwayAt: memory.status === 'deprecated' ? Math.max(facts.putAwayAt, now) : facts.putAwayAt,
      goneSince: did === 'branch gone' ? now : did === 'branch back' ? null : facts.goneSince,
    };
  }
}
