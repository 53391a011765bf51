import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { type Row, replaceMemory } from '../../store/memory/memories.ts';
import { addStep, type MemoryEvent } from '../../store/memory/steps.ts';

/** What happened to a memory; `before` is its text before that, where it changed. */
export type StepNote = Pick<MemoryEvent, 'at' | 'did' | 'why'> & { before?: string | null };

export function noteStep(
  store: Store,
  { id, confidence }: Pick<Memory, 'id' | 'confidence'>,
  { at, did, why, before = null }: StepNote,
): void {
  addStep(store, { memory: id, at, did, why, before, confidence });
}

export function writeStep(store: Store, row: Row, memory: Memory, step: StepNote): void {
  writeMemory(store, row, memory);
  noteStep(store, memory, step);
}

export const writeMemory = (store: Store, row: Row, memory: Memory): void =>
  replaceMemory(store, row, memory, hashOf(memory.text));

export const whyReplaced = ({ by, because }: { by: string; because: string | null }): string =>
  because ? `replaced by ${by}, because ${because}` : `replaced by ${by}`;

export const isReplacedBy = (id: string, why: string): boolean =>
  why === `replaced by ${id}` || why.startsWith(`replaced by ${id}, because `);

export const replacementReason = (why: string): string | null =>
  /^replaced by \w+, because (.*)$/s.exec(why)?.[1] ?? null;
