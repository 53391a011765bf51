import type { Draft, Memory } from '../../model/memory.ts';
import { memoriesAt, type Row } from '../../store/memory/memories.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { RivalMemory } from '../claims/rivals.ts';
import { addsNothing, SAME } from './novelty.ts';

/** A memory that says what another would, in nearly the same words. */
export interface LikeMemory {
  row: Row;
  /** If both are embedded. */
  similarity: number | undefined;
  /** It says so in other words. */
  isReworded: boolean;
}

/** The memory that a draft would only repeat; one that names a key, a type or an end of its own stands for itself. */
export function knownLike(
  { store, index }: IndexedStore,
  { memory, draft, vector, same, repeated }: IncomingMemory,
): LikeMemory | undefined {
  if (draft.pinned || draft.expiresAt != null) return undefined;
  const similarity = (row: Row) => vector && index.cosines(vector, [row]).get(row);
  const known = same.find((each) => isOne(each.memory, memory, draft));
  if (known) return { row: known.row, similarity: similarity(known.row), isReworded: false };
  for (const [row, near] of vector ? nearlySame(index, vector) : []) {
    const [there] = memoriesAt(store, [row]);
    if (there && isOne(there.memory, memory, draft)) return { row, similarity: near, isReworded: false };
  }
  const again = repeated.find((each) => mayBeOne(each.memory, memory, draft));
  return again && { row: again.row, similarity: similarity(again.row), isReworded: true };
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
  /** Memories that say the same in other words, by the relation model. */
  repeated: readonly RivalMemory[];
}

const isOne = (there: Memory, memory: Memory, draft: Draft): boolean =>
  mayBeOne(there, memory, draft) && addsNothing(memory.text, there.text);

const mayBeOne = (there: Memory, memory: Memory, { key, type }: Draft): boolean =>
  there.scope === memory.scope &&
  there.scopeOf === memory.scopeOf &&
  there.status !== 'deprecated' &&
  (there.expiresAt === null || there.expiresAt > memory.createdAt) &&
  (key == null || key === there.key) &&
  (type === undefined || type === there.type) &&
  there.polarity * memory.polarity >= 0 &&
  isOfAnotherFile(there, memory);

/** What one rule file says beside each other is meant to hold beside each other. */
export const isOfAnotherFile = (one: Memory, another: Memory): boolean =>
  !one.tags.some((tag) => tag.startsWith('rules:') && another.tags.includes(tag));
