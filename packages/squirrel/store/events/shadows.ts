import type { Client } from '@sqrl/base/model/event.ts';
import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { replaceFailures } from './failure-history.ts';

/** Tells of other clients' sessions, under the ids that these have given them. */
const TELLER: Client = 'specstory';
const TOLD_OF: readonly Client[] = HOOK_CLIENTS;

/**
 * Whether a session is only told again of one that is known from its client's own log. That log says more, and what was
 * done once must not count twice: a shadow has no events.
 */
export const isShadow = (store: Store, client: Client, id: string): boolean =>
  client === TELLER &&
  store.row`select 1 from session where client in (select value from json_each(${TOLD_OF})) and id = ${id}` !==
    undefined;

/**
 * Takes away the events of what has just become a shadow, since a client's own log of that session came; gives the rows of
 * such sessions, which are then to be settled.
 */
export function removeShadowOf(store: Store, client: Client, id: string): number[] {
  if (!TOLD_OF.includes(client)) return [];
  const shadows = store.column<number>`select row from session where client = ${TELLER} and id = ${id}
    and exists (select 1 from event where session = session.row)`;
  for (const session of shadows) removeEvents(store, session);
  return shadows;
}

/** What hangs on an event goes before it. */
function removeEvents(store: Store, session: number): void {
  replaceFailures(store, session, Number.MIN_SAFE_INTEGER, []);
  store.run`delete from touch where event in (select row from event where session = ${session})`;
  store.run`delete from event where session = ${session}`;
}
