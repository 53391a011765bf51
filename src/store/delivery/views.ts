import type { Store } from '../store.ts';

/** A view as it was last made. */
export interface KeptView {
  json: string;
  madeAt: number;
  /** How many events were known then. */
  events: number;
  /** What it was made of. */
  basis: string;
}

/** A view as it was last made for what was asked. */
export function keptView(store: Store, name: string, args: string): KeptView | undefined {
  const found = store
    .sql('select json, made_at as madeAt, events, basis from view where name = ? and args = ?')
    .get(name, args);
  return found && ({ ...found } as unknown as KeptView);
}

/** Keeps a view; of those that were asked for in many ways only the latest. */
export function keepView(
  store: Store,
  name: string,
  args: string,
  { json, madeAt, events, basis }: KeptView,
): void {
  store.transaction(() => {
    store
      .sql('insert or replace into view (name, args, json, made_at, events, basis) values (?, ?, ?, ?, ?, ?)')
      .run(name, args, json, madeAt, events, basis);
    store
      .sql(
        `delete from view where name = ?1 and args not in
           (select args from view where name = ?1 order by made_at desc, args limit ${MAX_VIEWS})`,
      )
      .run(name);
  });
}

const MAX_VIEWS = 50;

/** Lets go of all views. */
export function forgetViews(store: Store): void {
  store.sql('delete from view').run();
}

/** How many events were ever read here. */
export const eventsEver = (store: Store): number =>
  (store.sql('select max(row) as n from event').get()!.n as number | null) ?? 0;

/** A mark of the memories of a store: another one where any was added, changed or removed since. */
export function memoryMark(store: Store): string {
  const { n, last, at } = store
    .sql(
      `select (select count(*) from memory) as n, (select max(row) from memory) as last,
              (select max(updated_at) from memory) as at`,
    )
    .get()!;
  return `${n} ${last ?? 0} ${at ?? 0}`;
}
