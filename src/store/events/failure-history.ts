import type { Store } from '../store.ts';

/** A failure as it is kept: one event with one fingerprint, and what resolved it. */
export interface KeptFailure {
  row: number;
  at: number;
  tool: string;
  fingerprint: { id: string; line: string };
  resolution: { by: number; how: string; command: string | null; changed: string[]; ran: string[] } | null;
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
    store.run`insert into failure_seen (event, failure, session, at, resolver, how, command, changed, ran)
      values (${row}, ${failure}, ${session}, ${at}, ${resolution?.by}, ${resolution?.how},
        ${resolution?.command}, ${resolution ? JSON.stringify(resolution.changed) : null},
        ${resolution ? JSON.stringify(resolution.ran) : null})
      -- It may have come over from the log of a fork.
      on conflict (event) do update set session = excluded.session, resolver = excluded.resolver,
        how = excluded.how, command = excluded.command, changed = excluded.changed, ran = excluded.ran`;
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
