import type { Store } from '@sqrl/base/sqlite/query.ts';

/**
 * Reads something from a store once and gives it again while nothing in the file changes, be it through this connection
 * or another. To ask whether something did takes a few microseconds.
 */
export function whileUnchanged<T>(read: (store: Store) => T): (store: Store) => T {
  const known = new WeakMap<Store, { state: string; made: T }>();
  return (store) => {
    // What is written now may be taken back, and nothing would tell.
    if (store.db.isTransaction) return read(store);
    const state = stateOf(store);
    const last = known.get(store);
    if (last?.state === state) return last.made;
    const made = read(store);
    known.set(store, { state, made });
    return made;
  };
}

/** Another text whenever this connection has changed rows, or another one has written. */
const stateOf = (store: Store): string =>
  `${store.value`select total_changes()`} ${store.value`pragma data_version`}`;
