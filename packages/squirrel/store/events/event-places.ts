import type { EventKind } from '@sqrl/base/model/event.ts';
import { fragment } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';

/** The session of an event, and where in a log it stands. */
export interface EventPlace {
  session: string;
  log: string;
  offset: number;
  bytes: number;
}

/** The lowest and the highest id that begin with some hex digits. */
export const eventRange = (digits: string): [low: string, high: string] => [
  digits.padEnd(EVENT_DIGITS, '0'),
  digits.padEnd(EVENT_DIGITS, 'f'),
];

/** Hex digits of an event's id. */
const EVENT_DIGITS = 32;

/**
 * The place of an event among those of its session, of some kinds, from nought; undefined where it is not among them. The
 * first digits of its id will do.
 */
export function indexOfEvent(
  store: Store,
  { session, digits, kinds }: { session: number; digits: string; kinds?: readonly EventKind[] | undefined },
): number | undefined {
  const isWanted = fragment`(${kinds} is null or kind in (select value from json_each(${kinds})))`;
  const [low, high] = eventRange(digits);
  return store.value`select (select count(*) from event where session = ${session} and ${isWanted}
      and (at, offset, part, id) < (here.at, here.offset, here.part, here.id))
    from event here where session = ${session} and ${isWanted} and id between unhex(${low}) and unhex(${high})
    order by id limit 1`;
}

/** Where an event stands; the first digits of its id will do. */
export function eventPlace(store: Store, digits: string): EventPlace | undefined {
  const [low, high] = eventRange(digits);
  return store.row`select session.id as session, log.path as log, event.offset, event.bytes
    from event join session on session.row = event.session join log on log.row = event.log
    where event.id between unhex(${low}) and unhex(${high}) order by event.id limit 1`;
}

/** An event whose text may hold something that is forgotten. */
export interface EventText {
  row: number;
  session: number;
  text: string;
}

export const eventTexts = (store: Store, ids: readonly string[]): EventText[] =>
  store.rows`select row, session, text from event where id in (select unhex(value)
    from json_each(${ids.filter((id) => /^(?:[0-9a-f]{2})+$/i.test(id))})) order by row`;

export const eventsOfPassages = (store: Store, passages: readonly number[]): EventText[] =>
  store.rows`select row, session, text from event
    where row in (select event from passage where row in (select value from json_each(${passages})))
      order by row`;

/** Writes an event's text without what was forgotten of it. All that was derived from its session is to be derived anew. */
export function setForgottenText(store: Store, { row, session, text }: EventText): void {
  store.run`update event set text = ${text} where row = ${row}`;
  store.run`update session set unsettled = 1, rules = 0 where row = ${session}`;
}

export const sessionOfEvent = (store: Store, event: number): number =>
  store.value`select session from event where row = ${event}`;
