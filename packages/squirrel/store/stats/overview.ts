import type { Client } from '@sqrl/base/model/event.ts';
import { as, flag, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { USES } from '../events/history.ts';
import type { Row } from '../memory/memories.ts';

/** What there is in a store, in numbers; archived memories are only counted. */
export type Totals = Record<
  'memories' | 'deprecated' | 'needsReview' | 'stale' | 'conflicts' | 'pinned' | 'verified',
  number
>;

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
    limit ${limit}`;

/** The marks that stand in the place of secrets in a store's memories, and in its latest events, one text a row. */
export function redactedTexts(store: Store, latest: number): { memories: string[]; events: string[] } {
  return {
    memories: store.column`select text from memory where instr(text, '[redacted: ')`,
    events: store.column`select text || ' ' || ifnull(command, '') from event
      where row > (select ifnull(max(row), 0) - ${latest} from event)
        and (instr(text, '[redacted: ') or instr(ifnull(command, ''), '[redacted: '))`,
  };
}

/** Memories that came by themselves, and those that were changed; deliveries that were shown, and their tokens. */
export type DayCounts = Record<'learned' | 'changed' | 'sessions' | 'told' | 'tokens', number>;

export const countsSince = (store: Store, since: number): DayCounts =>
  store.row`select
    (select count(*) from memory where created_at >= ${since} and source <> 'user_taught'
      and status <> 'deprecated') as learned,
    (select count(*) from memory where updated_at >= ${since} and created_at < ${since}) as changed,
    (select count(*) from session where client not in ('git', 'ci') and began_at >= ${since}) as sessions,
    (select count(*) from injection where shown = 1 and at >= ${since}) as told,
    (select ifnull(sum(tokens), 0) from injection where shown = 1 and at >= ${since}) as tokens`!;

/** Problems avoided, the episodes in which a memory that had been told could have applied, and those in which it was followed. */
export const countHits = (store: Store): { hits: number; chances: number; uses: number } =>
  store.row`select (select ifnull(sum(regret_hits), 0) from metrics) as hits, count(*) as chances,
      count(*) filter (where used) as uses
      from outcome where delivered and before = 0`!;

export const clientsRead = (
  store: Store,
): { client: Client; logs: number; events: number; lastAt: number | null }[] =>
  store.rows`select client, count(*) as logs, sum(events) as events, max(last_at) as lastAt from reading
    group by client order by lastAt desc`;

export interface FileMemory {
  path: string;
  row: Row;
  stale: boolean;
  needsReview: boolean;
}

export const fileMemories = (store: Store): FileMemory[] =>
  store.rows`select place.name as path, place.memory as row, needs_review,
          place.memory in (select memory from anchor where state <> 'fresh') as stale
     from memory_place place join memory on memory.row = place.memory
    where place.kind = 'file' and memory.status <> 'deprecated'`.map(as({ stale: flag, needsReview: flag }));

/** What is known of each file of the code: its language and how many symbols it has. */
export const fileShapes = (store: Store): Map<string, { language: string | null; symbols: number }> =>
  store.keyed`select path, language, (select count(*) from code_symbol where file = code_file.id and place >= 0) as symbols
    from code_file`;

export const fileUseCounts = (store: Store): Map<string, { looked: number; changed: number }> =>
  store.keyed`select path, ${raw(USES)} from touch join file on file.row = touch.file
    where outside = 0 group by file.row`;

/** Sessions of agents, sessions in which something was said, and what people said of memories, in one store. */
export function trustCounts(
  store: Store,
): Record<'sessions' | 'told' | 'delivered' | 'confirmed' | 'flagged', number> {
  return store.row`with ${raw(JUDGED)}
    select
      (select count(*) from session where client not in ('git', 'ci')
        and exists (select 1 from event where session = session.row)) as sessions,
      (select count(*) from (select distinct client, session from injection where shown = 1)) as told,
      (select count(distinct memory) from injection_memory join injection on injection.row = injection
        where shown = 1) as delivered,
      (select count(*) from judged_by_people where did = 'confirmed') as confirmed,
      (select count(*) from judged_by_people where did <> 'confirmed') as flagged`!;
}

/** How many things that were said in one session people have called wrong since a time; of the session with most. */
export const wrongInOneSession = (store: Store, since: number): number =>
  (store.value`with ${raw(JUDGED)}
    select max(n) as n from (
      select count(distinct j.memory) as n from judged_by_people j
        join injection_memory m on m.memory = j.memory join injection on injection.row = m.injection
       where j.did <> 'confirmed' and j.at > ${since} and shown = 1 and injection.at <= j.at
       group by injection.client, injection.session)` ?? 0) as number;

// The last word of a person on each memory.
const JUDGED = `
  judged_by_people as (
    select memory, did, max(at) as at from memory_step where did in ('confirmed', 'corrected', 'rejected')
     group by memory)`;
