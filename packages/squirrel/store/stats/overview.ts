import type { Client } from '@sqrl/base/model/event.ts';
import { as } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';

/** What there is in a store, in numbers; archived memories are only counted. */
export interface Totals {
  memories: number;
  deprecated: number;
  needsReview: number;
  stale: number;
  conflicts: number;
  pinned: number;
  verified: number;
}

export const totalsOf = (store: Store): Totals =>
  store.row`select count(*) filter (where status <> 'deprecated') as memories,
    count(*) filter (where status = 'deprecated') as deprecated,
    count(*) filter (where status <> 'deprecated' and needs_review) as needsReview,
    count(*) filter (where status <> 'deprecated' and pinned) as pinned,
    count(*) filter (where status <> 'deprecated' and verified) as verified,
    (select count(distinct memory) from anchor join memory on memory.row = anchor.memory
      where state <> 'fresh' and status <> 'deprecated') as stale,
    (select count(distinct memory) from relation join memory on memory.row = relation.memory
      where kind = 'conflicts' and status <> 'deprecated' and needs_review) as conflicts
    from memory`!;

/** When things happened since a time: sessions of agents began, memories came by themselves, something was told or failed. */
export function happenedSince(store: Store, since: number) {
  return {
    sessions: store.column<number>`select began_at from session
      where client not in ('git', 'ci') and began_at >= ${since}`,
    learned: store.column<number>`select created_at from memory
      where created_at >= ${since} and source <> 'user_taught' and status <> 'deprecated'`,
    told: store.column<number>`select at from injection where shown = 1 and at >= ${since}`,
    failures: store.column<number>`select at from failure_seen where at >= ${since}`,
  };
}

export interface ClientReading {
  client: Client;
  logs: number;
  events: number;
  lastAt: number | null;
  readAt: number | null;
  troubles: number;
  /** One of them, in words. */
  trouble: string | null;
}

export const clientReadings = (store: Store): ClientReading[] =>
  store.rows`select client, count(*) as logs, sum(events) as events, max(last_at) as lastAt,
    max(read_at) as readAt,
         count(trouble) as troubles, max(trouble) as trouble
    from reading group by client order by lastAt desc`.map(as({}));

/** The logs of a client that changed last, with how far they were read. */
export const newestLogs = (
  store: Store,
  client: string,
  limit: number,
): { path: string; size: number; readAt: number }[] =>
  store.rows`select path, size, read_at from reading where client = ${client} order by changed_at desc
    limit ${limit}` as unknown as {
    path: string;
    size: number;
    readAt: number;
  }[];

/** The marks that stand in the place of secrets in a store's memories, and in its latest events, one text a row. */
export function redactedTexts(store: Store, latest: number): { memories: string[]; events: string[] } {
  return {
    memories: store.column`select text from memory where instr(text, '[redacted: ')`,
    events: store.column`select text || ' ' || ifnull(command, '') from event
      where row > (select ifnull(max(row), 0) - ${latest} from event)
        and (instr(text, '[redacted: ') or instr(ifnull(command, ''), '[redacted: '))`,
  };
}
