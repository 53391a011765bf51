import type { Log } from '@sqrl/base/model/reader.ts';
import { as, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { markOf, marksOf, setMark } from '../marks.ts';

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
  trouble: string | null;
  readAt: number;
}

const COLUMNS = `client, path, form, inode, size, changed_at, head, offset, state, counts, events,
  last_at, trouble, read_at`;

export function readingOf(store: Store, path: string): LogReading | undefined {
  const found = store.row`select ${raw(COLUMNS)} from reading where path = ${path}`;
  return found && toReading(found);
}

/** How far every log was read, by their paths; without what is needed to go on. */
export const readings = (store: Store): LogReading[] =>
  store.rows`select ${raw(COLUMNS.replace(' state,', ' null as state,'))} from reading order by path`.map(
    toReading,
  );

const toReading = as<LogReading>();

export function setReading(store: Store, reading: LogReading): void {
  const { client, path, form, inode, size, changedAt, head, offset } = reading;
  const { state, counts, events, lastAt, trouble, readAt } = reading;
  const read = { offset, state, counts, events, lastAt, trouble, readAt };
  store.put('reading', { client, path, form, inode, size, changedAt, head, ...read });
}

/** Forgets how far the logs of a store's events were read; `user` is the store that keeps it. */
export function forgetReadingsOf(store: Store, user: Store): void {
  const paths = store.rows`select path from log`;
  for (const { path } of paths) user.run`delete from reading where path = ${path as string}`;
}

/** Forgets how far logs were read that were read since a time, so that they are read again; says how many. */
export const forgetReadingsSince = (user: Store, since: number): number =>
  Number(user.run`delete from reading where read_at >= ${since}`.changes);

/** Notes that what happened in a project until now is not to be read again. */
export function forgetUntil(user: Store, project: string, at: number): void {
  setMark(user, 'forgotten', project, Math.max(at, Number(markOf(user, 'forgotten', project) ?? 0)));
}

export const forgottenUntil = (user: Store): Map<string, number> =>
  new Map(marksOf<string, number>(user, 'forgotten'));
