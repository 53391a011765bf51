import { settleSession } from '../episodes/settle.ts';
import type { Store } from '../store/store.ts';

/** Told, in the thread that reads logs and within its transaction, of sessions that have new events. */
export function onEvents(store: Store, sessions: readonly number[]): void {
  for (const session of sessions) settleSession(store, session);
}
