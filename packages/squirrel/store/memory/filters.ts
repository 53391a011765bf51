import { posix } from 'node:path';
import { IMPORTANCE_SQL } from '@sqrl/base/model/importance.ts';
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
} from '@sqrl/base/model/memory.ts';
import { tagsOfWhose, WHOSE_SCOPE, type Whose } from '@sqrl/base/model/whose.ts';
import { allOf, type Fragment, fragment, type QueryValue, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { type FoundMemory, foundMemory, memoryColumns, type Row } from './memories.ts';

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
  owners?: Memory['owner'][];
  /** Worded by the person of this home or their agents, or by others. */
  mine?: boolean;
  /** At least this much, 1 to 10. */
  minImportance?: number;
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
  /** Those that programs keep for a user, an agent or a run; of nobody those that are kept for none. All if not given. */
  whose?: Whose | undefined;
  rows?: Row[];
}

/** Every memory, whatever its state. */
export const ANY: MemoryFilter = { statuses: ['provisional', 'active', 'deprecated'], expired: true };

export type MemoryOrder = 'newest' | 'oldest' | 'used';

export const memoriesWhere = (
  store: Store,
  filter: MemoryFilter,
  page: { now: number; limit: number; order: MemoryOrder },
): (FoundMemory & { lastUsedAt: number })[] =>
  store.rows`select ${raw(memoryColumns)}, ifnull((select last_used_at from metrics
    where memory = row), 0) as last_used_at
    from memory where ${conditions(filter, page.now)} order by ${raw(ORDERS[page.order])} limit ${page.limit}`.map(
    (found) => ({ ...foundMemory(found), lastUsedAt: found.lastUsedAt as number }),
  );

export const countWhere = (store: Store, filter: MemoryFilter, now: number): number =>
  store.value`select count(*) from memory where ${conditions(filter, now)}`;

export const rowsWhere = (store: Store, filter: MemoryFilter, now: number): Set<Row> =>
  new Set(store.column<Row>`select row from memory where ${conditions(filter, now)}`);

/** Rows that no search shows unless asked: deprecated, expired, or kept for a program's user. Few, so cheaper to name than all the others. */
export const hiddenRows = (store: Store, now: number): Set<Row> =>
  new Set(
    store.column<Row>`select row from memory indexed by memory_hidden
      where (status = 'deprecated' or expires_at is not null) and (status = 'deprecated'
        or expires_at <= ${now})
      union all select row from memory where ${raw(FOR_WHOSE)}`,
  );

/** Kept for a user, an agent or a run; found by the index over the scopes. */
export const FOR_WHOSE = `scope = 'session' and ifnull(scope_of, '') >= '${WHOSE_SCOPE}' and ifnull(scope_of, '') < 'for!'`;

const ORDERS: Record<MemoryOrder, string> = {
  newest: 'created_at desc, row desc',
  oldest: 'created_at, row',
  used: 'last_used_at desc, created_at desc, row desc',
};

export function conditions(filter: MemoryFilter, now: number): Fragment {
  const all: Fragment[] = [];
  const hold = (strings: TemplateStringsArray, ...values: QueryValue[]) =>
    all.push(fragment(strings, ...values));
  const among = (column: string, values: readonly string[] | undefined) => {
    if (values?.length) hold`${raw(column)} in (select value from json_each(${values}))`;
  };
  const { file: named, key, phrase, words, rows, pinned, needsReview, verified, since, until } = filter;
  among('type', filter.types);
  among(GROUP_SQL, filter.groups);
  among('scope', filter.scopes);
  if (filter.statuses?.length) among('status', filter.statuses);
  else hold`status <> 'deprecated'`;
  among('source', filter.sources);
  among('tier', filter.tiers);
  among('owner', filter.owners);
  if (filter.mine !== undefined) hold`(user_id is null) = ${filter.mine}`;
  // A hundredth: what is shown is rounded.
  if (filter.minImportance !== undefined)
    hold`${raw(IMPORTANCE_SQL)} >= ${filter.minImportance / 10 - 0.005}`;
  if (rows) hold`memory.row in (select value from json_each(${rows}))`;
  const whose = filter.whose && tagsOfWhose(filter.whose);
  if (whose) hold`(${raw(FOR_WHOSE)}) = ${whose.length > 0}`;
  const [tag, ...tags] = new Set([...(whose ?? []), ...(filter.tags ?? [])]);
  if (tag !== undefined) hold`exists (select 1 from json_each(tags) where value = ${tag})`;
  // One condition for all others, since SQLite takes no more than a thousand in a row; the first is the quicker one.
  if (tags.length > 0)
    hold`not exists (select 1 from json_each(${tags}) where value not in (select value from json_each(tags)))`;
  const file = named === undefined ? undefined : plainPath(named);
  if (file === '.') hold`exists (select 1 from json_each(files) where ${raw(OF_THE_PROJECT)})`;
  else if (file !== undefined)
    hold`exists (select 1 from json_each(files) where value = ${file} or substr(value, 1, length(${file}) + 1) = ${file} || '/')`;
  if (key !== undefined) hold`key = ${key}`;
  // As it is read: a page shows no marks of code and of strong words.
  if (phrase !== undefined)
    hold`instr(replace(replace(lower(text), char(96), ''), '**', ''), lower(${unmarked(phrase)})) > 0`;
  if (words?.length)
    hold`not exists (select 1 from json_each(${words}) where instr(lower(text), lower(value)) = 0)`;
  if (pinned !== undefined) hold`pinned = ${pinned}`;
  if (needsReview !== undefined) hold`needs_review = ${needsReview}`;
  if (verified !== undefined) hold`verified = ${verified}`;
  if (filter.conflicts !== undefined)
    hold`(needs_review and exists (select 1 from relation where relation.memory = memory.row and kind = 'conflicts')) = ${filter.conflicts}`;
  if (filter.stale !== undefined)
    hold`exists (select 1 from anchor where anchor.memory = memory.row and anchor.state <> 'fresh') = ${filter.stale}`;
  if (since !== undefined) hold`created_at >= ${since}`;
  if (until !== undefined) hold`created_at < ${until}`;
  if (!filter.expired) hold`(expires_at is null or expires_at > ${now})`;
  return allOf(all);
}

/** The group of a memory, as `groupOf` says it. */
export const GROUP_SQL = `case when substr(key, 1, ${COMMAND_KEY.length}) = '${COMMAND_KEY}' then 'commands'
  ${MEMORY_GROUPS.map((group) => `when type in (${typesOfGroup(group).map((type) => `'${type}'`)}) then '${group}'`).join(' ')} end`;

/** Files of the project are named from its top, all others by their whole path. */
const OF_THE_PROJECT = `value not glob '/*' and value not glob '[A-Za-z]:/*'`;

/** A path as memories name it: no "./" before it, no slash behind it; the root of the disk is left empty. */
const plainPath = (path: string): string => posix.normalize(path).replace(/\/+$/, '');

/** A text without its marks of code and strong words, which a page does not show. */
const unmarked = (text: string): string => text.replaceAll(/`|\*\*/g, '');
