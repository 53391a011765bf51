import type { Memory } from '../../model/memory.ts';
import type { Store } from '../store.ts';
import { staleAmong } from './anchors.ts';
import { memoryColumns, type Row, toMemory } from './memories.ts';

/** A memory with how often and when it was last used. */
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
  ...store
    .sql(
      `select ${memoryColumns}, metrics.uses, metrics.last_used_at
         from memory left join metrics on metrics.memory = memory.row where row in (
           select row from memory indexed by memory_standing
            where reach <> 'part'
              and (type in ('preference', 'requirement', 'decision', 'work_state', 'module_insight')
                or tier = 'emergency' or source in ('user_taught', 'user_said') or verified = 1 or pinned = 1)
              and status <> 'deprecated' and needs_review = 0
              and id not in (select value from json_each(?2))
            order by tier = 'emergency' desc, pinned desc, verified desc, confidence desc, updated_at desc, id
            limit ?1)
         order by id`,
    )
    .all(most, JSON.stringify(without))
    .map(toStanding),
  ...store
    .sql(
      `select ${memoryColumns}, metrics.uses, metrics.last_used_at
         from memory left join metrics on metrics.memory = memory.row
        where key >= 'command.' and key < 'command/' and reach <> 'part' and status <> 'deprecated'
        order by id limit ?`,
    )
    .all(most)
    .map(toStanding),
];

/** Those of some memories that were said in a session, which may have an agent of its own in it. */
export const saidInSession = (store: Store, ids: readonly string[], session: string): string[] =>
  ids.length === 0
    ? []
    : store
        .sql(
          `select distinct memory.id from memory
             join evidence on evidence.memory = memory.row
             join episode on episode.id = evidence.episode
             join session on session.row = episode.session
            where memory.id in (select value from json_each(?)) and session.id in (?, ?)`,
        )
        .all(JSON.stringify(ids), session, session.split('/', 1)[0]!)
        .map(({ id }) => id as string);

/** Pairs of some memories that say the same in other words. */
export const repeatsAmong = (store: Store, ids: readonly string[]): { older: string; newer: string }[] =>
  store
    .sql(
      `select older, newer from related_statement where verdict = 'repeats'
        and older in (select value from json_each(?1)) and newer in (select value from json_each(?1))`,
    )
    .all(JSON.stringify(ids)) as { older: string; newer: string }[];

/** Those of some memories whose place a newer one has taken that still holds. */
export const supersededAmong = (store: Store, ids: readonly string[]): string[] =>
  ids.length === 0
    ? []
    : store
        .sql(
          `select distinct target from relation indexed by relation_superseded
             join memory on memory.row = relation.memory
            where kind = 'supersedes' and relation.confidence = 1 and target in (select value from json_each(?))
              and memory.status <> 'deprecated'`,
        )
        .all(JSON.stringify(ids))
        .map(({ target }) => target as string);

/** Which of some keys are held by a memory here that is not of others. */
export const keysHeld = (store: Store, keys: readonly string[]): string[] =>
  keys.length === 0
    ? []
    : store
        .sql(
          `select distinct key from memory where key in (select value from json_each(?)) and status <> 'deprecated'
             and needs_review = 0 and user_id is null`,
        )
        .all(JSON.stringify(keys))
        .map(({ key }) => key as string);

/** When some memories were last used, by their ids; those that never were are left out. */
export const lastUsesOf = (store: Store, ids: readonly string[]): [id: string, at: number][] =>
  store
    .sql(
      `select id, last_used_at as at from memory join metrics on metrics.memory = memory.row
        where id in (select value from json_each(?)) and last_used_at is not null`,
    )
    .all(JSON.stringify(ids))
    .map(({ id, at }) => [id as string, at as number]);

/** How often a memory was used, when last, and whether what it is about has changed. */
export interface MemoryUse {
  uses: number;
  lastUsedAt: number | null;
  stale: boolean;
}

/** The use of some memories; those of which nothing is known are left out. */
export function usesOf(store: Store, rows: readonly Row[]): Map<Row, MemoryUse> {
  const some = JSON.stringify(rows);
  const stale = staleAmong(store, rows);
  const used = store
    .sql(
      `select memory as row, uses, last_used_at as lastUsedAt from metrics
        where memory in (select value from json_each(?))`,
    )
    .all(some)
    .map(({ row, uses, lastUsedAt }) => [
      row as Row,
      { uses: uses as number, lastUsedAt: lastUsedAt as number | null, stale: stale.has(row as Row) },
    ]) as [Row, MemoryUse][];
  return new Map([...[...stale].map((row): [Row, MemoryUse] => [row, { ...UNUSED, stale: true }]), ...used]);
}

/** The defaults of a memory that was not used yet. */
export const UNUSED: MemoryUse = { uses: 0, lastUsedAt: null, stale: false };

const toStanding = (found: Record<string, unknown>): StandingMemory => ({
  memory: toMemory(found as Parameters<typeof toMemory>[0]),
  uses: (found.uses as number | null) ?? 0,
  lastUsedAt: found.last_used_at as number | null,
});
