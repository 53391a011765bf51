import type { Client } from '../../model/event.ts';
import type { Store } from '../store.ts';
import type { KeptSession } from './sessions.ts';

/** Which sessions a timeline shows. Everything given must hold. */
export interface TimelineFilter {
  clients: readonly Client[];
  since?: number | undefined;
  until?: number | undefined;
  statuses?: readonly string[] | undefined;
  hard?: boolean | undefined;
  /** Something was said in them that has all these words. */
  words?: string | undefined;
}

/** The sessions that a filter lets through, the latest first, a page of them; and how many there are. */
export function timelineSessions(
  store: Store,
  filter: TimelineFilter,
  { limit, offset }: { limit: number; offset: number },
): { sessions: KeptSession[]; total: number } {
  const given = [
    JSON.stringify(filter.clients),
    filter.since ?? null,
    filter.until ?? null,
    filter.statuses?.length ? JSON.stringify(filter.statuses) : null,
    Number(filter.hard ?? false),
    everyWord(filter.words ?? ''),
  ];
  const total = store.sql(`select count(*) as n from (${FILTERED})`).get(...given)!.n as number;
  const sessions = store
    .sql(`${FILTERED} order by endedAt desc, client, id limit ?7 offset ?8`)
    .all(...given, limit, offset)
    .map((found) => ({ ...found }) as unknown as KeptSession);
  return { sessions, total };
}

/** A full-text expression for every word of a text; null where it has none. */
const everyWord = (text: string): string | null =>
  text
    .match(/[\p{L}\p{N}\p{M}]+/gu)
    ?.map((word) => `"${word}"`)
    .join(' ') ?? null;

/** How many sessions there are of each client. */
export const sessionsByClient = (store: Store): Record<string, number> =>
  Object.fromEntries(
    store
      .sql(
        `select client, count(*) as n from session
          where exists (select 1 from event where session = session.row) group by client order by n desc`,
      )
      .all()
      .map(({ client, n }) => [client as string, n as number]),
  );

/** What happened in each of some sessions, in numbers, and what the person said first. */
export const countsIn = (store: Store, rows: readonly number[]) =>
  new Map(
    store
      .sql(
        `select session, count(*) as events, count(*) filter (where kind = 'prompt' and agent is null) as prompts,
           count(*) filter (where kind = 'call') as calls,
           max(count(*) filter (where outcome = 'failed' and (kind <> 'check' or tool is not null)),
               coalesce(max(outcome = 'failed'), 0)) as failed,
           count(*) filter (where tainted = 1) as tainted,
           (select substr(text, 1, 300) from event first where first.session = event.session and kind = 'prompt'
             and agent is null order by at, offset, part limit 1) as opening
           from event where session in (select value from json_each(?)) group by session`,
      )
      .all(JSON.stringify(rows))
      .map(({ session, ...counts }) => [session as number, counts as unknown as WorkSessionCounts]),
  );

interface WorkSessionCounts {
  events: number;
  prompts: number;
  calls: number;
  failed: number;
  tainted: number;
  opening: string | null;
}

/** What was told in some sessions, in numbers, by the session's row. */
export const deliveredIn = (store: Store, rows: readonly number[]) =>
  new Map(
    store
      .sql(
        `select session.row as session, count(*) filter (where shown) as times,
                ifnull(sum(tokens) filter (where shown), 0) as tokens, min(holdout) as holdout,
                ifnull(sum((select count(*) from injection_memory where injection = injection.row))
                  filter (where shown), 0) as memories
           from session join injection on injection.session = session.id and injection.client = session.client
          where session.row in (select value from json_each(?)) group by 1`,
      )
      .all(JSON.stringify(rows))
      .map(({ session, ...told }) => [
        session as number,
        told as unknown as { times: number; tokens: number; memories: number; holdout: string },
      ]),
  );

/** The memories that episodes prove, by episode, with the events that prove them; archived ones are left out. */
export const learnedIn = (store: Store, episodes: readonly string[]) =>
  store
    .sql(
      `select evidence.episode, evidence.events, memory.id, memory.type, substr(memory.text, 1, 500) as text
         from evidence join memory on memory.row = evidence.memory
        where evidence.episode in (select value from json_each(?)) and memory.status <> 'deprecated'
        order by evidence.at, memory.id`,
    )
    .all(JSON.stringify(episodes))
    .map((found) => ({ ...found, events: JSON.parse(found.events as string) })) as unknown as {
    episode: string;
    events: string[];
    id: string;
    type: never;
    text: string;
  }[];

const COLUMNS = `row, client, id, began_at as beganAt, forked_from as forkedFrom, cwd, branch, version, title, model,
  coalesce((select min(at) from event where session = session.row), began_at) as startedAt,
  coalesce((select max(at) from event where session = session.row), began_at) as endedAt`;

// A fork in which nothing new was done has no events of its own.
const FILTERED = `
  select * from (select ${COLUMNS} from session where client in (select value from json_each(?1))
    and exists (select 1 from event where session = session.row)) found
   where (?2 is null or endedAt >= ?2) and (?3 is null or startedAt < ?3)
     and (?4 is null or exists (select 1 from episode where episode.session = found.row
       and status in (select value from json_each(?4))))
     and (?5 = 0 or exists (select 1 from episode where episode.session = found.row
       and (errors > 0 or retry_loops > 0 or frustration <> 'none')))
     and (?6 is null or found.row in (select event.session from passage_words
       join passage on passage.row = passage_words.rowid join event on event.row = passage.event
       where passage_words match ?6))`;
