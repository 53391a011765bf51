import { isUnsureWord } from '@sqrl/base/model/delivery.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { isDoubted } from '../../store/memory/belongings.ts';
import type { Row } from '../../store/memory/memories.ts';
import { LASTING } from '../../store/memory/steps.ts';
import { writeStep } from './history.ts';

/** A person's sentence that an agent takes as lasting is told from then on. The words stay the person's. */
export const asLasting = (memory: Memory): Memory => ({
  ...memory,
  confidence: Math.max(memory.confidence, LASTING_CONFIDENCE),
  needsReview: false,
});

/** Of 49 sentences that waited and that a reader without their labels took as lasting, 45 were worth keeping. */
const LASTING_CONFIDENCE = 0.85;

/**
 * Has a sentence of a person told because an agent remembered the same, as far as it waits for nothing else. Whether it holds
 * beyond its task no model here tells better than the agent that heard it.
 */
export function takeAsLasting(
  store: Store,
  row: Row,
  memory: Memory,
  { tainted, createdAt: at }: Memory,
): Memory {
  if (tainted || !isUnsureWord(memory) || isDoubted(store, row)) return memory;
  const lasting = { ...asLasting(memory), updatedAt: at };
  writeStep(store, row, lasting, { at, did: LASTING, why: 'an agent that works here remembered the same' });
  return lasting;
}
