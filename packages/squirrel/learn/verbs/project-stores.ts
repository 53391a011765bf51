import { existsSync } from 'node:fs';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { openStore } from '../../store/open.ts';
import { projectsSeen } from '../../store/projects.ts';
import type { Engine } from '../../workspace/workspace.ts';

export interface ProjectStore {
  /** Null for the user's own memory alone. */
  project: string | null;
  /** The folder of the project, where it was seen on this machine. */
  root: string | undefined;
  store: Store;
  /** All stores that its memories lie in; the one that holds its sessions comes first. */
  stores: [Store, ...Store[]];
  isOwn: boolean;
}

/** The store at hand and those of other projects, one after the other; those that cannot be written are left out. */
export function* projectStores(
  engine: Engine,
  others: readonly string[],
  signal: AbortSignal | undefined,
): Generator<ProjectStore> {
  const here = engine.project?.id ?? null;
  for (const project of new Set([here, ...others])) {
    if (signal?.aborted) return;
    const isOwn = project === here;
    const path = project === null ? engine.home.user : engine.home.project({ id: project });
    if (!isOwn && !existsSync(path)) continue;
    const store = isOwn ? engine.own.store : openStore(path, { now: engine.now });
    const user = engine.user.store;
    const { root } = (isOwn ? engine.project : projectsSeen(user).find(({ id }) => id === project)) ?? {};
    try {
      const stores: [Store, ...Store[]] = store === user ? [store] : [store, user];
      if (!store.readOnly) yield { project, root, store, stores, isOwn };
    } finally {
      if (!isOwn) store.close();
    }
  }
}
