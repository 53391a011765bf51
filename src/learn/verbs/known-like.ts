import type { Draft, Memory } from '../../model/memory.ts';
import { memoriesAt, type Row } from '../../store/memory/memories.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { RivalMemory } from '../gate/commit.ts';
import { addsNothing } from '../gate/direct/likeness.ts';
import { SAME } from '../gate/gate/novelty.ts';

/** A memory that says what another would, in nearly the same words. */
export interface LikeMemory {
  row: Row;
  /** Where both are embedded. */
  similarity: number | undefined;
}

/** The memory that a draft would only repeat; one that names a key, a type or an end of its own stands for itself. */
export function knownLike(
  { store, index }: IndexedStore,
  { memory, draft, vector, same }: IncomingMemory,
): LikeMemory | undefined {
  if (draft.pinned || draft.expiresAt != null) return undefined;
  const known = same.find((each) => isOne(each.memory, memory, draft));
  if (known)
    return { row: known.row, similarity: vector && index.cosines(vector, [known.row]).get(known.row) };
  if (!vector) return undefined;
  for (const { row, score } of index.nearest(vector, NEAREST)) {
    if (score <= SAME) break;
    const [near] = memoriesAt(store, [row]);
    if (near && isOne(near.memory, memory, draft)) return { row, similarity: score };
  }
  return undefined;
}

const NEAREST = 5;

interface IncomingMemory {
  memory: Memory;
  draft: Draft;
  vector: Float32Array | undefined;
  /** Memories that say the same of the same matter. */
  same: readonly RivalMemory[];
}

const isOne = (there: Memory, memory: Memory, { key, type }: Draft): boolean =>
  there.scope === memory.scope &&
  there.scopeOf === memory.scopeOf &&
  there.status !== 'deprecated' &&
  (there.expiresAt === null || there.expiresAt > memory.createdAt) &&
  (key == null || key === there.key) &&
  (type === undefined || type === there.type) &&
  there.polarity * memory.polarity >= 0 &&
  isOfAnotherFile(there, memory) &&
  addsNothing(memory.text, there.text);

/** What one rule file says beside each other is meant to hold beside each other. */
export const isOfAnotherFile = (one: Memory, another: Memory): boolean =>
  !one.tags.some((tag) => tag.startsWith('rules:') && another.tags.includes(tag));
