import type { Memory } from '../model/memory.ts';
import { removeDraft } from '../store/drafts.ts';
import { addRefusal, mattersOf } from '../store/refusals.ts';
import { removeSightings } from '../store/sightings.ts';
import { hashOf } from '../write/clean.ts';
import type { Engine } from './engine.ts';

/** Sees to it that what a memory says is not learnt again, from whatever was seen. */
export function refuse({ own }: Engine, { id, text }: Memory, at: number): void {
  const hash = hashOf(text);
  // Drafts lie where the sessions do, also those of what holds everywhere.
  const matters = mattersOf(own.store, id);
  if (matters.length === 0) addRefusal(own.store, { matter: null, hash, memory: id, at });
  for (const matter of matters) addRefusal(own.store, { matter, hash, memory: id, at });
}

/** The same for what is forgotten for good: nothing of it is kept but its matter and a hash. What was never learnt may be told again. */
export function refuseForgotten(engine: Engine, { id, text }: Memory, at: number): void {
  const { store } = engine.own;
  for (const matter of mattersOf(store, id)) {
    addRefusal(store, { matter, hash: hashOf(text), memory: null, at });
    removeSightings(store, matter);
    removeDraft(store, matter);
  }
}
