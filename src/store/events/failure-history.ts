import type { Outcome, Tool, TouchWay } from '../../model/event.ts';
import type { Store } from '../store.ts';

/** A finished tool call, as far as failures ask for it. */
export interface ResultRow {
  row: number;
  at: number;
  tool: Tool | null;
  command: string | null;
  folder?: string | null;
  outcome: Outcome | null;
  exitCode: number | null;
  text: string;
  files: { path: string; way: TouchWay }[];
}

/** A failure as it is kept: one event with one fingerprint, and what resolved it. */
export interface KeptFailure {
  row: number;
  at: number;
  tool: string;
  fingerprint: { id: string; line: string };
  resolution: { by: number; how: string; command: string | null; changed: string[]; ran: string[] } | null;
}

/** Finished tool calls of a session since a moment, in order, and the tests that failed in CI as if they had been run here. */
export function resultsSince(store: Store, session: number, since: number): ResultRow[] {
  const results = store
    .sql(
      `select row, at, tool, command, folder, outcome, exit_code as exitCode,
              case when outcome = 'failed' then text
                   when command glob '*[|;]*' then substr(text, 1, 1200) || char(10) || substr(text, -1200)
                   else '' end as text
         from event where session = ? and at >= ? and ${IS_RESULT} order by at, offset, part, id`,
    )
    .all(session, since)
    .map((result) => ({ ...(result as unknown as ResultRow), files: [] as ResultRow['files'] }));
  const byRow = new Map(results.map((result) => [result.row, result]));
  const touches = store
    .sql(
      `select event.row as event, file.path, touch.way
         from event join touch on touch.event = event.row join file on file.row = touch.file
        where event.session = ? and event.at >= ? and ${IS_RESULT}
        order by event.row, file.path, touch.way`,
    )
    .all(session, since);
  for (const { event, path, way } of touches)
    byRow.get(event as number)?.files.push({ path: path as string, way: way as TouchWay });
  return results;
}

// What a whole run of CI came to has no tool, and says nothing that its failures do not.
const IS_RESULT = "(event.kind = 'result' or event.kind = 'check' and event.tool is not null)";

/** Replaces the failures of a session since a moment, and counts anew what they belong to. */
export function replaceFailures(
  store: Store,
  session: number,
  since: number,
  failures: readonly KeptFailure[],
): void {
  const touched = new Set(
    store
      .sql('delete from failure_seen where session = ? and at >= ? returning failure')
      .all(session, since)
      .map(({ failure }) => failure as number),
  );
  for (const { row, at, tool, fingerprint, resolution } of failures) {
    const failure = failureRow(store, tool, fingerprint);
    touched.add(failure);
    store
      .sql(
        `insert into failure_seen (event, failure, session, at, resolver, how, command, changed, ran)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)
         -- It may have come over from the log of a fork.
         on conflict (event) do update set session = excluded.session, resolver = excluded.resolver,
           how = excluded.how, command = excluded.command, changed = excluded.changed, ran = excluded.ran`,
      )
      .run(
        row,
        failure,
        session,
        at,
        resolution?.by ?? null,
        resolution?.how ?? null,
        resolution?.command ?? null,
        resolution ? JSON.stringify(resolution.changed) : null,
        resolution ? JSON.stringify(resolution.ran) : null,
      );
  }
  for (const failure of touched) countAgain(store, failure);
}

function failureRow(store: Store, tool: string, { id, line }: KeptFailure['fingerprint']): number {
  store
    .sql(
      `insert into failure (fingerprint, tool, line, times, sessions, resolved) values (?, ?, ?, 0, 0, 0)
       on conflict (fingerprint) do nothing`,
    )
    .run(id, tool, line);
  return store.sql('select row from failure where fingerprint = ?').get(id)!.row as number;
}

/** Reads the one failure's own rows: few, and found by their index. */
function countAgain(store: Store, failure: number): void {
  const { times } = store
    .sql(
      `update failure set (times, sessions, resolved) =
         (select count(*), count(distinct session), count(resolver) from failure_seen where failure = failure.row)
       where row = ? returning times`,
    )
    .get(failure) as { times: number };
  if (times === 0) store.sql('delete from failure where row = ?').run(failure);
}
