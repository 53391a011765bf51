import type { SQLOutputValue } from 'node:sqlite';
import { STATED_BAR } from '@sqrl/base/model/delivery.ts';
import { DOUBTED_STATEMENT, type Memory } from '@sqrl/base/model/memory.ts';
import { as, flag, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { FOR_WHOSE } from './filters.ts';
import { foundMemory, memoryColumns, type Row } from './memories.ts';
import { ASKED_AGENT } from './steps.ts';

export interface StandingMemory {
  memory: Memory;
  uses: number;
  lastUsedAt: number | null;
}

/**
 * Memories that a session may be begun with: rules, commands, insights, unfinished work and what a person said, unless it
 * belongs to a part of the code. Of very many those that are pinned, confirmed and surest. Those `without` do not count toward the limit.
 */
export const standingMemories = (
  store: Store,
  most: number,
  without: readonly string[] = [],
): StandingMemory[] => [
  ...store.rows`select ${raw(memoryColumns)}, metrics.uses, metrics.last_used_at
    from memory left join metrics on metrics.memory = memory.row where row in (
      select row from memory indexed by memory_standing
       where reach <> 'part'
         and (type in ('preference', 'requirement', 'decision', 'work_state', 'module_insight')
           or tier = 'emergency' or source in ('user_taught', 'user_said') or verified = 1 or pinned = 1)
         and status <> 'deprecated' and needs_review = 0
         and id not in (select value from json_each(${without})) and not (${raw(FOR_WHOSE)})
       order by tier = 'emergency' desc, pinned desc, verified desc, confidence desc, updated_at desc, id
       limit ${most})
    order by id`.map(toStanding),
  ...store.rows`select ${raw(memoryColumns)}, metrics.uses, metrics.last_used_at
     from memory left join metrics on metrics.memory = memory.row
    where key >= 'command.' and key < 'command/' and reach <> 'part' and status <> 'deprecated'
    order by id limit ${most}`.map(toStanding),
];

/**
 * Sentences of persons that wait because nothing tells whether they hold beyond their task, and that agents were not asked
 * about twice or of late: the newest, or the surest.
 */
export const unsureMemories = (
  store: Store,
  {
    saidSince,
    askedBefore,
    now,
    order,
    limit,
  }: { saidSince: number; askedBefore: number; now: number; order: 'newest' | 'surest'; limit: number },
): Memory[] =>
  store.rows`select ${raw(memoryColumns)} from memory
    where status <> 'deprecated' and source = 'user_said' and needs_review = 1
      and verified = 0 and tainted = 0 and reach <> 'task' and scope in ('project', 'path') and confidence < ${STATED_BAR}
      and updated_at >= ${saidSince} and (expires_at is null or expires_at > ${now})
      and not exists (select 1 from relation where relation.memory = memory.row and kind = 'conflicts')
      and not exists (select 1 from evidence where evidence.memory = memory.row and proof = ${DOUBTED_STATEMENT})
      and (select count(*) + ifnull(max(at) > ${askedBefore}, 0) from memory_step
        where memory_step.memory = memory.id and did = ${ASKED_AGENT}) < 2
    order by ${raw(order === 'newest' ? 'updated_at desc' : 'confidence desc, updated_at desc')}, id
    limit ${limit}`.map((found) => foundMemory(found).memory);

/** Those of some memories that were said in a session, which may have an agent of its own in it. */
export const saidInSession = (store: Store, ids: readonly string[], session: string): string[] =>
  store.column`select distinct memory.id from memory
     join evidence on evidence.memory = memory.row
     join episode on episode.id = evidence.episode
     join session on session.row = episode.session
    where memory.id in (select value from json_each(${ids})) and session.id in (${session},
      ${session.split('/', 1)[0]})`;

/** Pairs of some memories that say the same in other words. */
export const repeatsAmong = (store: Store, ids: readonly string[]): { older: string; newer: string }[] =>
  store.rows`select older, newer from related_statement where verdict = 'repeats'
    and older in (select value from json_each(${ids})) and newer in (select value from json_each(${ids}))`;

/** Those of some memories whose place a newer one has taken that still holds. */
export const supersededAmong = (store: Store, ids: readonly string[]): string[] =>
  store.column`select distinct target from relation indexed by relation_superseded
     join memory on memory.row = relation.memory
    where kind = 'supersedes' and relation.confidence = 1 and target in (select value from json_each(${ids}))
      and memory.status <> 'deprecated'`;

/** Which of some keys are held by a memory here that is not of others. */
export const keysHeld = (store: Store, keys: readonly string[]): string[] =>
  store.column`select distinct key from memory where key in (select value from json_each(${keys}))
      and status <> 'deprecated'
    and needs_review = 0 and user_id is null`;

/** When some memories were last used, by their ids; those that never were are left out. */
export const lastUsesOf = (store: Store, ids: readonly string[]): Map<string, number> =>
  store.pairs`select id, last_used_at from memory join metrics on metrics.memory = memory.row
    where id in (select value from json_each(${ids})) and last_used_at is not null`;

export interface MemoryUse {
  uses: number;
  lastUsedAt: number | null;
  stale: boolean;
}

/** The use of some memories; those of which nothing is known are left out. */
export const usesOf = (store: Store, rows: readonly Row[]): Map<Row, MemoryUse> =>
  new Map(
    store.rows<{ row: Row }>`select asked.value as row, ifnull(uses, 0) as uses, last_used_at,
        exists (select 1 from anchor where anchor.memory = asked.value and state <> 'fresh') as stale
       from json_each(${rows}) asked left join metrics on metrics.memory = asked.value
      where stale or metrics.memory is not null`.map(({ row, ...use }) => [
      row,
      as<MemoryUse>({ stale: flag })(use),
    ]),
  );

export const UNUSED: MemoryUse = { uses: 0, lastUsedAt: null, stale: false };

const toStanding = (found: Record<string, SQLOutputValue>): StandingMemory => {
  const { memory, uses, lastUsedAt } = foundMemory<StandingMemory>(found);
  return { memory, uses: uses ?? 0, lastUsedAt };
};
