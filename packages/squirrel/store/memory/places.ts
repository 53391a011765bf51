import type { Memory } from '@sqrl/base/model/memory.ts';
import type { MemoryRecord } from '@sqrl/base/model/record.ts';
import type { Trigger } from '@sqrl/base/model/trigger.ts';
import { anyOf, matches } from '@sqrl/base/sqlite/full-text.ts';
import { as, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { FOR_WHOSE } from './filters.ts';
import { type FoundMemory, foundMemory, memoriesAt, memoryColumns, type Row } from './memories.ts';
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

/** Takes the text of `keysInOne` apart. */
export const keysOf = (said: string): { row: Row; key: string }[] =>
  said === ''
    ? []
    : said.split('\x1f').map((each) => {
        const space = each.indexOf(' ');
        return { row: Number(each.slice(0, space)), key: each.slice(space + 1) };
      });
