import { type Message, readMessage } from '../../base/messages.ts';
import type { Relation } from '../../model/memory.ts';
import { quotedFrom, type ToldFrom } from '../../model/sync/told.ts';
import type { Store } from '../store.ts';
import type { Row } from './memories.ts';

/** A memory, shortly. */
export interface MemoryBrief {
  id: string;
  type: string;
  status: string;
  text: string;
}

/** Memories by their ids, shortly, words of others quoted; those that are not here are left out. */
export const shortOnes = (store: Store, ids: readonly string[]): Map<string, MemoryBrief> =>
  new Map(
    store
      .sql(
        `select id, type, status, text, user_id as userId, via, tainted, verified from memory
          where id in (select value from json_each(?))`,
      )
      .all(JSON.stringify(ids))
      .map(({ id, type, status, text, userId, via, tainted, verified }) => {
        const from = { userId, via, tainted: tainted === 1, verified: verified === 1 } as ToldFrom;
        return [id, { id, type, status, text: quotedFrom(from, text as string) }] as [string, MemoryBrief];
      }),
  );

/** Ties of other memories to one, by its id. */
export const relationsTo = (store: Store, id: string): (Omit<Relation, 'to'> & { from: string })[] =>
  store
    .sql(
      `select memory.id as "from", kind, relation.confidence from relation
         join memory on memory.row = relation.memory where target = ? order by kind, memory.id`,
    )
    .all(id)
    .map((found) => ({ ...found }) as never);

/** Memories that were learned in the same episodes as one, the one itself left out. */
export const learnedBeside = (store: Store, row: Row, limit: number): MemoryBrief[] =>
  store
    .sql(
      `select distinct memory.id, type, status, text from evidence mine
         join evidence other on other.episode = mine.episode and other.memory <> mine.memory
         join memory on memory.row = other.memory
        where mine.memory = ? and mine.episode is not null order by memory.id limit ?`,
    )
    .all(row, limit)
    .map((found) => ({ ...found }) as unknown as MemoryBrief);

/** How often a memory was, or would have been, told; and how often it could have applied. */
export const countTold = (store: Store, memory: string): { deliveries: number; outcomes: number } =>
  ({
    ...store
      .sql(
        `select (select count(*) from injection_memory where memory = ?1) as deliveries,
                (select count(*) from outcome where memory = ?1 and before = 0) as outcomes`,
      )
      .get(memory)!,
  }) as unknown as { deliveries: number; outcomes: number };

/** What episodes were about and in which session they were, by their ids. */
export const episodesNamed = (
  store: Store,
  ids: readonly string[],
): Map<string, { task: string; session: string; client: string }> =>
  new Map(
    store
      .sql(
        `select episode.id, task, session.id as session, session.client from episode
           join session on session.row = episode.session where episode.id in (select value from json_each(?))`,
      )
      .all(JSON.stringify(ids))
      .map(({ id, task, session, client }) => [id as string, { task, session, client } as never]),
  );

/** The drafts that became a memory, or say the same as it. */
export const draftsInto = (store: Store, memory: string) =>
  store
    .sql(
      `select id, signal, sessions, at, last_at as lastAt, step, reason from draft
        where memory = ?1 or id = ?1 order by at, id`,
    )
    .all(memory)
    .map(({ reason, ...found }) => ({
      ...found,
      reason: reason === null ? null : readMessage(reason as string),
    })) as unknown as {
    id: string;
    signal: string;
    sessions: number;
    at: number;
    lastAt: number;
    step: never;
    reason: Message | null;
  }[];

/** When files of the code last changed, by path; those the index does not know are left out. */
export const filesKnown = (store: Store, paths: readonly string[]): Map<string, number> =>
  new Map(
    store
      .sql('select path, changed_at as at from code_file where path in (select value from json_each(?))')
      .all(JSON.stringify(paths))
      .map(({ path, at }) => [path as string, at as number]),
  );
