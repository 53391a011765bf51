import type { SQLOutputValue } from 'node:sqlite';
import { STATED_BAR } from '@sqrl/base/model/delivery.ts';
import { DOUBTED_STATEMENT, type Memory } from '@sqrl/base/model/memory.ts';
import type { MemoryRecord } from '@sqrl/base/model/record.ts';
import type { Trigger } from '@sqrl/base/model/trigger.ts';
import { anyOf, matches } from '@sqrl/base/sqlite/full-text.ts';
import { as, flag, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { FOR_WHOSE } from './filters.ts';
import { type FoundMemory, foundMemory, memoriesAt, memoryColumns, type Row } from './memories.ts';
import { ASKED_AGENT } from './steps.ts';
import { rowsByWords } from './words.ts';

/** Memories about some files or symbols, by the name they were found under. */
export const rowsAbout = (
  store: Store,
  kind: 'file' | 'symbol',
  names: readonly string[],
): { name: string; row: Row }[] =>
  store.rows`select name, memory as row from memory_place where kind = ${kind} and name in (select value
    from json_each(${names}))`;

/** Memories of the parts of the code that some folders are. */
export const rowsOfParts = (store: Store, folders: readonly string[]): Row[] =>
  store.column`select row from memory where reach = 'part' and status <> 'deprecated'
    and ((scope = 'path' and scope_of in (select value from json_each(${folders})))
      or module in (select value from json_each(${folders})))`;

/** The rows of memories that apply to what an agent is about to do, each with when it does. Few do at a time. */
export const triggersIn = (store: Store): { row: Row; trigger: Trigger }[] =>
  store.rows`select row, trigger_when as "trigger" from memory indexed by memory_trigger
    where trigger_when is not null and status <> 'deprecated'`.map(as({ trigger: json }));

/** What a person said that may be a rule: their own words, those of rule files, and what they confirmed. */
export const rulesIn = (store: Store): { row: Row; text: string; record: MemoryRecord | null }[] =>
  store.rows`select row, text, record from memory indexed by memory_rule
    where trigger_when is null and status <> 'deprecated'
      and (verified = 1 or pinned = 1 or source in ('user_taught', 'user_said', 'file_index'))
      and not (${raw(FOR_WHOSE)})`.map(as({ record: json }));

/** Memories that expect a failure, are tagged with its fingerprint, or share words with what it says. */
export function memoriesOnFailure(store: Store, { id, line }: { id: string; line: string }): Memory[] {
  const expecting = store.rows`select row from memory indexed by memory_trigger
    where trigger_when is not null and status <> 'deprecated' and instr(trigger_when, ${id})`;
  const rows = [
    ...expecting.map(({ row }) => row as Row),
    ...matches(store, 'memory_words', `tags : ${anyOf([id])}`),
    ...rowsByWords(store, line, { limit: MAX_ALIKE }).map(({ row }) => row),
  ];
  return memoriesAt(store, [...new Set(rows)]).map(({ memory }) => memory);
}

/** So many that speak of something like it are looked at. */
const MAX_ALIKE = 20;

/** The files that something is remembered about, by their paths or by their names alone. */
export const filesNamed = (store: Store, names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : store.column`select distinct place.name from json_each(${names}) asked join memory_place place
       where place.kind = 'file' and place.name = asked.value
      union
      select distinct place.name from json_each(${names}) asked join memory_place place
       where instr(asked.value, '/') = 0 and place.kind = 'file'
         and substr(place.name, -length(asked.value) - 1) = '/' || asked.value`;

/** Memories that hold under a name that begins so (`command.`), in the order of their names. */
export const memoriesUnder = (store: Store, start: string): FoundMemory[] =>
  store.rows`select ${raw(memoryColumns)} from memory where key >= ${start} and key < ${start} || char(1114111)
    and status <> 'deprecated'
    order by key, id`.map(foundMemory);

/**
 * The keys of all memories that have one, each with its row before it, as one text: to build it and to see that it is
 * still the same takes a fraction of the time that a row for each of them would. Whether they still hold is not asked,
 * which the index could not say.
 */
export const keysInOne = (store: Store): string =>
  (store.value`select group_concat(row || ' ' || key, char(31)) as said from memory indexed by memory_key
    where key is not null` ?? '') as string;

export const keysOf = (said: string): { row: Row; key: string }[] =>
  said === ''
    ? []
    : said.split('\x1f').map((each) => {
        const space = each.indexOf(' ');
        return { row: Number(each.slice(0, space)), key: each.slice(space + 1) };
      });

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
