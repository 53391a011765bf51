import type { Client, Session } from '@sqrl/base/model/event.ts';
import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import type { SessionFacts } from '@sqrl/base/model/reader.ts';
import { type Fragment, fragment, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { replaceFailures } from './file-sessions.ts';

export interface LogFacts extends SessionFacts {
  /** Of the first record in that log. */
  beganAt: number;
}

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

export const isKnown = (store: Store, client: Client, id: string): boolean =>
  rowOf(store, client, id) !== undefined;

const rowOf = (store: Store, client: Client, id: string): number | undefined =>
  store.value`select row from session where client = ${client} and id = ${id}`;

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

const COLUMNS = `row, client, id, began_at, forked_from, cwd, branch, version, title, model,
  coalesce((select min(at) from event where session = session.row), began_at) as startedAt,
  coalesce((select max(at) from event where session = session.row), began_at) as endedAt`;

/** Which sessions are meant. Everything given must hold. */
export interface SessionFilter {
  clients?: readonly Client[] | undefined;
  /** Something happened in it since, or it began before. */
  since?: number | undefined;
  until?: number | undefined;
  /** Its id begins so. */
  id?: string | undefined;
  /** An episode of it ended so. */
  statuses?: readonly string[] | undefined;
  /** There were errors, retries or frustration. */
  hard?: boolean | undefined;
  /** Something was said in it that has all these words. */
  words?: string | undefined;
}

/** What the session is called that was read from a log, the last one where there are several. */
export const titleReadFrom = (store: Store, client: Client, path: string): string | null =>
  (store.value`select session.title from log join session_log on session_log.log = log.row
     join session on session.row = session_log.session
    where log.path = ${path} and session.client = ${client} order by session.row desc limit 1` ?? null) as
    | string
    | null;

export const sessionsWhere = (
  store: Store,
  filter: SessionFilter = {},
  { limit = -1, offset = 0 } = {},
): KeptSession[] =>
  store.rows`select * ${filtered(filter)} order by endedAt desc, client, id limit ${limit} offset ${offset}`;

export const countSessions = (store: Store, filter: SessionFilter): number =>
  store.value`select count(*) ${filtered(filter)}`;

function filtered({ clients, since, until, id, statuses, hard, words = '' }: SessionFilter): Fragment {
  const ended = statuses?.length ? statuses : undefined;
  const said = words.match(/[\p{L}\p{N}\p{M}]+/gu)?.map((word) => `"${word}"`);
  return fragment`from (select ${raw(COLUMNS)} from session
      where (${clients} is null or client in (select value from json_each(${clients})))
        -- A fork in which nothing new was done has no events of its own.
        and exists (select 1 from event where session = session.row)) found
    where (${since} is null or endedAt >= ${since}) and (${until} is null or startedAt < ${until})
      and (${id} is null or substr(id, 1, length(${id})) = ${id})
      and (${ended} is null or exists (select 1 from episode where episode.session = found.row
        and status in (select value from json_each(${ended}))))
      and (${hard ?? false} = 0 or exists (select 1 from episode where episode.session = found.row
        and (errors > 0 or retry_loops > 0 or frustration <> 'none')))
      and (${said === undefined} or found.row in (select event.session from passage_words
        join passage on passage.row = passage_words.rowid join event on event.row = passage.event
        where passage_words match ${said?.join(' ')}))`;
}

export function sessionAt(store: Store, row: number): KeptSession | undefined {
  return store.row`select ${raw(COLUMNS)} from session where row = ${row}`;
}

/** The folders that sessions began in; `max` keeps a project with very many worktrees cheap. */
export const foldersOfSessions = (store: Store, max = 200): string[] =>
  store.column`select cwd from session where cwd is not null group by cwd order by max(row) desc limit ${max}`;

export const lastSessionAt = (store: Store): number =>
  store.value`select coalesce(max(began_at), 0) as at from session`;

/** Sessions with events of which nothing has been derived yet, or by other rules than these. */
export const unsettledSessions = (store: Store, rules: number): number[] =>
  store.column`select row from session where unsettled = 1 or rules <> ${rules} order by row`;

/** Whether nothing has been derived from a session since something came into it. */
export const isUnsettled = (store: Store, row: number): boolean =>
  store.value`select unsettled from session where row = ${row}` === 1;

export const settledRules = (store: Store, row: number): number =>
  store.value`select rules from session where row = ${row}`;

/** Notes that everything has been derived from a session's events, and by which rules. */
export function markSettled(store: Store, row: number, rules: number): void {
  store.run`update session set unsettled = 0, rules = ${rules} where row = ${row}`;
}

export type SessionCounts = { opening: string | null } & Record<
  'events' | 'prompts' | 'calls' | 'failed' | 'tainted',
  number
>;

export const countsOfSessions = (store: Store, rows: readonly number[]): Map<number, SessionCounts> =>
  store.keyed`select session, count(*) as events,
      count(*) filter (where kind = 'prompt' and agent is null) as prompts,
      count(*) filter (where kind = 'call') as calls,
      -- That a CI run failed is no failure beside those in it, but one where it tells of none.
      max(count(*) filter (where outcome = 'failed' and (kind <> 'check' or tool is not null)),
          coalesce(max(outcome = 'failed'), 0)) as failed,
      count(*) filter (where tainted = 1) as tainted,
      (select substr(text, 1, 300) from event first where first.session = event.session and kind = 'prompt'
        and agent is null order by at, offset, part limit 1) as opening
    from event where session in (select value from json_each(${rows})) group by session`;

export const sessionsByClient = (store: Store): Record<string, number> =>
  Object.fromEntries(
    store.pairs<string, number>`select client, count(*) as n from session
      where exists (select 1 from event where session = session.row) group by client order by n desc`,
  );

/** Tells of other clients' sessions, under the ids that these have given them. */
const TELLER: Client = 'specstory';
const TOLD_OF: readonly Client[] = HOOK_CLIENTS;

/**
 * Whether a session is only told again of one that is known from its client's own log. That log says more, and what was
 * done once must not count twice: a shadow has no events.
 */
export const isShadow = (store: Store, client: Client, id: string): boolean =>
  client === TELLER &&
  store.row`select 1 from session where client in (select value from json_each(${TOLD_OF})) and id = ${id}` !==
    undefined;

/**
 * Takes away the events of what has just become a shadow, since a client's own log of that session came; gives the rows of
 * such sessions, which are then to be settled.
 */
export function removeShadowOf(store: Store, client: Client, id: string): number[] {
  if (!TOLD_OF.includes(client)) return [];
  const shadows = store.column<number>`select row from session where client = ${TELLER} and id = ${id}
    and exists (select 1 from event where session = session.row)`;
  for (const session of shadows) removeEvents(store, session);
  return shadows;
}

/** What hangs on an event goes before it. */
function removeEvents(store: Store, session: number): void {
  replaceFailures(store, session, Number.MIN_SAFE_INTEGER, []);
  store.run`delete from touch where event in (select row from event where session = ${session})`;
  store.run`delete from event where session = ${session}`;
}
