import type { Store } from '../store.ts';

/** An event whose text may hold something that is forgotten. */
export interface EventText {
  row: number;
  session: number;
  text: string;
}

/** Events by their ids; those that are not in this store are left out. */
export const eventTexts = (store: Store, ids: readonly string[]): EventText[] =>
  store.rows`select row, session, text from event where id in (select unhex(value)
    from json_each(${ids.filter((id) => /^(?:[0-9a-f]{2})+$/i.test(id))})) order by row`;

/** The events that some passages were cut from. */
export const eventsOfPassages = (store: Store, passages: readonly number[]): EventText[] =>
  store.rows`select row, session, text from event
    where row in (select event from passage where row in (select value from json_each(${passages})))
      order by row`;

/** Writes an event's text without what was forgotten of it. All that was derived from its session is to be derived anew. */
export function setForgottenText(store: Store, { row, session, text }: EventText): void {
  store.run`update event set text = ${text} where row = ${row}`;
  store.run`update session set unsettled = 1, rules = 0 where row = ${session}`;
}

/** The session that an event belongs to. */
export const sessionOfEvent = (store: Store, event: number): number =>
  store.value`select session from event where row = ${event}`;
