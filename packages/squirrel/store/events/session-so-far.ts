import { as, json } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';

export const sessionRow = (store: Store, client: string, id: string): number | undefined =>
  store.value`select row from session where client = ${client} and id = ${id}`;

/** The first words of a person in a session before a time, oldest first. */
export const promptsBefore = (store: Store, session: number, before: number, limit: number): string[] =>
  store.column`select text from event where session = ${session} and at < ${before} and kind = 'prompt'
    and agent is null
    order by at, offset, part limit ${limit}`;

/** When anything last happened in a session up to a time; nought where nothing did. */
export const lastStepAt = (store: Store, session: number, until: number): number =>
  (store.value`select max(at) as at from event where session = ${session} and at <= ${until}` ?? 0) as number;

/** When a session's context was last emptied, as its log says; nought where it never was. */
export const compactedAt = (store: Store, session: number, before: number): number =>
  (store.value`select max(at) as at from event where session = ${session} and at <= ${before}
    and kind = 'compaction' and agent is null` ?? 0) as number;

/** What resolved a failure each time that it was not a command in foreign words; newest first. */
export const resolutionsOf = (store: Store, fingerprint: string, limit: number): ResolvedOnce[] =>
  store.rows`select how, seen.command, changed, ran
     from failure join failure_seen seen on seen.failure = failure.row
     join event resolver on resolver.row = seen.resolver
    where failure.fingerprint = ${fingerprint} and resolver.tainted <> 1
    order by seen.at desc, seen.event desc limit ${limit}`.map(as({ changed: json, ran: json }));

/** The characters that a failed call and its output have on average, by its fingerprint; undefined where it was never seen. */
export const failureCharacters = (store: Store, fingerprint: string): number | undefined =>
  (store.value`select avg(event.length + length(ifnull(event.command, ''))) as characters
     from failure join failure_seen seen on seen.failure = failure.row join event on event.row = seen.event
    where failure.fingerprint = ${fingerprint}` ?? undefined) as number | undefined;

/** How a failure was resolved one time. */
interface ResolvedOnce {
  how: string;
  command: string | null;
  changed: string[];
  ran: string[];
}
