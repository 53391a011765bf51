import { jsonMark } from '@sqrl/base/sqlite/marks.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { setMark } from './marks.ts';

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

export const branchTip = (store: Store, name: string): BranchTip | undefined =>
  jsonMark<BranchTip>(store, 'branch tip', name);

/** Branches that memories of a store are staged on. */
export const stagedBranches = (store: Store): string[] =>
  store.column`select distinct branch from memory where branch is not null order by branch`;
