import { existsSync } from 'node:fs';
import { hasBranch } from '../../base/git/head.ts';
import { stagedBranches } from '../../store/code/branch-tips.ts';
import { type Row, removeMemory } from '../../store/memory/memories.ts';
import { openStore } from '../../store/open.ts';
import { projectFolders, projectsSeen } from '../../store/projects.ts';
import type { Store } from '../../store/store.ts';
import { removeVector } from '../../store/vectors/vectors.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { compactOld } from '../lifecycle/compact-old.ts';
import { type LifecycleReport, runLifecycle as liveOn } from '../lifecycle/live.ts';
import { branchStates } from './branches.ts';
import { weighLifts } from './lift.ts';
import { policyOf } from './policy.ts';
import { remove } from './verbs.ts';

export interface LiveOptions {
  /** Ids of other projects whose memories are to live too. */
  projects?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Lets memories live: finds out what they came to since the last time, and promotes, puts away, joins and prunes what the
 * policy says. To be called after sessions were learned from, and once a day. Done twice it changes nothing.
 */
export async function careForMemories(
  engine: Engine,
  { projects = [], signal }: LiveOptions = {},
): Promise<LifecycleReport> {
  const total: LifecycleReport = { sessions: 0, steps: [] };
  if (engine.user.store.readOnly) return total;
  engine.flush();
  const policy = policyOf(engine);
  const here = engine.project?.id ?? null;
  for (const id of new Set([here, ...projects])) {
    if (signal?.aborted) break;
    const path = id === null ? engine.home.user : engine.home.project({ id });
    if (id !== here && !existsSync(path)) continue;
    const own = id === here ? engine.own.store : openStore(path, { now: engine.now });
    try {
      if (own.readOnly) continue;
      const { sessions, steps } = liveOn({
        project: id ?? '',
        stores: own === engine.user.store ? [own] : [own, engine.user.store],
        policy,
        branches: await branchesIn(engine, own, id, signal),
        now: engine.now(),
        erase: (store, row) => erase(engine, store, row),
        stopped: () => signal?.aborted === true,
      });
      total.sessions += sessions;
      total.steps.push(...steps);
    } finally {
      if (id !== here) own.close();
    }
  }
  if (!signal?.aborted) total.steps.push(...(await compactOld(engine)), ...(await weighLifts(engine)));
  return total;
}

/** What became of the branches that memories of a project are staged on. */
async function branchesIn(
  engine: Engine,
  store: Store,
  project: string | null,
  signal: AbortSignal | undefined,
) {
  const names = stagedBranches(store);
  const root =
    project === engine.project?.id
      ? engine.project?.root
      : projectsSeen(engine.user.store).find(({ id }) => id === project)?.root;
  if (root === undefined) return new Map();
  const states = await branchStates(
    store,
    { root, env: engine.env, ...(signal && { signal }) },
    { names, now: engine.now() },
  );
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
