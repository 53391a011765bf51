import type { Memory } from '@sqrl/base/model/memory.ts';
import type { ChangeStamp } from '@sqrl/base/model/sync/memory-state.ts';
import { partOf, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { beginSharing } from '../../learn/sharing/note-shared.ts';
import { metricsAt } from '../../store/memory/belongings.ts';
import { replaceMemory, rowById } from '../../store/memory/memories.ts';
import { knownSpace } from '../../store/memory/shared.ts';

/** Shares a memory of a store in a space of the hub, inside a transaction; false where it was shared already. */
export function shareIn(
  store: Store,
  memory: Memory,
  space: string,
  now: number,
  derivedFrom?: string,
): boolean {
  const row = rowById(store, memory.id)!;
  const kind = knownSpace(store, space)?.kind;
  const owner = kind === 'personal' ? 'user' : kind === 'org' ? 'org' : 'team';
  const owned: Memory = { ...memory, owner, ownerId: space };
  replaceMemory(store, row, owned, hashOf(owned.text));
  const { uses } = metricsAt(store, row);
  const more = (stamp: ChangeStamp): SharedState => ({
    // What the newcomer's five are chosen by, as it is when the memory is shared: later counts would each need a review.
    confidence: ['last', memory.confidence, stamp.at, stamp.device],
    ...(memory.pinned && { pinned: ['last', true, stamp.at, stamp.device] }),
    ...(uses > 0 && { uses: ['count', { [stamp.device]: uses }] }),
    ...(derivedFrom !== undefined && { derivedFrom: ['last', derivedFrom, stamp.at, stamp.device] }),
  });
  return beginSharing(store, owned, now, { space, more });
}

/** How much a shared memory matters to a newcomer: confidence, pinned and uses, multiplied. */
export function importanceOf(state: SharedState): number {
  const confidence = partOf(state.confidence, 'last')?.[1];
  const isPinned = partOf(state.pinned, 'last')?.[1] === true;
  const uses = Object.values(partOf(state.uses, 'count')?.[1] ?? {}).reduce((sum, n) => sum + n, 0);
  const sure = typeof confidence === 'number' ? Math.min(1, Math.max(0, confidence)) : 0.5;
  return sure * (isPinned ? 2 : 1) * (1 + Math.min(uses, 1000));
}
