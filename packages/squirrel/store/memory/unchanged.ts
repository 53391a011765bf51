import type { Store } from '@sqrl/base/sqlite/query.ts';

/**
 * Reads something from a store once and gives it again while nothing in the file changes, be it through this connection
 * or another. To ask whether something did takes a few microseconds.
 */
export function whileUnchanged<T>(read: (store: Store) => T): (store: Store) => T {
  const known = new WeakMap<Store, { state: DataVersions; made: T }>();
  return (store) => {
    // What is written now may be taken back, and nothing would tell.
    if (store.db.isTransaction) return read(store);
    const state = stateOf(store);
    const last = known.get(store);
    if (last?.state.own === state.own && last.state.others === state.others) return last.made;
    const made = read(store);
    known.set(store, { state, made });
    return made;
  };
}

interface DataVersions {
  /** Rows that this connection has changed so far. */
  own: number;
  /** A number that is another one whenever another connection has written. */
  others: number;
}

const stateOf = (store: Store): DataVersions => ({
  own: store.value<number>`select total_changes() as n`,
  others: store.value<number>`pragma data_version`,
});
