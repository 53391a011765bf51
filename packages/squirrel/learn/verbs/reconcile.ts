import type { Memory } from '@sqrl/base/model/memory.ts';
import { hasDrafts } from '../../store/drafts/drafts.ts';
import { embedAgain } from '../../workspace/reembed.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { claimsOf } from '../claims/memory-claims.ts';
import { passDrafts } from '../gate/judge.ts';
import { stagingIn } from './branches.ts';

/**
 * Holds what was just taught against what was learned before, so that no question in between is answered with
 * both; the ids of what it replaced. What says nothing of any matter contradicts nothing.
 */
export async function reconcileWithLearned(engine: Engine, taught: readonly Memory[]): Promise<string[]> {
  const { store } = engine.own;
  const isClaim = taught.some((memory) =>
    claimsOf(memory).some(({ key, subject }) => key !== null || subject != null),
  );
  if (store.readOnly || engine.user.store.readOnly || !isClaim || !hasDrafts(store)) return [];
  const isStaged = await stagingIn({ root: engine.project?.root, env: engine.env });
  const written = passDrafts(engine, store, isStaged);
  if (Object.values(written).some((ids) => ids.length > 0))
    for (const { index } of engine.indexedStores) index.drop();
  await embedAgain(engine, [store, engine.user.store], written.shortened);
  return written.superseded;
}
