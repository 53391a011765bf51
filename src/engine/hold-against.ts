import { existsSync } from 'node:fs';
import type { Memory } from '../model/memory.ts';
import { statementsIn } from '../observe/statements/statement.ts';
import { draftVectors, hasDrafts } from '../store/drafts.ts';
import { carryOut } from '../write/carry-out.ts';
import { stagingIn } from './branches.ts';
import type { Engine } from './engine.ts';
import { judge } from './judge-drafts.ts';

/**
 * Holds what a person has just taught against what was learnt before, so that no question in between is answered with
 * both; the ids of what it replaced. What says nothing of any matter contradicts nothing.
 */
export async function holdAgainst(engine: Engine, taught: Memory): Promise<string[]> {
  const { store } = engine.own;
  const isClaim = taught.key !== null || statementsIn(taught.text, { stopped: false }).length === 1;
  if (store.readOnly || engine.user.store.readOnly || !isClaim || !hasDrafts(store)) return [];
  const root = engine.project?.root;
  const isStaged =
    root !== undefined && existsSync(root) ? await stagingIn({ root, env: engine.env }) : () => false;
  const written = engine.user.store.transaction(() =>
    store.transaction(() => {
      const vectors = new Map(
        [...draftVectors(store, engine.meaning.model)].map(([row, { value }]) => [row, value]),
      );
      const sentences = judge(engine, store, vectors, isStaged);
      return carryOut(store, ({ scope }) => (scope === 'global' ? engine.user.store : store), sentences);
    }),
  );
  if (Object.values(written).some((ids) => ids.length > 0))
    for (const { index } of engine.shelves) index.drop();
  return written.superseded;
}
