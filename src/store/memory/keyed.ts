import { raw } from '../query.ts';
import type { Store } from '../store.ts';
import { type FoundMemory, foundMemory, memoryColumns, type Row } from './memories.ts';

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
