import type { Store } from '../store.ts';
import type { Row } from './memories.ts';

/** A memory that was learned, with the episode that first proved it. */
export interface LearnedMemory {
  row: Row;
  episode: string | null;
}

const NEWS = `from memory where (case when ?2 is null then row > ?1 else created_at >= ?2 end)
  and source not in ('user_taught', 'file_index') and status <> 'deprecated'`;

/** Memories that came by themselves and hold: after a row, or from a time on. */
export function learntSince(store: Store, { row, at }: { row: Row; at: number | null }): LearnedMemory[] {
  const rows = store.sql(`select row ${NEWS} order by row`).all(row, at);
  if (rows.length === 0) return [];
  const first = new Map(
    store
      .sql(
        `select memory, episode, min(at) from evidence where episode is not null and memory >= ? group by memory`,
      )
      .all(rows[0]!.row as Row)
      .map(({ memory, episode }) => [memory as Row, episode as string]),
  );
  return rows.map(({ row: each }) => ({ row: each as Row, episode: first.get(each as Row) ?? null }));
}

/** How many those are. */
export const countLearntSince = (store: Store, row: Row): number =>
  store.sql(`select count(*) as n ${NEWS}`).get(row, null)!.n as number;

/** The last row that was ever given to a memory. */
export const lastRow = (store: Store): Row =>
  (store.sql(`select seq from sqlite_sequence where name = 'memory'`).get()?.seq ?? 0) as Row;

/** The row of each episode's session, and what the episode was about, by the episode's id. */
export const sessionsOfEpisodes = (
  store: Store,
  episodes: readonly string[],
): Map<string, { session: number; task: string }> =>
  new Map(
    store
      .sql('select id, session, task from episode where id in (select value from json_each(?))')
      .all(JSON.stringify(episodes))
      .map(({ id, session, task }) => [id as string, { session: session as number, task: task as string }]),
  );

/** The last proof of each of some memories that has a quote, or the first of all. */
export const quotedProofs = (
  store: Store,
  rows: readonly Row[],
): Map<Row, { quote: string | null; event: string | null; proof: string }> =>
  new Map(
    store
      .sql(
        `select memory as row, quote, events, proof from evidence where memory in (select value from json_each(?))
          order by memory, quote is not null, at`,
      )
      .all(JSON.stringify(rows))
      .map(({ row, quote, events, proof }) => [
        row as Row,
        {
          quote: quote as string | null,
          event: (JSON.parse(events as string) as string[])[0] ?? null,
          proof: proof as string,
        },
      ]),
  );

/** What sessions were told and what came of it, by the session's row; each memory once. */
export const deliveriesIn = (store: Store, sessions: readonly number[]) =>
  store
    .sql(
      `select session.row as session, m.memory,
              max(ifnull((select max(used) from outcome where outcome.memory = m.memory
                and outcome.session = session.row), 0)) as used,
              (select min(failure) from outcome where outcome.memory = m.memory and outcome.session = session.row
                and failure is not null) as failure
         from session join injection on injection.session = session.id and injection.client = session.client
         join injection_memory m on m.injection = injection.row
        where session.row in (select value from json_each(?)) and shown = 1 group by 1, 2`,
    )
    .all(JSON.stringify(sessions))
    .map((found) => ({ ...found, used: found.used === 1 })) as unknown as {
    session: number;
    memory: string;
    used: boolean;
    failure: string | null;
  }[];
