import { message } from '../../base/messages.ts';
import { evidenceAt, metricsAt, replaceEvidence } from '../../store/memory/belongings.ts';
import { memoryAt, removeMemory, rowById } from '../../store/memory/memories.ts';
import type { Store } from '../../store/store.ts';
import { removeVector } from '../../store/vectors/vectors.ts';
import type { MemoryChanges } from './carry-out.ts';
import { bringBack } from './overtake.ts';
import { provenElsewhere } from './proofs.ts';
import { writeStep } from './shorten.ts';

/** Takes back memories of drafts that are gone: what was seen no longer says so. */
export function withdrawAll(
  stores: readonly [home: Store, ...Store[]],
  ids: readonly string[],
  at: number,
  written: MemoryChanges,
): void {
  for (const id of ids) withdraw(stores, id, at, written);
}

/** A memory that nobody ever used or kept goes; one that was, stays as history. */
export function withdraw(stores: readonly Store[], id: string, at: number, written: MemoryChanges): void {
  const [home] = stores;
  for (const store of stores) {
    const row = rowById(store, id);
    if (row === undefined) continue;
    const memory = memoryAt(store, row)!;
    if (memory.verified || memory.pinned) continue;
    const elsewhere = store === home ? [] : provenElsewhere(home!, evidenceAt(store, row));
    if (elsewhere.length > 0) {
      replaceEvidence(store, row, elsewhere);
      continue;
    }
    written.withdrawn.push(id);
    bringBack(stores, { id, store, row }, at);
    if (metricsAt(store, row).uses === 0) {
      removeVector(store, row);
      removeMemory(store, row);
    } else if (memory.status !== 'deprecated') {
      const why = message('why.unproven');
      writeStep(store, row, { ...memory, status: 'deprecated' }, { at, did: 'withdrawn', why });
    }
  }
}
