import { draftIds } from '../../store/drafts/drafts.ts';
import { noneIsDue } from '../../store/drafts/due.ts';
import { heldMemories } from '../../store/memory/successions.ts';
import type { Store } from '../../store/store.ts';
import { inBoth } from '../../workspace/transaction-on-both.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { Sentence } from '../gate/carry-out/sentence.ts';
import type { Written } from '../gate/carry-out/written.ts';
import { carryOut } from '../gate/carry-out.ts';
import { claimsOf } from './claim-of.ts';
import { dueIn, isAnyDue } from './due-drafts.ts';
import { judge } from './judge-drafts.ts';
import { unquote } from './unquote.ts';

/** Lets what changed pass the gate, and makes the memories what it decides. The rest is as it was. */
export function passDrafts(engine: Engine, store: Store, isStaged: (branch: string) => boolean): Written {
  // Understanding what thousands of memories claim takes seconds: nobody is to wait for the stores that long.
  if (isAnyDue(engine, store, isStaged))
    for (const each of new Set([store, engine.user.store]))
      for (const { memory } of heldMemories(each)) claimsOf(memory);
  return inBoth({ user: engine.user.store, own: store }, () => {
    const due = dueIn(engine, store, isStaged);
    const sentences = judge(engine, store, due, isStaged);
    const all = new Set(draftIds(store).map(({ id }) => id));
    const written = carryOut(
      store,
      ({ scope }) => (scope === 'global' ? engine.user.store : store),
      sentences,
      all,
    );
    unquote([...new Set([store, engine.user.store])], sentences);
    noneIsDue(
      store,
      due.mark,
      sentences.filter(isUnembedded).map(({ draft }) => draft.id),
    );
    return written;
  });
}

/** It is judged again when the embedder answers. */
const isUnembedded = ({ draft: { quorum, sessions, minSessions }, vector }: Sentence): boolean =>
  vector === undefined && (quorum || sessions >= minSessions);
