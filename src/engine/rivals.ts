import type { Memory } from '../model/memory.ts';
import type { Store } from '../store/store.ts';
import { heldAbout } from '../store/successions.ts';
import type { Rival } from '../write/commit.ts';
import { aboutOf, saysOf } from '../write/gate/matters.ts';
import { type Claimed, claimOf } from './claim-of.ts';

/** The memories that speak of what another speaks of: under its key, or of its subject. */
export interface Beside {
  /** They say otherwise. */
  rivals: Rival[];
  /** They say the same, in whatever words. */
  same: Rival[];
}

/** Looks for what is said of a memory's matter already. */
export function besideOf(store: Store, memory: Memory, claim: Claimed): Beside {
  const beside: Beside = { rivals: [], same: [] };
  if (claim.key === null && !claim.subject) return beside;
  const about = new Set(aboutOf({ ...memory, ...claim }));
  const says = saysOf({ ...claim, text: memory.text });
  // A subject is made of the words of its text, so that only texts with its longest word need to be understood.
  const word = claim.subject?.split(' ').reduce((a, b) => (b.length > a.length ? b : a)) ?? null;
  for (const other of heldAbout(store, memory, { key: claim.key, word })) {
    const its = claimOf(other.memory);
    if (!aboutOf({ ...other.memory, ...its }).some((each) => about.has(each))) continue;
    const isSame = saysOf({ ...its, text: other.memory.text }) === says;
    beside[isSame ? 'same' : 'rivals'].push(other);
  }
  return beside;
}
