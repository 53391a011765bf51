import type { SessionKind } from '@sqrl/base/model/sighting.ts';
import { raw } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { DERIVED } from '../drafts/sightings.ts';
import { setMark } from '../marks.ts';

export interface FileInSession {
  session: number;
  path: string;
  looked: number;
  changed: number;
  firstAt: number;
  lastAt: number;
}

/** Counts the files of every session that has other events than when it was last counted; says how many those were. */
export function countFilesOfSessions(store: Store): number {
  const stale = store.rows<{
    row: number;
    there: number;
  }>`select session.row, (select count(*) from event where session = session.row) as there
     from session left join mark on mark.kind = 'counted' and mark.name = session.row
    where session.client not in ('git', 'ci') and there is not mark.value`;
  for (const { row, there } of stale) {
    store.run`delete from file_session where session = ${row}`;
    store.sql(COUNT).run(row);
    setMark(store, 'counted', row, there);
  }
  return stale.length;
}

// A change that failed or was refused did not change anything; what only a foreign text tells of is not counted.
const COUNT = `
  insert into file_session (session, file, looked, changed, first_at, last_at)
  select event.session, touch.file, count(*) filter (where touch.way = 'read'),
         count(*) filter (where touch.way in ('edit', 'write', 'delete') and ifnull(event.outcome, 'ok') = 'ok'),
         min(touch.at), max(touch.at)
    from event join touch on touch.event = event.row join file on file.row = touch.file
   where event.session = ? and event.tainted <> 1 and file.outside = 0 and touch.way in ('read', 'edit', 'write', 'delete')
   group by touch.file`;

export const filesOfSessions = (store: Store): FileInSession[] =>
  store.rows`select file_session.session, file.path, looked, changed, first_at,
      last_at
     from file_session join file on file.row = file_session.file
     join session on session.row = file_session.session
    order by session.began_at, session.client, session.id, file.path`;

/** The files of the repository that a session changed in a time; what only a foreign text tells of is not counted. */
export const changedIn = (
  store: Store,
  session: number,
  { from, to }: { from: number; to: number },
): string[] =>
  store.column`select distinct file.path from event join touch on touch.event = event.row join file on file.row = touch.file
    where event.session = ${session} and event.at between ${from} and ${to} and event.tainted <> 1 and file.outside = 0
      and touch.way in ('edit', 'write', 'delete') and ifnull(event.outcome, 'ok') = 'ok'`;

/** Where and when sessions changed a file; what a foreign text tells of is counted. */
export const changesOf = (store: Store, path: string): { session: number; at: number }[] =>
  store.rows`select event.session, event.at from touch join event on event.row = touch.event
    join session on session.row = event.session
    where touch.file = (select row from file where path = ${path}) and session.client not in ('git', 'ci')
      and touch.way in ('edit', 'write', 'delete') and ifnull(event.outcome, 'ok') = 'ok'`;

/** Failures that came back in several sessions, with the sessions, the files they were met with and what resolved them. */
export const failuresOfSessions = (
  store: Store,
): {
  line: string;
  session: number;
  at: number;
  path: string | null;
  how: string | null;
  command: string | null;
}[] =>
  store.rows`select failure.line, seen.session, seen.at, seen.how, seen.command,
          (select min(file.path) from touch join file on file.row = touch.file
            where touch.event = seen.event and file.outside = 0) as path
     from failure_seen seen join failure on failure.row = seen.failure
    where failure.sessions > 1 order by failure.fingerprint, seen.at`;

export const kindsOfSessions = (store: Store): Map<number, SessionKind> =>
  store.pairs`select session, min(session_kind) as kind from sighting where signal not in ${raw(DERIVED)}
    group by 1`;

/** Texts that name files which were seen together in several sessions, as their sightings hold them. */
export const seenTogether = (store: Store): string[] =>
  store.column`select max(matter || ' ' || facts) as text from sighting
    where signal in ('co_access', 'config_touch') group by matter having count(distinct session) >= 3`;
