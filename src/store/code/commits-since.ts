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
  const seen = store.sql('select row from git_commit where hash = ?').get(seenIn)?.row as number | undefined;
  if (seen === undefined) return commitsOn(store, path, seenAt).length;
  const found = store
    .sql(
      `select count(*) as n from git_touch t
        where t.in_commit > ?
          and t.file = ifnull((select row from git_file where path = ?), (select file from git_name where path = ?))`,
    )
    .get(seen, path, path);
  return found!.n as number;
}
