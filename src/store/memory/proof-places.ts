import type { Store } from '../store.ts';

/** Where something stands that proves a memory. */
export interface ProofPlace {
  /** The event's id. */
  event: string;
  /** The session's client and id: `claude-code:0f1e…`. */
  session: string;
  /** The log, and the first byte of its record there. */
  log: string;
  offset: number;
  /** Whole, where it is a commit. */
  commit: string | null;
}

/** Where these events stand; those that are not in this store are left out. */
export const placesOf = (store: Store, events: readonly string[]): Map<string, ProofPlace> =>
  new Map(
    store.rows`select lower(hex(event.id)) as event, session.client || ':' || session.id as session,
      log.path as log,
            event.offset, case event.kind when 'commit' then event.command end as "commit"
       from event join session on session.row = event.session join log on log.row = event.log
      where event.id in (select unhex(value)
        from json_each(${events.filter((id) => /^(?:[0-9a-f]{2})+$/i.test(id))}))`.map((found) => [
      found.event as string,
      { ...found } as unknown as ProofPlace,
    ]),
  );
