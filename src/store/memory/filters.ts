import { posix } from 'node:path';
import {
  COMMAND_KEY,
  MEMORY_GROUPS,
  type Memory,
  type MemoryGroup,
  type MemoryType,
  type Scope,
  type Source,
  type Status,
  typesOfGroup,
} from '../../model/memory.ts';
import type { Store } from '../store.ts';
import { memoryColumns, type Row, toMemory } from './memories.ts';

/** Which memories are meant. Everything given must hold; what is deprecated or expired is left out unless asked for. */
export interface MemoryFilter {
  types?: MemoryType[];
  groups?: MemoryGroup[];
  scopes?: Scope[];
  statuses?: Status[];
  tiers?: Memory['tier'][];
  sources?: Source[];
  tags?: string[];
  file?: string;
  key?: string;
  /** Its text holds these words as they stand, in capitals or not. */
  phrase?: string;
  /** Its text holds each of these as it stands, in capitals or not. */
  words?: string[];
  pinned?: boolean;
  needsReview?: boolean;
  verified?: boolean;
  /** It contradicts another memory, and a person has not decided. */
  conflicts?: boolean;
  /** What it is about has changed or is gone. */
  stale?: boolean;
  since?: number;
  until?: number;
  expired?: boolean;
  /** Only these. */
  rows?: Row[];
}

export type MemoryOrder = 'newest' | 'oldest' | 'used';

/** Memories that a filter lets through. */
export function memoriesWhere(
  store: Store,
  filter: MemoryFilter,
  page: { now: number; limit: number; order: MemoryOrder },
): { row: Row; memory: Memory; lastUsedAt: number }[] {
  const { where, given } = conditions(filter, page.now);
  return store
    .sql(
      `select ${memoryColumns}, ifnull((select last_used_at from metrics where memory = row), 0) as last_used_at
         from memory where ${where} order by ${ORDERS[page.order]} limit ?`,
    )
    .all(...given, page.limit)
    .map((found) => ({
      row: found.row as Row,
      memory: toMemory(found),
      lastUsedAt: found.last_used_at as number,
    }));
}

/** How many memories a filter lets through. */
export function countWhere(store: Store, filter: MemoryFilter, now: number): number {
  const { where, given } = conditions(filter, now);
  return store.sql(`select count(*) as n from memory where ${where}`).get(...given)!.n as number;
}

/** Rows that a filter lets through, for the searches to keep to. */
export function rowsWhere(store: Store, filter: MemoryFilter, now: number): Set<Row> {
  const { where, given } = conditions(filter, now);
  const rows = store.sql(`select row from memory where ${where}`).all(...given);
  return new Set(rows.map((found) => found.row as Row));
}

/** Rows that no search shows unless asked: deprecated or expired. Few, so cheaper to name than all the others. */
export function hiddenRows(store: Store, now: number): Set<Row> {
  const rows = store
    .sql(
      `select row from memory indexed by memory_hidden
        where (status = 'deprecated' or expires_at is not null) and (status = 'deprecated' or expires_at <= ?)`,
    )
    .lists(now);
  return new Set(rows.map(([row]) => row as Row));
}

const ORDERS: Record<MemoryOrder, string> = {
  newest: 'created_at desc, row desc',
  oldest: 'created_at, row',
  used: 'last_used_at desc, created_at desc, row desc',
};

/** What a filter asks for, as SQL over `memory`, and the values in it. */
export function conditions(filter: MemoryFilter, now: number): { where: string; given: (string | number)[] } {
  const all: string[] = [];
  const given: (string | number)[] = [];
  const hold = (sql: string, ...values: (string | number)[]) => {
    all.push(sql);
    given.push(...values);
  };
  const among = (column: string, values: readonly string[] | undefined) => {
    if (values?.length) hold(`${column} in (select value from json_each(?))`, JSON.stringify(values));
  };
  among('type', filter.types);
  among(GROUP_SQL, filter.groups);
  among('scope', filter.scopes);
  if (filter.statuses?.length) among('status', filter.statuses);
  else hold(`status <> 'deprecated'`);
  among('source', filter.sources);
  among('tier', filter.tiers);
  if (filter.rows) hold('memory.row in (select value from json_each(?))', JSON.stringify(filter.rows));
  const [tag, ...tags] = new Set(filter.tags);
  if (tag !== undefined) hold('exists (select 1 from json_each(tags) where value = ?)', tag);
  // One condition for all others, since SQLite takes no more than a thousand in a row; the first is the quicker one.
  if (tags.length > 0)
    hold(
      'not exists (select 1 from json_each(?) where value not in (select value from json_each(tags)))',
      JSON.stringify(tags),
    );
  if (filter.file !== undefined) {
    const file = plainPath(filter.file);
    if (file === '.') hold(`exists (select 1 from json_each(files) where ${OF_THE_PROJECT})`);
    else
      hold(
        `exists (select 1 from json_each(files) where value = ? or substr(value, 1, length(?) + 1) = ? || '/')`,
        file,
        file,
        file,
      );
  }
  if (filter.key !== undefined) hold('key = ?', filter.key);
  if (filter.phrase !== undefined) hold('instr(lower(text), lower(?)) > 0', filter.phrase);
  if (filter.words?.length)
    hold(
      'not exists (select 1 from json_each(?) where instr(lower(text), lower(value)) = 0)',
      JSON.stringify(filter.words),
    );
  if (filter.pinned !== undefined) hold('pinned = ?', Number(filter.pinned));
  if (filter.needsReview !== undefined) hold('needs_review = ?', Number(filter.needsReview));
  if (filter.verified !== undefined) hold('verified = ?', Number(filter.verified));
  if (filter.conflicts !== undefined)
    hold(
      `(needs_review and exists (select 1 from relation where relation.memory = memory.row and kind = 'conflicts')) = ?`,
      Number(filter.conflicts),
    );
  if (filter.stale !== undefined)
    hold(
      `exists (select 1 from anchor where anchor.memory = memory.row and anchor.state <> 'fresh') = ?`,
      Number(filter.stale),
    );
  if (filter.since !== undefined) hold('created_at >= ?', filter.since);
  if (filter.until !== undefined) hold('created_at < ?', filter.until);
  if (!filter.expired) hold('(expires_at is null or expires_at > ?)', now);
  return { where: all.join(' and ') || '1', given };
}

/** The group of a memory, as `groupOf` says it. */
export const GROUP_SQL = `case when substr(key, 1, ${COMMAND_KEY.length}) = '${COMMAND_KEY}' then 'commands'
  ${MEMORY_GROUPS.map((group) => `when type in (${typesOfGroup(group).map((type) => `'${type}'`)}) then '${group}'`).join(' ')} end`;

/** Files of the project are named from its top, all others by their whole path. */
const OF_THE_PROJECT = `value not glob '/*' and value not glob '[A-Za-z]:/*'`;

/** A path as memories name it: no "./" before it, no slash behind it; the root of the disk is left empty. */
const plainPath = (path: string): string => posix.normalize(path).replace(/\/+$/, '');
