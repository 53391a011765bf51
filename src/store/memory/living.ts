import type { Memory } from '../../model/memory.ts';
import type { Store } from '../store.ts';
import { memoryColumns, type Row, toMemory } from './memories.ts';

/** A memory with what its life depends on. */
export interface LivingMemory {
  row: Row;
  memory: Memory;
  lastUsedAt: number | null;
  /** When the last proof of it was seen. */
  seenAt: number | null;
  /** A newer memory took its place. */
  isHistory: boolean;
  /** It contradicts another memory, and the conflict is unresolved. */
  isDisputed: boolean;
}

/** Every memory of a store, with what its life depends on. */
export const livingMemories = (store: Store): LivingMemory[] =>
  store
    .sql(
      `select ${memoryColumns}, (select last_used_at from metrics where memory = memory.row) as last_used_at,
         (select max(at) from evidence where evidence.memory = memory.row) as seen_at,
         id in (select target from relation where kind = 'supersedes' and confidence = 1) as is_history,
         exists (select 1 from relation where relation.memory = memory.row and kind = 'conflicts') as is_disputed
         from memory order by row`,
    )
    .all()
    .map((found) => ({
      row: found.row as Row,
      memory: toMemory(found),
      lastUsedAt: found.last_used_at as number | null,
      seenAt: found.seen_at as number | null,
      isHistory: found.is_history === 1,
      isDisputed: found.is_disputed === 1,
    }));

/** Changes what life has made of a memory; what it says stays. */
export function setLife(store: Store, row: Row, memory: Memory): void {
  store
    .sql(
      `update memory set status = ?, tier = ?, confidence = ?, needs_review = ?, expires_at = ?, branch = ?,
         verified = ?, updated_at = ? where row = ?`,
    )
    .run(
      memory.status,
      memory.tier,
      memory.confidence,
      Number(memory.needsReview),
      memory.expiresAt,
      memory.branch,
      Number(memory.verified),
      memory.updatedAt,
      row,
    );
}
