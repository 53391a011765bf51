import type { Relation } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { withoutPieces } from '@sqrl/base/text/pieces.ts';
import { addRelations, fullMemoryAt } from '../../store/memory/belongings.ts';
import { memoryAt, type Row, rowByHash } from '../../store/memory/memories.ts';
import { type MemoryEvent, replacedBy, stepsOfMemory } from '../../store/memory/steps.ts';
import { removeVector } from '../../store/vectors/stored-index.ts';
import { type StoredMemory, storedMemories } from '../../workspace/lookup.ts';
import type { OvertakenMemory } from '../claims/succession.ts';
import { isReplacedBy, type StepNote, whyReplaced, writeStep } from './history.ts';

export interface MemoryChanges {
  learned: string[];
  changed: string[];
  superseded: string[];
  shortened: string[];
  withdrawn: string[];
}

export const noChanges = (): MemoryChanges => ({
  ...{ learned: [], changed: [], superseded: [], shortened: [], withdrawn: [] },
});

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
    for (const found of storedMemories(stores, id)) {
      const { store, row, memory } = found;
      if (memory.id === by.id || memory.status === 'deprecated') continue;
      if (stands === 'replaced')
        written[putAway(found, pieces, { ...by, at, why: whyReplaced({ by: by.id, because }) })].push(id);
      else if (!memory.needsReview) {
        const { relations } = fullMemoryAt(store, row)!;
        if (relations.some(({ kind, to }) => kind === 'conflicts' && to === by.id)) continue;
        const why = `it contradicts ${by.id}, which is more trusted`;
        writeStep(store, row, { ...memory, needsReview: true }, { at, did: 'sent to review', why });
        addRelations(store, row, [{ kind: 'conflicts', to: by.id, confidence: 1 }]);
      }
    }
}

/** The confidence of a tie to a memory that was replaced in part, and still holds. */
const PARTLY = 0.5;

const SHORTENED = 'partly replaced';

/**
 * Archives a memory that another replaced. Where only pieces of its text are contradicted it loses those alone, and its
 * history keeps them; all of it goes if nothing would be left that is not said elsewhere.
 */
export function putAway(
  { store, row, memory }: StoredMemory,
  pieces: readonly string[] | null | undefined,
  { at, why, ...by }: MemoryLocation & { at: number; why: string },
): 'shortened' | 'superseded' {
  const text = pieces ? withoutPieces(memory.text, pieces) : '';
  const isShortened =
    text !== '' && text !== memory.text && reword(store, row, text, { at, why, did: SHORTENED });
  if (!isShortened)
    writeStep(store, row, { ...memory, status: 'deprecated' }, { at, why, did: 'superseded' });
  const confidence = isShortened ? PARTLY : 1;
  addRelations(by.store, by.row, [{ kind: 'supersedes', to: memory.id, confidence }]);
  return isShortened ? 'shortened' : 'superseded';
}

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
  const why = replacementGone(id);
  for (const was of replacedBy(store, row))
    for (const { store: each, row: there, memory } of storedMemories(stores, was)) {
      const last = stepsOfMemory(each, was).at(-1);
      if (!last || last.at < since) continue;
      if (memory.status !== 'deprecated') lengthen(each, there, { by: id, why, at });
      else if (isReplacedBy(id, last.why))
        writeStep(each, there, { ...memory, status: 'active' }, { at, did: 'holds again', why });
    }
}

const replacementGone = (id: string): string => `${id}, which had replaced it, no longer applies`;

/** Puts away again what held again only because a memory did not, since that one does once more. */
export function replaceAgain(stores: readonly Store[], { id, store, row }: MemoryLocation, at: number): void {
  const why = whyReplaced({ by: id, because: null });
  for (const was of replacedBy(store, row))
    for (const { store: each, row: there, memory } of storedMemories(stores, was)) {
      const last = stepsOfMemory(each, was).at(-1);
      const isGone = last?.why === replacementGone(id);
      if (memory.status === 'deprecated' || !isGone) continue;
      if (last.before !== null) reword(each, there, last.before, { at, did: SHORTENED, why });
      else writeStep(each, there, { ...memory, status: 'deprecated' }, { at, did: 'superseded', why });
    }
}

/** A memory's ties to those that were not made of drafts, as long as they are put away, in part or as a whole. */
export const tiesToOthers = (
  stores: readonly Store[],
  store: Store,
  row: Row,
  drafted: ReadonlySet<string>,
): Relation[] =>
  fullMemoryAt(store, row)!.relations.filter(
    ({ kind, to, confidence }) =>
      kind === 'supersedes' &&
      !drafted.has(to) &&
      (confidence < 1 || storedMemories(stores, to).some(({ memory }) => memory.status === 'deprecated')),
  );

/** Gives a memory back the pieces that another had replaced, unless its text was changed since. */
function lengthen(store: Store, row: Row, { by, why, at }: { by: string; why: string; at: number }): void {
  const steps = stepsOfMemory(store, memoryAt(store, row)!.id);
  const last = steps.findLast(({ before }) => before !== null);
  if (last === shortenedBy(steps, by) && last)
    reword(store, row, last.before!, { at, did: 'holds again', why });
}

/** The step by which another memory replaced a part of one. */
export const shortenedBy = (steps: readonly MemoryEvent[], by: string): MemoryEvent | undefined =>
  steps.findLast(({ did, why }) => did === SHORTENED && isReplacedBy(by, why));

/** False if another memory has that text. */
function reword(store: Store, row: Row, text: string, step: StepNote): boolean {
  const memory = memoryAt(store, row)!;
  if (rowByHash(store, memory, hashOf(text)) !== undefined) return false;
  writeStep(store, row, { ...memory, text }, { ...step, before: memory.text });
  // Of the text it had before.
  removeVector(store, row);
  return true;
}
