import type { Store } from '@sqrl/base/sqlite/store.ts';

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
