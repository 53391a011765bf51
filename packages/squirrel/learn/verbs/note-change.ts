import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ExportedAnchor } from '@sqrl/base/model/anchor.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { addMemoryAction, DELETED, type MemoryFields } from '../../store/memory/changes.ts';

export interface MemorySnapshot {
  memory: Memory;
  anchors?: readonly ExportedAnchor[];
  refused?: boolean;
}

/** A name for what a person does at once, to however many memories. */
export const newMemoryAction = (): string => randomBytes(9).toString('base64url');

/** Writes down what a person's action changed of a memory; where that is nothing, there is nothing to take back. */
export function recordMemoryAction(
  store: Store,
  { action, did, at }: { action: string; did: string; at: number },
  before: MemorySnapshot,
  after: MemorySnapshot,
): void {
  const was: MemoryFields = {};
  const became: MemoryFields = {};
  for (const [key, value] of Object.entries(partsOf(before)) as [keyof MemoryFields, never][]) {
    const now = partsOf(after)[key] as never;
    if (isDeepStrictEqual(value, now)) continue;
    was[key] = value;
    became[key] = now;
  }
  // What was archived before is changed by nothing, and still to be erased.
  if (Object.keys(was).length > 0 || did === DELETED)
    addMemoryAction(store, { id: action, memory: after.memory.id, at, did, was, became });
}

const partsOf = ({
  memory: { updatedAt: _, ...memory },
  anchors,
  refused,
}: MemorySnapshot): MemoryFields => ({
  ...memory,
  ...(anchors && { anchors: [...anchors] }),
  ...(refused !== undefined && { refused }),
});
