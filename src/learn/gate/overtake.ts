import { message } from '../../base/messages.ts';
import { hashOf } from '../../base/text/clean.ts';
import type { Memory, Relation } from '../../model/memory.ts';
import { addRelations, fullMemoryAt } from '../../store/memory/belongings.ts';
import { memoryAt, type Row, replaceMemory, rowById } from '../../store/memory/memories.ts';
import { addStep, stepsOfMemory } from '../../store/memory/steps.ts';
import { replacedBy } from '../../store/memory/successions.ts';
import type { Store } from '../../store/store.ts';
import type { MemoryChanges } from './carry-out/memory-changes.ts';
import type { OvertakenMemory } from './gate.ts';
import { isReplacedBy, isReplacementGone, replacementGone, whyReplaced } from './replacement-messages.ts';
import { lengthen, shorten, shortenAgain } from './shorten.ts';

/** A memory, and where it lies. */
interface MemoryLocation {
  id: string;
  store: Store;
  row: Row;
}

/** Puts memories of others away that a newer one has replaced, and sends to review what contradicts it. */
export function overtake(
  stores: readonly Store[],
  by: MemoryLocation,
  overtaken: readonly OvertakenMemory[],
  written: MemoryChanges,
): void {
  for (const { id, pieces, stands, at, because } of overtaken)
    for (const store of stores) {
      const row = rowById(store, id);
      const memory = row === undefined ? undefined : memoryAt(store, row);
      if (!memory || memory.id === by.id || memory.status === 'deprecated') continue;
      if (stands === 'replaced' && pieces !== null) {
        const why = whyReplaced({ by: by.id, because });
        if (shorten(store, row!, pieces, { ...by, at, why })) {
          written.shortened.push(id);
          continue;
        }
      }
      if (stands === 'replaced') {
        replaceMemory(store, row!, { ...memory, status: 'deprecated' }, hashOf(memory.text));
        addReplaced(store, memory, { by: by.id, at, because });
        addRelations(by.store, by.row, [{ kind: 'supersedes', to: id, confidence: 1 }]);
        written.superseded.push(id);
      } else if (!memory.needsReview && !fullMemoryAt(store, row!)!.relations.some(isTieTo(by.id))) {
        replaceMemory(store, row!, { ...memory, needsReview: true }, hashOf(memory.text));
        addRelations(store, row!, [{ kind: 'conflicts', to: by.id, confidence: 1 }]);
        const why = message('wait.contradicts', { ids: by.id });
        addStep(store, {
          memory: id,
          at,
          did: 'sent to review',
          why,
          before: null,
          confidence: memory.confidence,
        });
      }
    }
}

const isTieTo =
  (id: string) =>
  ({ kind, to }: Relation): boolean =>
    kind === 'conflicts' && to === id;

/** Writes down that a memory was replaced, by which, and why. */
export function addReplaced(
  store: Store,
  { id, confidence }: Memory,
  { by, at, because }: { by: string; at: number; because: string | null },
): void {
  addStep(store, {
    memory: id,
    at,
    did: 'superseded',
    why: whyReplaced({ by, because }),
    before: null,
    confidence,
  });
}

/**
 * Lets what a memory had replaced hold again, all or what it has `since` then, as it holds itself no longer; what others
 * have decided since stays so.
 */
export function bringBack(
  stores: readonly Store[],
  { id, store, row }: MemoryLocation,
  at: number,
  since = 0,
): void {
  for (const was of replacedBy(store, row))
    for (const each of stores) {
      const there = rowById(each, was);
      const memory = there === undefined ? undefined : memoryAt(each, there);
      const last = stepsOfMemory(each, was).at(-1);
      if (!last || last.at < since) continue;
      if (memory && memory.status !== 'deprecated')
        lengthen(each, there!, { by: id, why: replacementGone(id), at });
      if (memory?.status !== 'deprecated' || !isReplacedBy(id, last.why)) continue;
      replaceMemory(each, there!, { ...memory, status: 'active' }, hashOf(memory.text));
      const why = replacementGone(id);
      addStep(each, {
        memory: was,
        at,
        did: 'holds again',
        why,
        before: null,
        confidence: memory.confidence,
      });
    }
}

/** Puts away again what held again only because a memory did not, since that one does once more. */
export function replaceAgain(stores: readonly Store[], { id, store, row }: MemoryLocation, at: number): void {
  for (const was of replacedBy(store, row))
    for (const each of stores) {
      const there = rowById(each, was);
      const memory = there === undefined ? undefined : memoryAt(each, there);
      const last = stepsOfMemory(each, was).at(-1);
      if (!memory || memory.status === 'deprecated' || !last || !isReplacementGone(id, last.why)) continue;
      if (last.before !== null) {
        shortenAgain(each, there!, last, at, whyReplaced({ by: id, because: null }));
        continue;
      }
      replaceMemory(each, there!, { ...memory, status: 'deprecated' }, hashOf(memory.text));
      addReplaced(each, memory, { by: id, at, because: null });
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
  replaceMemory(store, row, { ...memory, status: 'active', updatedAt: at }, hashOf(memory.text));
  const why = message('why.statedIn', { n: sessions });
  addStep(store, {
    memory: memory.id,
    at,
    did: 'seen again',
    why,
    before: null,
    confidence: memory.confidence,
  });
  written.changed.push(memory.id);
}

/** A memory's ties to those that were not made of drafts, as long as they are put away, in part or as a whole. */
export function tiesToOthers(
  stores: readonly Store[],
  store: Store,
  row: Row,
  drafted: ReadonlySet<string>,
): Relation[] {
  return fullMemoryAt(store, row)!.relations.filter(({ kind, to, confidence }) => {
    if (kind !== 'supersedes' || drafted.has(to)) return false;
    if (confidence < 1) return true;
    return stores.some((each) => {
      const there = rowById(each, to);
      return there !== undefined && memoryAt(each, there)!.status === 'deprecated';
    });
  });
}
