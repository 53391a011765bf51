import type { Memory } from '@sqrl/base/model/memory.ts';
import { as, flag, raw } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { type FoundMemory, foundMemory, memoryColumns, type Row } from './memories.ts';

/** A memory with what its life depends on. */
export interface LivingMemory extends FoundMemory {
  lastUsedAt: number | null;
  /** When the last proof of it was seen. */
  seenAt: number | null;
  /** A newer memory took its place. */
  isHistory: boolean;
  /** It contradicts another memory, and the conflict is unresolved. */
  isDisputed: boolean;
}

export const livingMemories = (store: Store): LivingMemory[] =>
  store.rows`select ${raw(memoryColumns)}, (select last_used_at from metrics
    where memory = memory.row) as last_used_at,
    (select max(at) from evidence where evidence.memory = memory.row) as seen_at,
    id in (select target from relation where kind = 'supersedes' and confidence = 1) as is_history,
    exists (select 1 from relation where relation.memory = memory.row and kind = 'conflicts') as is_disputed
    from memory order by row`.map((found) =>
    as<LivingMemory>({ isHistory: flag, isDisputed: flag })(foundMemory(found)),
  );

/** Changes what life has made of a memory; what it says stays. */
export function setLife(store: Store, row: Row, memory: Memory): void {
  const { status, tier, confidence, needsReview, expiresAt, branch, verified, updatedAt } = memory;
  store.run`update memory set status = ${status}, tier = ${tier}, confidence = ${confidence},
    needs_review = ${needsReview}, expires_at = ${expiresAt}, branch = ${branch}, verified = ${verified},
    updated_at = ${updatedAt} where row = ${row}`;
}
