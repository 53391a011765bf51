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
  for (const [row, similarity] of nearlySame(index, vector)) {
    const [near] = memoriesAt(store, [row]);
    if (near && isOne(near.memory, memory, draft)) return { row, similarity };
  }
  return undefined;
}

/** The nearest memories that are as near as the same words would be. Most have none, and nothing is read to tell. */
function nearlySame(index: IndexedStore['index'], vector: Float32Array): [Row, number][] {
  const rows = (index.glance(vector)?.nearest(NEAREST) ?? [])
    .filter(({ score }) => score > SAME - ROUNDING)
    .map(({ row }) => row);
  return [...index.cosines(vector, rows)]
    .filter(([, similarity]) => similarity > SAME)
    .sort(([a, one], [b, other]) => other - one || a - b);
}

const NEAREST = 5;
/** More than eight bits may be off. */
const ROUNDING = 0.02;

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
