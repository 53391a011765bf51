import type { Client, EventKind } from '../../model/event.ts';
import type { Store } from '../store.ts';

/** Where an event stands: in its log and in its session. */
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
  const isWanted = '(?2 is null or kind in (select value from json_each(?2)))';
  const found = store
    .sql(
      `select (select count(*) from event where session = ?1 and ${isWanted}
                 and (at, offset, part, id) < (here.at, here.offset, here.part, here.id)) as n
         from event here where session = ?1 and ${isWanted} and id between unhex(?3) and unhex(?4) order by id limit 1`,
    )
    .get(session, kinds ? JSON.stringify(kinds) : null, ...eventRange(digits));
  return found?.n as number | undefined;
}

/** Where the event with an id stands. */
export function eventPlace(store: Store, id: string): EventPlace | undefined {
  const found = store
    .sql(
      `select event.row, session.client, event.session as sessionRow, session.id as session, log.path as log,
              event.offset, event.bytes, event.at, event.part
         from event join session on session.row = event.session join log on log.row = event.log
        where event.id = unhex(?)`,
    )
    .get(id);
  return found && ({ ...found } as unknown as EventPlace);
}

/** A step as it was kept, shortly. */
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
  const of = [place.sessionRow, place.at, place.offset, place.part];
  const before = store
    .sql(
      `select ${STEP} from event where session = ?1 and (at, offset, part) < (?2, ?3, ?4)
        order by at desc, offset desc, part desc limit ?5`,
    )
    .all(...of, around)
    .reverse();
  const after = store
    .sql(
      `select ${STEP} from event where session = ?1 and (at, offset, part) >= (?2, ?3, ?4)
        order by at, offset, part limit ?5`,
    )
    .all(...of, around + 1);
  return [...before, ...after].map(
    (found) => ({ ...found, tainted: found.tainted === 1 }) as unknown as KeptStep,
  );
}

const STEP = 'row, lower(hex(id)) as id, at, kind, tool, command, outcome, text, tainted';
