import type { SessionKind } from '@sqrl/base/model/sighting.ts';
import { raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { DERIVED } from '../drafts/sightings.ts';
import type { ResolvedOnce } from './agents-turn.ts';

export type FileInSession = { path: string } & Record<
  'session' | 'looked' | 'changed' | 'firstAt' | 'lastAt',
  number
>;

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
): ({ session: number; at: number; line: string } & Record<'path' | 'how' | 'command', string | null>)[] =>
  store.rows`select failure.line, seen.session, seen.at, seen.how, seen.command,
          (select min(file.path) from touch join file on file.row = touch.file
            where touch.event = seen.event and file.outside = 0) as path
     from failure_seen seen join failure on failure.row = seen.failure
    where failure.sessions > 1 order by failure.fingerprint, seen.at`;

export const kindsOfSessions = (store: Store): Map<number, SessionKind> =>
  store.pairs`select session, min(session_kind) as kind from sighting where signal not in ${raw(DERIVED)}
    group by 1`;

/** A failure as it is kept: one event with one fingerprint, and what resolved it. */
export interface KeptFailure {
  row: number;
  at: number;
  tool: string;
  fingerprint: { id: string; line: string };
  resolution: (ResolvedOnce & { by: number }) | null;
}

/** Replaces the failures of a session since a moment, and counts anew what they belong to. */
export function replaceFailures(
  store: Store,
  session: number,
  since: number,
  failures: readonly KeptFailure[],
): void {
  const touched = new Set(
    store.column<number>`delete from failure_seen where session = ${session} and at >= ${since}
      returning failure`,
  );
  for (const { row, at, tool, fingerprint, resolution } of failures) {
    const failure = failureRow(store, tool, fingerprint);
    touched.add(failure);
    const { by: resolver, how, command, changed, ran } = resolution ?? {};
    // It may have come over from the log of a fork.
    const seen = { event: row, failure, session, at, resolver, how, command, changed, ran };
    store.put('failure_seen', seen);
  }
  for (const failure of touched) countAgain(store, failure);
}

function failureRow(store: Store, tool: string, { id, line }: KeptFailure['fingerprint']): number {
  store.run`insert into failure (fingerprint, tool, line, times, sessions, resolved) values (${id}, ${tool},
      ${line}, 0, 0, 0)
    on conflict (fingerprint) do nothing`;
  return store.value`select row from failure where fingerprint = ${id}`;
}

/** Reads the one failure's own rows: few, and found by their index. */
function countAgain(store: Store, failure: number): void {
  const { times } = store.row<{ times: number }>`update failure set (times, sessions, resolved) =
      (select count(*), count(distinct session), count(resolver) from failure_seen where failure = failure.row)
    where row = ${failure} returning times`!;
  if (times === 0) store.run`delete from failure where row = ${failure}`;
}
