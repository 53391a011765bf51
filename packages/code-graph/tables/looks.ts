import type { Store } from '@sqrl/base/sqlite/store.ts';

/** Puts what was looked at in the place of what was looked at before; `looker` is a file's id, or less than nought. */
export function replaceLooks(store: Store, looker: number, looks: Iterable<number>): void {
  removeLooks(store, looker);
  addCodeLooks(store, looker, looks);
}

/** Adds what was looked at for the first time. */
export function addCodeLooks(store: Store, looker: number, looks: Iterable<number>): void {
  const all = [...looks];
  if (all.length > 0)
    // There are hundreds of thousands: in one statement they take half the time.
    store.run`insert or ignore into code_look (look, looker) select value, ${looker} from json_each(${all})`;
}

/** Forgets what a file looked at. */
export function removeLooks(store: Store, looker: number): void {
  store.run`delete from code_look where looker = ${looker}`;
}

/** Whether anybody looked at anything: not while a repository is read for the first time. */
export const isLookedAt = (store: Store): boolean => store.row`select 1 from code_look limit 1` !== undefined;

/** Who looked at any of these: ids of files, and what was found on the way, which others looked at in turn. */
export function lookersOf(store: Store, looks: Iterable<number>): { files: Set<number>; found: Set<number> } {
  const files = new Set<number>();
  const found = new Set<number>();
  const all = store.sql('select looker from code_look where look = ?');
  for (const look of looks)
    for (const { looker } of all.all(look) as { looker: number }[])
      if (looker >= 0) files.add(looker);
      else found.add(-looker);
  return { files, found };
}

/** Has files that were read be linked again. */
export function relink(store: Store, files: Iterable<number>): void {
  const mark = store.sql(`update code_file set state = 'read' where id = ? and state = 'linked'`);
  for (const file of files) mark.run(file);
}
