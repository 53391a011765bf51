import { setImmediate } from 'node:timers/promises';
import { latestIn } from '@sqrl/base/model/sync/memory-state.ts';
import type { SharedState } from '@sqrl/base/model/sync/registers.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { admitShared, type SharedArrival } from '../learn/gate/shared-memory.ts';
import { remove } from '../learn/verbs/verbs.ts';
import { memoryAt, replaceMemory, rowById } from '../store/memory/memories.ts';
import { putShared, type SharedRow } from '../store/memory/shared.ts';
import { removeVector } from '../store/vectors/stored-index.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import { embedAgain } from '../workspace/reembed.ts';
import type { Engine } from '../workspace/workspace.ts';

export const NOTHING_READ = {
  added: 0,
  changed: 0,
  removed: 0,
  /** Of those that were added, proposals. */
  proposed: 0,
  /** Memories that now have two wordings. */
  contested: 0,
  /** Records that were left out, such as those with the id of another memory of this home, or dated ahead. */
  left: 0,
};

/** How many records are taken before other work of the daemon has its turn. */
export const BATCH_RECORDS = 64;
/** How far a clock of others may be ahead, in milliseconds. */
const MAX_AHEAD_MS = 24 * 3600_000;

/** Brings shared records into a store, a few in a transaction, and counts what came of them. */
export class SharedIntake<Counts extends typeof NOTHING_READ> {
  readonly counts: Counts;
  readonly #engine: Engine;
  readonly #at: IndexedStore;
  readonly #unembedded: string[] = [];

  constructor(engine: Engine, at: IndexedStore, nothing: Counts) {
    this.#engine = engine;
    this.#at = at;
    this.counts = { ...nothing };
  }

  async takeAll<T>(records: readonly T[], take: (record: T) => unknown): Promise<void> {
    const { store } = this.#at;
    for (let i = 0; i < records.length; i += BATCH_RECORDS) {
      store.transaction(() => records.slice(i, i + BATCH_RECORDS).forEach(take));
      await setImmediate();
    }
    await embedAgain(this.#engine, [store], this.#unembedded.splice(0));
  }

  leaveOut(): void {
    this.counts.left++;
  }

  isAhead(state: SharedState, now: number): boolean {
    return latestIn(state) > now + MAX_AHEAD_MS;
  }

  /** Lets a living state in, and keeps it; true where the memory has other words than before. */
  admit(carrier: Omit<SharedRow, 'state' | 'standing'>, arrival: SharedArrival, isOwn: boolean): boolean {
    const { store, index } = this.#at;
    const { id, state, isReviewed } = arrival;
    const outcome = admitShared(store, arrival);
    if (outcome.did === 'clash' || outcome.did === 'empty') {
      this.leaveOut();
      return false;
    }
    // What was in this home before it was in the file is its own.
    const wasHere = carrier.space === '' && outcome.did === 'same' && rowById(store, id) !== undefined;
    const standing = isOwn || wasHere ? 'mine' : isReviewed ? 'reviewed' : 'proposed';
    putShared(store, { ...carrier, state, standing });
    if (!('row' in outcome)) return false;
    this.counts[outcome.did]++;
    if (outcome.did === 'added' && !isReviewed) this.counts.proposed++;
    if (outcome.isContested) this.counts.contested++;
    if (!outcome.isReworded) return false;
    removeVector(store, outcome.row);
    index.remove(outcome.row);
    this.#unembedded.push(id);
    return true;
  }

  /** Keeps an ended state, and removes its memory or makes it this home's own. */
  end(row: SharedRow, keepsOwn: boolean): void {
    putShared(this.#at.store, { ...row, standing: 'hidden' });
    this.drop(row, keepsOwn);
  }

  drop(row: SharedRow, keepsOwn: boolean): void {
    if (takeAway(this.#at, row, keepsOwn)) this.counts.removed++;
  }
}

/** Removes a memory that is not shared with this home any more, or makes it this home's own; true where it was removed. */
export function takeAway(at: IndexedStore, { id, standing, space }: SharedRow, keepsOwn: boolean): boolean {
  const row = rowById(at.store, id);
  const memory = row === undefined ? undefined : memoryAt(at.store, row);
  if (!memory) return false;
  if (keepsOwn && (standing === 'mine' || memory.userId === null)) {
    const via = space === '' ? memory.via : null;
    const own = { ...memory, owner: 'user' as const, ownerId: null, via };
    replaceMemory(at.store, row!, own, hashOf(own.text));
    return false;
  }
  remove(at, row!);
  return true;
}
