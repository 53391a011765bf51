import type { Client } from '@sqrl/base/model/event.ts';
import { as, flag, raw } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { USES } from '../events/history.ts';
import type { Row } from '../memory/memories.ts';

export interface DayCounts {
  /** Memories that came by themselves, and those that were changed. */
  learned: number;
  changed: number;
  sessions: number;
  /** Deliveries that were shown, and their tokens. */
  told: number;
  tokens: number;
}

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

interface FileShape {
  language: string | null;
  symbols: number;
}

/** What is known of each file of the code: its language and how many symbols it has. */
export const fileShapes = (store: Store): Map<string, FileShape> =>
  new Map(
    store.rows<FileShape & { path: string }>`select path, language,
      (select count(*) from code_symbol where file = code_file.id and place >= 0) as symbols
      from code_file`.map(({ path, ...shape }) => [path, shape]),
  );

export const fileUseCounts = (store: Store): Map<string, { looked: number; changed: number }> =>
  new Map(
    store.rows<{ path: string; looked: number; changed: number }>`select path, ${raw(USES)}
      from touch join file on file.row = touch.file where outside = 0 group by file.row`.map(
      ({ path, ...use }) => [path, use],
    ),
  );
