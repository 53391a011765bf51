import type { Client, EventKind } from '@sqrl/base/model/event.ts';
import { as, flag, fragment, raw } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';

export interface EventPlace {
  row: number;
  client: Client;
  /** The session's row, and its id. */
  sessionRow: number;
  session: string;
  log: string;
  offset: number;
  bytes: number;
  at: number;
  part: number;
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

export const eventPlace = (store: Store, id: string): EventPlace | undefined =>
  store.row`select event.row, session.client, event.session as sessionRow, session.id as session,
    log.path as log,
      event.offset, event.bytes, event.at, event.part
    from event join session on session.row = event.session join log on log.row = event.log
    where event.id = unhex(${id})`;

export interface KeptStep {
  row: number;
  id: string;
  at: number;
  kind: EventKind;
  tool: string | null;
  command: string | null;
  outcome: string | null;
  text: string;
  tainted: boolean;
}

/** The steps just before an event, the event, and those just after it, in order. */
export function stepsAround(store: Store, place: EventPlace, around: number): KeptStep[] {
  const here = fragment`(${place.at}, ${place.offset}, ${place.part})`;
  const beside = (than: '<' | '>=', order: 'asc' | 'desc', limit: number): KeptStep[] =>
    store.rows`select row, lower(hex(id)) as id, at, kind, tool, command, outcome, text, tainted from event
      where session = ${place.sessionRow} and (at, offset, part) ${raw(than)} ${here}
      order by at ${raw(order)}, offset ${raw(order)}, part ${raw(order)} limit ${limit}`.map(
      as({ tainted: flag }),
    );
  return [...beside('<', 'desc', around).reverse(), ...beside('>=', 'asc', around + 1)];
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
