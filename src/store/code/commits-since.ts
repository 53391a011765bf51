import type { Store } from '../store.ts';
import { commitsOn } from './cochange.ts';

/**
 * How many commits changed a file since a commit was checked out: those that were read after it, whatever their date,
 * since a merge brings older ones. Where that commit is not known, those after a time.
 */
export function countCommitsSince(
  store: Store,
  path: string,
  { seenIn, seenAt }: { seenIn: string | null; seenAt: number },
): number {
  const seen = store.value<number | undefined>`select row from git_commit where hash = ${seenIn}`;
  if (seen === undefined) return commitsOn(store, path, seenAt).length;
  const found = store.row`select count(*) as n from git_touch t
    where t.in_commit > ${seen}
      and t.file = ifnull((select row from git_file where path = ${path}), (select file from git_name
        where path = ${path}))`;
  return found!.n as number;
}
