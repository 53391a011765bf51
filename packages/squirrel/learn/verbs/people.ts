import type { Memory } from '@sqrl/base/model/memory.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { anchorsOf } from '../../store/memory/anchors.ts';
import { isRefused, withdrawRefusal } from '../../store/memory/changes.ts';
import { memoryAt } from '../../store/memory/memories.ts';
import { openSuggestions, SUGGESTED, setLife } from '../../store/memory/steps.ts';
import { findById, findMemory, storesOf } from '../../workspace/lookup.ts';
import { transactionOnBoth } from '../../workspace/transaction-on-both.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { noteStep } from '../gate/history.ts';
import { bringBack } from '../gate/overtake.ts';
import { noteSharedChange } from '../sharing/note-shared.ts';
import { change, readCode } from './change.ts';
import { newMemoryAction, type PartOfAction, recordMemoryAction, refuseMemory } from './note-change.ts';

/** Notes that a person says these memories are right: nothing puts them away any more, and what waited for that is delivered. */
export async function confirm(
  engine: Engine,
  { ids, same = [], action = newMemoryAction() }: Parsed<'confirm'> & PartOfAction,
): Promise<{ confirmed: Memory[] }> {
  // All must be known before any is changed.
  for (const id of [...ids, ...same]) findById(engine, id);
  const anchored = ids.find((id) => {
    const { indexedStore, row } = findById(engine, id);
    return anchorsOf(indexedStore.store, row).length > 0;
  });
  if (anchored !== undefined) await readCode(engine, anchored);
  const confirmed: Memory[] = [];
  for (const id of ids) {
    const before = findMemory(engine, id).memory;
    const { memory } = await change(engine, id, rightFrom(before), {
      ...{ did: 'confirmed', why: 'a person confirmed it', action },
      ...{ wasRefused: wasRefused(engine, before), codeIsRead: true },
    });
    for (const store of storesOf(engine)) withdrawRefusal(store, memory.id);
    confirmed.push(memory);
  }
  await archiveSame(engine, same, { as: ids[0]!, action });
  return { confirmed };
}

const PUT_AWAY = { status: 'deprecated', needsReview: false } as const;

/** Archives what says the same as a memory that a person decided on; it is not refused, since it is right. */
async function archiveSame(
  engine: Engine,
  same: readonly string[],
  { as, action }: { as: string; action: string },
): Promise<void> {
  const why = `it says the same as ${as}, which a person confirmed`;
  for (const id of same) await change(engine, id, PUT_AWAY, { did: 'superseded', why, action });
}

export async function correct(engine: Engine, { id, text, because, same = [] }: Parsed<'correct'>) {
  const before = findMemory(engine, id).memory;
  const action = newMemoryAction();
  const why = because ? `a person reworded it: ${because}` : 'a person reworded it';
  const to = { ...rightFrom(before), text };
  const step = { did: 'corrected', why, action, wasRefused: wasRefused(engine, before) };
  const { memory, redacted } = await change(engine, id, to, step);
  for (const store of storesOf(engine)) withdrawRefusal(store, memory.id);
  await archiveSame(engine, same, { as: memory.id, action });
  return { memory, before: before.text, redacted };
}

/** As sure as a memory gets by being used; a person's word is worth no less. */
const PERSON_CONFIDENCE = 0.95;

export const rightFrom = ({ confidence }: Memory) =>
  ({
    verified: true,
    needsReview: false,
    status: 'active',
    confidence: Math.max(confidence, PERSON_CONFIDENCE),
  }) as const;

/** Puts memories away that a person says are wrong, and sees to it that they are not learned again. */
export function reject(
  engine: Engine,
  { ids, because, action = newMemoryAction() }: Parsed<'reject'> & PartOfAction,
): { rejected: Memory[] } {
  const why = because ? `a person rejected it: ${because}` : 'a person rejected it';
  return { rejected: refuse(engine, ids, { action, did: 'rejected', why }) };
}

/** Archives memories as a person's action, and sees to it that they are not learned again. */
export function refuse(
  engine: Engine,
  ids: readonly string[],
  { action, did, why }: { action: string; did: string; why: string },
): Memory[] {
  const places = ids.map((id) => findById(engine, id));
  const stores = { user: engine.user.store, own: engine.own.store };
  return places.flatMap(({ indexedStore: { store }, row }) =>
    transactionOnBoth(stores, () => {
      const memory = memoryAt(store, row);
      if (!memory) return [];
      const at = engine.now();
      const next: Memory = { ...memory, ...PUT_AWAY, verified: false, updatedAt: at };
      setLife(store, row, next);
      bringBack(storesOf(engine), { id: memory.id, store, row }, at);
      const before = { memory, refused: wasRefused(engine, memory) };
      refuseMemory(engine, memory, { at });
      noteSharedChange(store, memory, next, at);
      recordMemoryAction(store, { action, did, at }, before, { memory: next, refused: true });
      noteStep(store, next, { at, did, why });
      return [next];
    }),
  );
}

/** Notes that an agent wants a memory forgotten which it did not write. The memory holds until a person has answered. */
export function suggestForget(engine: Engine, { id, because }: Parsed<'suggestForget'>): Memory {
  const { store } = findById(engine, id).indexedStore;
  return store.transaction(() => {
    const { memory } = findMemory(engine, id);
    if (openSuggestions(store).some((open) => open.id === memory.id)) return memory;
    const why = because?.trim()
      ? `an agent requested its deletion: ${redactSync(because.trim()).text}`
      : 'an agent requested its deletion';
    noteStep(store, memory, { at: engine.now(), did: SUGGESTED, why });
    return memory;
  });
}

const wasRefused = (engine: Engine, { id }: Memory): boolean =>
  storesOf(engine).some((store) => isRefused(store, id));
