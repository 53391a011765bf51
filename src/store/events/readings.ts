import type { SQLOutputValue } from 'node:sqlite';
import { type Message, readMessage, storedMessage } from '../../base/messages.ts';
import type { Log } from '../../model/reader.ts';
import { markOf, marksOf, setMark } from '../marks.ts';
import type { Store } from '../store.ts';

/** How far a log was read. */
export interface LogReading extends Log {
  inode: number | null;
  size: number;
  changedAt: number;
  /** A hash of its first bytes. */
  head: string | null;
  offset: number;
  /** JSON. */
  state: string | null;
  /** JSON: records by fate, type and version. */
  counts: string;
  /** Events it has given, known ones included. */
  events: number;
  lastAt: number | null;
  trouble: Message | null;
  readAt: number;
}

const COLUMNS = `client, path, form, inode, size, changed_at as changedAt, head, offset, state, counts, events,
  last_at as lastAt, trouble, read_at as readAt`;

/** How far one log was read, where it was. */
export function readingOf(store: Store, path: string): LogReading | undefined {
  const found = store.sql(`select ${COLUMNS} from reading where path = ?`).get(path);
  return found && toReading(found);
}

/** How far every log was read, by their paths; without what is needed to go on. */
export const readings = (store: Store): LogReading[] =>
  store
    .sql(`select ${COLUMNS.replace(' state,', ' null as state,')} from reading order by path`)
    .all()
    .map(toReading);

const toReading = ({ trouble, ...found }: Record<string, SQLOutputValue>): LogReading =>
  ({ ...found, trouble: trouble === null ? null : readMessage(trouble as string) }) as unknown as LogReading;

/** Writes down how far a log was read. */
export function setReading(store: Store, reading: LogReading): void {
  const { client, path, form, inode, size, changedAt, head, offset } = reading;
  const { state, counts, events, lastAt, trouble, readAt } = reading;
  store
    .sql(
      `insert or replace into reading (client, path, form, inode, size, changed_at, head, offset, state, counts,
         events, last_at, trouble, read_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      client,
      path,
      form,
      inode,
      size,
      changedAt,
      head,
      offset,
      state,
      counts,
      events,
      lastAt,
      trouble && storedMessage(trouble),
      readAt,
    );
}

/** Forgets how far the logs of a store's events were read; `user` is the store that keeps it. */
export function forgetReadingsOf(store: Store, user: Store): void {
  const paths = store.sql('select path from log').all();
  for (const { path } of paths) user.sql('delete from reading where path = ?').run(path as string);
}

/** Forgets how far logs were read that were read since a time, so that they are read again; says how many. */
export const forgetReadingsSince = (user: Store, since: number): number =>
  Number(user.sql('delete from reading where read_at >= ?').run(since).changes);

/** Notes that what happened in a project until now is not to be read again. */
export function forgetUntil(user: Store, project: string, at: number): void {
  setMark(user, 'forgotten', project, Math.max(at, Number(markOf(user, 'forgotten', project) ?? 0)));
}

/** Until when each erased project was forgotten. */
export const forgottenUntil = (user: Store): Map<string, number> =>
  new Map(marksOf<string, number>(user, 'forgotten'));
