import type { Client, Session } from '../../model/event.ts';
import type { SessionFacts } from '../../model/reader.ts';
import type { Store } from '../store.ts';

/** What one log says of a session. */
export interface LogFacts extends SessionFacts {
  /** Of the first record in that log. */
  beganAt: number;
}

/** A session as it is kept, with its place in the file. */
export interface KeptSession extends Session {
  row: number;
}

const FACTS = ['forked_from', 'cwd', 'branch', 'version', 'title', 'model'] as const;

/** Writes down what a log says of a session, and gives the session's row; what was said before is kept as well. */
export function putSession(store: Store, client: Client, facts: LogFacts, log: number): number {
  const { id, beganAt, forkedFrom, cwd, branch, version, title, model } = facts;
  const said = [forkedFrom, cwd, branch, version, title, model].map((fact) => fact ?? null);
  const known = rowOf(store, client, id);
  const session = known ?? (store.sql(ADD).run(client, id, beganAt, ...said).lastInsertRowid as number);
  const { changes } = store.sql(PUT_FACTS).run(session, log, beganAt, ...said);
  // A new one has no earlier record.
  if (known !== undefined && changes > 0) store.sql(GATHER_FACTS).run(session);
  return session;
}

/** Whether there is such a session. */
export const isKnown = (store: Store, client: Client, id: string): boolean =>
  rowOf(store, client, id) !== undefined;

const rowOf = (store: Store, client: Client, id: string): number | undefined =>
  store.sql('select row from session where client = ? and id = ?').get(client, id)?.row as number | undefined;

const ADD = `insert into session (client, id, began_at, ${FACTS.join(', ')}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

// Where a session began is what its log said first, the rest what it said last.
const PUT_FACTS = `
  insert into session_log (session, log, began_at, ${FACTS.join(', ')}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (session, log) do update set
    began_at = min(began_at, excluded.began_at),
    forked_from = coalesce(forked_from, excluded.forked_from),
    cwd = coalesce(cwd, excluded.cwd),
    ${['branch', 'version', 'title', 'model'].map((fact) => `${fact} = coalesce(excluded.${fact}, ${fact})`).join(', ')}
  where (began_at, forked_from, cwd, branch, version, title, model) is not
    (min(began_at, excluded.began_at), coalesce(forked_from, excluded.forked_from), coalesce(cwd, excluded.cwd),
     coalesce(excluded.branch, branch), coalesce(excluded.version, version), coalesce(excluded.title, title),
     coalesce(excluded.model, model))`;

// Of several logs the one that began first is the session's own; the others are its subagents' and fill the gaps.
const GATHER_FACTS = `
  update session set
    began_at = (select min(began_at) from session_log where session = session.row),
    ${FACTS.map(
      (fact) => `${fact} = (select l.${fact} from session_log l join log on log.row = l.log
        where l.session = session.row and l.${fact} is not null order by l.began_at, log.path limit 1)`,
    ).join(', ')}
  where row = ?`;

const COLUMNS = `row, client, id, began_at as beganAt, forked_from as forkedFrom, cwd, branch, version, title, model,
  coalesce((select min(at) from event where session = session.row), began_at) as startedAt,
  coalesce((select max(at) from event where session = session.row), began_at) as endedAt`;

/** Which sessions are meant. Everything given must hold. */
export interface SessionFilter {
  clients?: readonly Client[] | undefined;
  /** Something happened in it since. */
  since?: number | undefined;
  /** Its id begins so. */
  id?: string | undefined;
}

/** What the session is called that was read from a log, the last one where there are several. */
export const titleReadFrom = (store: Store, client: Client, path: string): string | null =>
  (store
    .sql(
      `select session.title from log join session_log on session_log.log = log.row
         join session on session.row = session_log.session
        where log.path = ? and session.client = ? order by session.row desc limit 1`,
    )
    .get(path, client)?.title ?? null) as string | null;

/** Sessions that a filter lets through, the latest first. */
export function sessionsWhere(
  store: Store,
  { clients, since, id }: SessionFilter = {},
  { limit = -1, offset = 0 } = {},
): KeptSession[] {
  return store
    .sql(
      // A fork in which nothing new was done has no events of its own.
      `select * from (select ${COLUMNS} from session where exists (select 1 from event where session = session.row))
        where (?1 is null or client in (select value from json_each(?1))) and (?2 is null or endedAt >= ?2)
          and (?3 is null or substr(id, 1, length(?3)) = ?3)
        order by endedAt desc, client, id limit ?4 offset ?5`,
    )
    .all(clients ? JSON.stringify(clients) : null, since ?? null, id ?? null, limit, offset)
    .map((found) => ({ ...found }) as unknown as KeptSession);
}

/** The session of a row. */
export function sessionAt(store: Store, row: number): KeptSession | undefined {
  const found = store.sql(`select ${COLUMNS} from session where row = ?`).get(row);
  return found && ({ ...found } as unknown as KeptSession);
}

/** The folders that sessions began in; `max` keeps a project with very many worktrees cheap. */
export const foldersOfSessions = (store: Store, max = 200): string[] =>
  store
    .sql('select cwd from session where cwd is not null group by cwd order by max(row) desc limit ?')
    .all(max)
    .map(({ cwd }) => cwd as string);

/** When the latest session began; 0 where there is none. */
export const lastSessionAt = (store: Store): number =>
  store.sql('select coalesce(max(began_at), 0) as at from session').get()!.at as number;

/** Sessions with events of which nothing has been derived yet, or by other rules than these. */
export const unsettledSessions = (store: Store, rules: number): number[] =>
  store
    .sql('select row from session where unsettled = 1 or rules <> ? order by row')
    .all(rules)
    .map(({ row }) => row as number);

/** Whether nothing has been derived from a session since something came into it. */
export const isUnsettled = (store: Store, row: number): boolean =>
  store.sql('select unsettled from session where row = ?').get(row)!.unsettled === 1;

/** The rules by which a session was settled. */
export const settledRules = (store: Store, row: number): number =>
  store.sql('select rules from session where row = ?').get(row)!.rules as number;

/** Notes that everything has been derived from a session's events, and by which rules. */
export function markSettled(store: Store, row: number, rules: number): void {
  store.sql('update session set unsettled = 0, rules = ? where row = ?').run(rules, row);
}

/** What happened in a session, in numbers. */
export interface SessionCounts {
  events: number;
  prompts: number;
  calls: number;
  failed: number;
  tainted: number;
}

/** Counts what happened in a session. */
export const countsOfSession = (store: Store, row: number): SessionCounts =>
  ({
    ...store
      .sql(
        `select count(*) as events, count(*) filter (where kind = 'prompt' and agent is null) as prompts,
           count(*) filter (where kind = 'call') as calls,
           -- That a CI run failed is no failure beside those in it, but one where it tells of none.
           max(count(*) filter (where outcome = 'failed' and (kind <> 'check' or tool is not null)),
               coalesce(max(outcome = 'failed'), 0)) as failed,
           count(*) filter (where tainted = 1) as tainted
           from event where session = ?`,
      )
      .get(row)!,
  }) as unknown as SessionCounts;

/** What the person said first in a session. */
export function openingOf(store: Store, row: number): string | null {
  const found = store
    .sql(
      `select text from event where session = ? and kind = 'prompt' and agent is null order by at, offset, part limit 1`,
    )
    .get(row);
  return (found?.text as string | undefined) ?? null;
}
