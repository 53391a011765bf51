import type { SessionKind } from '@sqrl/base/model/sighting.ts';
import { raw } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { DERIVED } from '../drafts/sightings.ts';

export interface FileInSession {
  session: number;
  path: string;
  looked: number;
  changed: number;
  firstAt: number;
  lastAt: number;
}

/** A text that is another one once events came, or moved to another session. */
export const stampOfEvents = (store: Store): string =>
  store.value`select count(*) || ' ' || total(session) as stamp from event`;

/** Which files each session of an agent looked at and changed; what only a foreign text tells of is not counted. */
export const filesOfSessions = (store: Store): FileInSession[] =>
  store.rows`select event.session, file.path, sum(way = 'read') as looked, sum(way <> 'read' and ok) as changed,
      min(touch.at) as firstAt, max(touch.at) as lastAt
     from event join touch on touch.event = event.row join file on file.row = touch.file
     join session on session.row = event.session
    where session.client not in ('git', 'ci') and event.tainted <> 1 and file.outside = 0
      and way in ('read', 'edit', 'write', 'delete')
    group by event.session, file.row order by session.began_at, session.client, session.id, file.path`;

/** The files of the repository that a session changed in a time; what only a foreign text tells of is not counted. */
export const changedIn = (
  store: Store,
  session: number,
  { from, to }: { from: number; to: number },
): string[] =>
  store.column`select distinct file.path from event join touch on touch.event = event.row join file on file.row = touch.file
    where event.session = ${session} and event.at between ${from} and ${to} and event.tainted <> 1 and file.outside = 0
      and touch.way in ('edit', 'write', 'delete') and touch.ok`;

/** Where and when sessions changed a file; what a foreign text tells of is counted. */
export const changesOf = (store: Store, path: string): { session: number; at: number }[] =>
  store.rows`select event.session, event.at from touch join event on event.row = touch.event
    join session on session.row = event.session
    where touch.file = (select row from file where path = ${path}) and session.client not in ('git', 'ci')
      and touch.way in ('edit', 'write', 'delete') and touch.ok`;

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
