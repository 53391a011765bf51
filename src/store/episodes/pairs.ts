import type { Store } from '../store.ts';

/** Files that appear together in one episode, and whether they were changed or only looked at. */
export interface FileGroup {
  way: 'changed' | 'looked';
  paths: readonly string[];
}

/** Counts that these files of the repository were together once more, or once less. */
export function countTogether(store: Store, { way, paths }: FileGroup, by: 1 | -1): void {
  const files = [...new Set(paths)]
    .map((path) => store.sql('select row from file where path = ? and outside = 0').get(path)?.row as number)
    .filter((row) => row !== undefined);
  for (const file of files)
    for (const other of files) {
      if (file === other) continue;
      if (by === 1) add(store, file, other, way);
      else take(store, file, other, way);
    }
}

function add(store: Store, file: number, other: number, way: string): void {
  store
    .sql(
      `insert into pair (file, other, way, times) values (?, ?, ?, 1)
       on conflict do update set times = times + 1`,
    )
    .run(file, other, way);
}

function take(store: Store, file: number, other: number, way: string): void {
  const { times } = (store
    .sql('update pair set times = times - 1 where file = ? and other = ? and way = ? returning times')
    .get(file, other, way) ?? { times: 1 }) as { times: number };
  if (times === 0)
    store.sql('delete from pair where file = ? and other = ? and way = ?').run(file, other, way);
}
