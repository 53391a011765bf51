import { message } from '../../../base/messages.ts';
import { hashOf } from '../../../base/text/clean.ts';
import type { Memory } from '../../../model/memory.ts';
import { lastActionOn } from '../../../store/memory/changes.ts';
import { memoryAt, replaceMemory, rowById } from '../../../store/memory/memories.ts';
import { addStep } from '../../../store/memory/steps.ts';
import type { Store } from '../../../store/store.ts';
import { bringBack } from '../overtake.ts';
import type { MemoryChanges } from './memory-changes.ts';

/** Archives memories that an earlier version made of history. Those that a person has touched stay theirs. */
export function archiveHistory(
  stores: readonly Store[],
  ids: readonly string[],
  at: number,
  written: MemoryChanges,
): void {
  for (const id of ids)
    for (const store of stores) {
      const row = rowById(store, id);
      const memory = row === undefined ? undefined : memoryAt(store, row);
      if (!memory || memory.status === 'deprecated' || isPersons(store, memory)) continue;
      replaceMemory(store, row!, { ...memory, status: 'deprecated' }, hashOf(memory.text));
      const why = message('why.history');
      addStep(store, { memory: id, at, did: 'withdrawn', why, before: null, confidence: memory.confidence });
      bringBack(stores, { id, store, row: row! }, at);
      written.withdrawn.push(id);
    }
}

const isPersons = (store: Store, { id, pinned, verified }: Memory): boolean =>
  pinned || verified || lastActionOn(store, id) !== undefined;
