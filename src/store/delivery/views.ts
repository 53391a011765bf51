import { dropMarks, jsonMark, setMark } from '../marks.ts';
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
export const keptView = (store: Store, name: string, args: string): KeptView | undefined =>
  jsonMark<KeptView>(store, 'view', `${name} ${args}`);

/** Keeps a view; only the latest. */
export function keepView(
  store: Store,
  name: string,
  args: string,
  { json, madeAt, events, basis }: KeptView,
): void {
  store.transaction(() => {
    setMark(store, 'view', `${name} ${args}`, JSON.stringify({ json, madeAt, events, basis }));
    store.run`delete from mark where kind = 'view' and name not in
      (select name from mark where kind = 'view' order by value ->> 'madeAt' desc, name limit ${MAX_VIEWS})`;
  });
}

const MAX_VIEWS = 100;

/** Lets go of all views. */
export const forgetViews = (store: Store): void => dropMarks(store, 'view');

/** How many events were ever read here. */
export const eventsEver = (store: Store): number =>
  store.value<number | null>`select max(row) as n from event` ?? 0;

/** A mark of the memories of a store: another one where any was added, changed or removed since. */
export function memoryMark(store: Store): string {
  const { n, last, at } =
    store.row`select (select count(*) from memory) as n, (select max(row) from memory) as last,
      (select max(updated_at) from memory) as at`!;
  return `${n} ${last ?? 0} ${at ?? 0}`;
}
