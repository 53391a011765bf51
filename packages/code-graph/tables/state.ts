import { markOf, putMark } from '@sqrl/base/sqlite/marks.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';

/** The number of the last change to what is known of the code; 0 where nothing is. */
export const codeGeneration = (store: Store): number => Number(codeState(store, 'generation') ?? 0);

/** Begins a change: what is written now is newer than all before. */
export function nextGeneration(store: Store): number {
  const next = codeGeneration(store) + 1;
  setCodeState(store, 'generation', String(next));
  return next;
}

export const codeState = (store: Store, name: CodeStateKey): string | undefined =>
  markOf(store, 'code', name) as string | undefined;

export const setCodeState = (store: Store, name: CodeStateKey, value: string): void =>
  putMark(store, 'code', name, value);

/**
 * `generation` counts changes, `version` tells which readers wrote the facts, `indexed_at` when all was last read, and
 * `looked_at` when memories were last compared with it, with the newest rows of a symbol and of a memory at that time.
 */
type CodeStateKey = 'generation' | 'version' | 'indexed_at' | 'looked_at' | 'looked_symbol' | 'looked_memory';
