import type { Store } from '../store.ts';

/** Files that appear together in one episode, and whether they were changed or only looked at. */
export interface FileGroup {
  way: 'changed' | 'looked';
  paths: readonly string[];
}

/** Counts that these files of the repository were together once more, or once less. */
export function countTogether(store: Store, { way, paths }: FileGroup, by: 1 | -1): void {
  const files = [...new Set(paths)]
    .map((path) => store.value<number>`select row from file where path = ${path} and outside = 0`)
    .filter((row) => row !== undefined);
  for (const file of files)
    for (const other of files) {
      if (file === other) continue;
      if (by === 1) add(store, file, other, way);
      else take(store, file, other, way);
    }
}

function add(store: Store, file: number, other: number, way: string): void {
  store.run`insert into pair (file, other, way, times) values (${file}, ${other}, ${way}, 1)
    on conflict do update set times = times + 1`;
}

function take(store: Store, file: number, other: number, way: string): void {
  const { times } =
    (store.row`update pair set times = times - 1 where file = ${file} and other = ${other} and way = ${way}
      returning times` ?? {
      times: 1,
    }) as { times: number };
  if (times === 0) store.run`delete from pair where file = ${file} and other = ${other} and way = ${way}`;
}
