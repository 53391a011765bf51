import { draftIds } from '../../store/drafts/drafts.ts';
import { noneIsDue } from '../../store/drafts/due.ts';
import { heldMemories } from '../../store/memory/successions.ts';
import type { Store } from '../../store/store.ts';
import { transactionOnBoth } from '../../workspace/transaction-on-both.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { JudgedDraft } from '../gate/carry-out/judged-draft.ts';
import type { MemoryChanges } from '../gate/carry-out/memory-changes.ts';
import { applyDecisions } from '../gate/carry-out.ts';
import { claimsOf } from './claim-of.ts';
import { dueIn, isAnyDue } from './due-drafts.ts';
import { judgeDrafts } from './judge-drafts.ts';

/** Lets what changed pass the gate, and makes the memories what it decides. The rest is as it was. */
export function passDrafts(
  engine: Engine,
  store: Store,
  isStaged: (branch: string) => boolean,
): MemoryChanges {
  // Understanding what thousands of memories claim takes seconds: nobody is to wait for the stores that long.
  if (isAnyDue(engine, store, isStaged))
    for (const each of new Set([store, engine.user.store]))
      for (const { memory } of heldMemories(each)) claimsOf(memory);
  return transactionOnBoth({ user: engine.user.store, own: store }, () => {
    const due = dueIn(engine, store, isStaged);
    const sentences = judgeDrafts(engine, store, due, isStaged);
    const all = new Set(draftIds(store).map(({ id }) => id));
    const written = applyDecisions(
      store,
      ({ scope }) => (scope === 'global' ? engine.user.store : store),
      sentences,
      all,
    );
    noneIsDue(
      store,
      due.mark,
      sentences.filter(isUnembedded).map(({ draft }) => draft.id),
    );
    return written;
  });
}

/** It is judged again when the embedder answers. */
const isUnembedded = ({ draft: { quorum, sessions, minSessions }, vector }: JudgedDraft): boolean =>
  vector === undefined && (quorum || sessions >= minSessions);
