import type { Store } from '@sqrl/base/sqlite/store.ts';
import { RESETS_UNSAFELY } from './connect.ts';

/** Lets a store's log grow longer before it is merged into the file, for bulk writers. */
export function expectMuch(store: Store): void {
  if (!RESETS_UNSAFELY) store.db.exec('pragma wal_autocheckpoint = 4000');
}
