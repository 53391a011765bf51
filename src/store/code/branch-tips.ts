import type { Store } from '../store.ts';

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
  store
    .sql(
      `insert into branch_tip (name, tip, ahead, at) values (?, ?, ?, ?)
       on conflict do update set tip = excluded.tip, ahead = max(ahead, excluded.ahead), at = excluded.at
        where (tip, ahead) is not (excluded.tip, max(ahead, excluded.ahead))`,
    )
    .run(name, tip, Number(ahead), at);
}

/** Where a branch last stood. */
export function branchTip(store: Store, name: string): BranchTip | undefined {
  const found = store.sql('select name, tip, ahead, at from branch_tip where name = ?').get(name);
  return found && ({ ...found, ahead: found.ahead === 1 } as unknown as BranchTip);
}

/** Branches that memories of a store are staged on. */
export const stagedBranches = (store: Store): string[] =>
  store
    .sql('select distinct branch from memory where branch is not null order by branch')
    .all()
    .map(({ branch }) => branch as string);
