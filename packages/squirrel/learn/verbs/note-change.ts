import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ExportedAnchor } from '@sqrl/base/model/anchor.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { removeDraft } from '../../store/drafts/drafts.ts';
import { removeSightings } from '../../store/drafts/sightings.ts';
import {
  addMemoryAction,
  addRefusal,
  DELETED,
  type MemoryFields,
  mattersOf,
} from '../../store/memory/changes.ts';
import type { Engine } from '../../workspace/workspace.ts';

export interface MemorySnapshot {
  memory: Memory;
  anchors?: readonly ExportedAnchor[];
  refused?: boolean;
}

/** What is done to many memories at once is one action, which is taken back as one. */
export interface PartOfAction {
  action?: string;
}

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

/**
 * Sees to it that what a memory says is not learned again, from whatever was seen. Of one that is forgotten for good
 * nothing is kept but its matters and a hash, and what was never learned may be told again.
 */
export function refuseMemory(
  { own: { store }, user }: Engine,
  { id, text, scope }: Memory,
  { at, isForgotten = false }: { at: number; isForgotten?: boolean },
): void {
  // Drafts lie where the sessions do, also those of what holds everywhere.
  const matters = mattersOf(store, id);
  const named = matters.length === 0 && !isForgotten ? [null] : matters;
  // What holds everywhere is not to be learned in any project.
  for (const each of new Set(scope === 'global' ? [store, user.store] : [store]))
    for (const matter of named)
      addRefusal(each, { matter, hash: hashOf(text), memory: isForgotten ? null : id, at });
  for (const matter of isForgotten ? matters : []) {
    removeSightings(store, matter);
    removeDraft(store, matter);
  }
}
