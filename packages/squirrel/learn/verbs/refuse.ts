import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { removeDraft } from '../../store/drafts/drafts.ts';
import { removeSightings } from '../../store/drafts/sightings.ts';
import { addRefusal, mattersOf } from '../../store/memory/refusals.ts';
import type { Engine } from '../../workspace/workspace.ts';

/** Sees to it that what a memory says is not learned again, from whatever was seen. */
export function refuseMemory(engine: Engine, memory: Memory, at: number): void {
  const { id, text } = memory;
  const hash = hashOf(text);
  // Drafts lie where the sessions do, also those of what holds everywhere.
  const matters = mattersOf(engine.own.store, id);
  for (const store of refusingStores(engine, memory)) {
    if (matters.length === 0) addRefusal(store, { matter: null, hash, memory: id, at });
    for (const matter of matters) addRefusal(store, { matter, hash, memory: id, at });
  }
}

/** What holds everywhere is not to be learned in any project. */
const refusingStores = ({ own, user }: Engine, { scope }: Memory): Store[] => [
  ...new Set(scope === 'global' ? [own.store, user.store] : [own.store]),
];

/** The same for what is forgotten for good: nothing of it is kept but its matter and a hash. What was never learned may be told again. */
export function refuseForgotten(engine: Engine, memory: Memory, at: number): void {
  const { store } = engine.own;
  for (const matter of mattersOf(store, memory.id)) {
    for (const each of refusingStores(engine, memory))
      addRefusal(each, { matter, hash: hashOf(memory.text), memory: null, at });
    removeSightings(store, matter);
    removeDraft(store, matter);
  }
}
