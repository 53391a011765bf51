import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ToldAnchor } from '../../model/anchor.ts';
import type { Memory } from '../../model/memory.ts';
import { addDeed, type Part } from '../../store/memory/changes.ts';
import type { Store } from '../../store/store.ts';

/** A memory as it is before or after a deed, with what a deed may change besides it. */
export interface State {
  memory: Memory;
  anchors?: readonly ToldAnchor[];
  refused?: boolean;
}

/** A name for what a person does at once, to however many memories. */
export const newDeed = (): string => randomBytes(9).toString('base64url');

/** Writes down what a person's deed changed of a memory; where that is nothing, there is nothing to take back. */
export function noteDeed(
  store: Store,
  { deed, did, at }: { deed: string; did: string; at: number },
  before: State,
  after: State,
): void {
  const was: Part = {};
  const became: Part = {};
  for (const [key, value] of Object.entries(partsOf(before)) as [keyof Part, never][]) {
    const now = partsOf(after)[key] as never;
    if (isDeepStrictEqual(value, now)) continue;
    was[key] = value;
    became[key] = now;
  }
  if (Object.keys(was).length > 0)
    addDeed(store, { id: deed, memory: after.memory.id, at, did, was, became });
}

const partsOf = ({ memory: { updatedAt: _, ...memory }, anchors, refused }: State): Part => ({
  ...memory,
  ...(anchors && { anchors: [...anchors] }),
  ...(refused !== undefined && { refused }),
});
