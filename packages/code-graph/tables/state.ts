import type { Store } from '@sqrl/base/sqlite/store.ts';
import { jsonMark, markOf, setMark } from '@sqrl/squirrel/store/marks.ts';

/** The number of the last change to what is known of the code; 0 where nothing is. */
export const codeGeneration = (store: Store): number => Number(codeState(store, 'generation') ?? 0);

/** Begins a change: what is written now is newer than all before. */
export function nextGeneration(store: Store): number {
  const next = codeGeneration(store) + 1;
  setCodeState(store, 'generation', String(next));
  return next;
}

/** One thing that is kept about the index as a whole. */
export const codeState = (store: Store, name: CodeStateKey): string | undefined =>
  markOf(store, 'code', name) as string | undefined;

/** Keeps one thing about the index as a whole. */
export const setCodeState = (store: Store, name: CodeStateKey, value: string): void =>
  setMark(store, 'code', name, value);

/**
 * `generation` counts changes, `version` tells which readers wrote the facts, `indexed_at` when all was last read, and
 * `looked_at` when memories were last compared with it.
 */
type CodeStateKey = 'generation' | 'version' | 'indexed_at' | 'looked_at';

/** Where a branch last stood. */
export interface BranchTip {
  name: string;
  /** A commit's hash. */
  tip: string;
  /** It had commits of its own. */
  ahead: boolean;
  at: number;
}

/** Notes where a branch stands; that it had commits of its own stays true. */
export function setBranchTip(store: Store, { name, tip, ahead, at }: BranchTip): void {
  const known = branchTip(store, name);
  const next = { name, tip, ahead: ahead || known?.ahead === true, at };
  if (known?.tip !== next.tip || known.ahead !== next.ahead)
    setMark(store, 'branch tip', name, JSON.stringify(next));
}

/** Where a branch last stood. */
export const branchTip = (store: Store, name: string): BranchTip | undefined =>
  jsonMark<BranchTip>(store, 'branch tip', name);

/** Branches that memories of a store are staged on. */
export const stagedBranches = (store: Store): string[] =>
  store.column`select distinct branch from memory where branch is not null order by branch`;
