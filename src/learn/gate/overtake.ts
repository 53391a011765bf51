import { message } from '../../base/messages.ts';
import type { Memory, Relation } from '../../model/memory.ts';
import { addRelations, fullMemoryAt } from '../../store/memory/belongings.ts';
import { memoryAt, type Row, rowById } from '../../store/memory/memories.ts';
import { stepsOfMemory } from '../../store/memory/steps.ts';
import { replacedBy } from '../../store/memory/successions.ts';
import type { Store } from '../../store/store.ts';
import type { OvertakenMemory } from '../claims/succession.ts';
import type { MemoryChanges } from './carry-out.ts';
import { isReplacedBy, lengthen, shorten, shortenAgain, whyReplaced, writeStep } from './shorten.ts';

/** A memory, and where it lies. */
interface MemoryLocation {
  id: string;
  store: Store;
  row: Row;
}

/** A memory with its location. */
interface FoundMemory extends MemoryLocation {
  memory: Memory;
}

function foundIn(stores: readonly Store[], id: string): FoundMemory[] {
  return stores.flatMap((store) => {
    const row = rowById(store, id);
    return row === undefined ? [] : [{ id, store, row, memory: memoryAt(store, row)! }];
  });
}

/** Puts memories of others away that a newer one has replaced, and sends to review what contradicts it. */
export function overtake(
  stores: readonly Store[],
  by: MemoryLocation,
  overtaken: readonly OvertakenMemory[],
  written: MemoryChanges,
): void {
  for (const { id, pieces, stands, at, because } of overtaken)
    for (const { store, row, memory } of foundIn(stores, id)) {
      if (memory.id === by.id || memory.status === 'deprecated') continue;
      if (stands === 'replaced') {
        const why = whyReplaced({ by: by.id, because });
        if (pieces !== null && shorten(store, row, pieces, { ...by, at, why })) {
          written.shortened.push(id);
          continue;
        }
        writeStep(store, row, { ...memory, status: 'deprecated' }, { at, did: 'superseded', why });
        addRelations(by.store, by.row, [{ kind: 'supersedes', to: id, confidence: 1 }]);
        written.superseded.push(id);
      } else if (!memory.needsReview && !isTied(store, row, by.id)) {
        const why = message('wait.contradicts', { ids: by.id });
        writeStep(store, row, { ...memory, needsReview: true }, { at, did: 'sent to review', why });
        addRelations(store, row, [{ kind: 'conflicts', to: by.id, confidence: 1 }]);
      }
    }
}

const isTied = (store: Store, row: Row, id: string): boolean =>
  fullMemoryAt(store, row)!.relations.some(({ kind, to }) => kind === 'conflicts' && to === id);

/**
 * Lets the memories that one had replaced hold again, as it holds itself no longer: all, or those replaced `since` then. What
 * others have decided since stays so.
 */
export function bringBack(
  stores: readonly Store[],
  { id, store, row }: MemoryLocation,
  at: number,
  since = 0,
): void {
  const why = message('why.replacementGone', { by: id });
  for (const was of replacedBy(store, row))
    for (const { store: each, row: there, memory } of foundIn(stores, was)) {
      const last = stepsOfMemory(each, was).at(-1);
      if (!last || last.at < since) continue;
      if (memory.status !== 'deprecated') lengthen(each, there, { by: id, why, at });
      else if (isReplacedBy(id, last.why))
        writeStep(each, there, { ...memory, status: 'active' }, { at, did: 'holds again', why });
    }
}

/** Puts away again what held again only because a memory did not, since that one does once more. */
export function replaceAgain(stores: readonly Store[], { id, store, row }: MemoryLocation, at: number): void {
  const why = whyReplaced({ by: id, because: null });
  for (const was of replacedBy(store, row))
    for (const { store: each, row: there, memory } of foundIn(stores, was)) {
      const last = stepsOfMemory(each, was).at(-1);
      const isGone = last?.why.code === 'why.replacementGone' && last.why.facts.by === id;
      if (memory.status === 'deprecated' || !isGone) continue;
      if (last.before !== null) shortenAgain(each, there, last, at, why);
      else writeStep(each, there, { ...memory, status: 'deprecated' }, { at, did: 'superseded', why });
    }
}

/** Lets a memory of others that was put away hold again, where the same was said since. */
export function sayAgain(
  store: Store,
  row: Row,
  { status, updatedAt: at, sessions }: { status: Memory['status']; updatedAt: number; sessions: number },
  written: MemoryChanges,
): void {
  const memory = memoryAt(store, row)!;
  if (memory.status !== 'deprecated' || status === 'deprecated' || at <= memory.updatedAt) return;
  const why = message('why.statedIn', { n: sessions });
  writeStep(store, row, { ...memory, status: 'active', updatedAt: at }, { at, did: 'seen again', why });
  written.changed.push(memory.id);
}

/** A memory's ties to those that were not made of drafts, as long as they are put away, in part or as a whole. */
export function tiesToOthers(
  stores: readonly Store[],
  store: Store,
  row: Row,
  drafted: ReadonlySet<string>,
): Relation[] {
  return fullMemoryAt(store, row)!.relations.filter(
    ({ kind, to, confidence }) =>
      kind === 'supersedes' &&
      !drafted.has(to) &&
      (confidence < 1 || foundIn(stores, to).some(({ memory }) => memory.status === 'deprecated')),
  );
}
