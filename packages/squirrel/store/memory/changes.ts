import type { ExportedAnchor } from '@sqrl/base/model/anchor.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { as, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { noteTyped } from '../journal.ts';

/** What an action may change of a memory: its own fields, what it is tied to in the code, and whether it may be learned. */
export interface MemoryFields extends Partial<Memory> {
  anchors?: ExportedAnchor[];
  refused?: boolean;
}

export interface MemoryAction {
  /** The same for all memories that it was done to at once. */
  id: string;
  memory: string;
  at: number;
  did: string;
  was: MemoryFields;
  became: MemoryFields;
  undoneAt: number | null;
}

export function addMemoryAction(
  store: Store,
  { id, memory, at, did, was, became }: Omit<MemoryAction, 'undoneAt'>,
): void {
  store.insert('deed', { id, memory, at, did, was, became });
  noteTyped(store, 'memory', memory);
}

/** Everything that was done at once, in the order it was done; what was taken back is left out. */
export const memoryActionFields = (store: Store, id: string): MemoryAction[] =>
  store.rows`select ${raw(COLUMNS)} from deed where id = ${id} and undone_at is null order by row`.map(
    toMemoryAction,
  );

export function lastActionOn(store: Store, memory: string): MemoryAction | undefined {
  const found = store.row`select ${raw(COLUMNS)} from deed where memory = ${memory} and undone_at is null
    order by row desc limit 1`;
  return found && toMemoryAction(found);
}

/** Memories that a person deleted up to a time and did nothing else to since: their files are still to be rid of them. */
export const deletedUntil = (store: Store, at: number): { memory: string; wasRefused: boolean }[] =>
  store.rows`select memory, ifnull(was ->> '$.refused', 1) as refused from deed
    where did = ${DELETED} and at <= ${at} and undone_at is null and not exists
      (select 1 from deed later where later.memory = deed.memory and later.row > deed.row
        and later.undone_at is null)`.map(({ memory, refused }) => ({
    memory: memory as string,
    wasRefused: refused === 1,
  }));

export const DELETED = 'deleted';

/** How an action is called that reads a rule file; of memories that came with it, it has nothing that was before. */
export const IMPORTED = 'imported';

export const latestActions = (
  store: Store,
  limit: number,
): { id: string; at: number; did: string; memories: string[] }[] =>
  store.rows`select id, max(at) as at, min(did) as did, json_group_array(memory) as memories from deed
    where undone_at is null group by id order by max(at) desc, max(row) desc limit ${limit}`.map(
    as({ memories: json }),
  );

/**
 * Notes that an action was undone, in its own row and in the memory's history: the count of what people said of
 * memories does not count it any more.
 */
export function markUndone(store: Store, { id, memory, at, did }: MemoryAction, now: number): void {
  store.run`update deed set undone_at = ${now} where id = ${id} and memory = ${memory}`;
  store.run`update memory_step set did = did || ' (taken back)' where memory = ${memory} and at = ${at}
    and did = ${did}`;
  noteTyped(store, 'memory', memory);
}

export function copyActions(from: Store, to: Store, memory: string): void {
  const columns = 'id, memory, at, did, was, became, undone_at';
  for (const found of from.rows`select ${raw(columns)} from deed where memory = ${memory} order by row`)
    to.sql(`insert into deed (${columns}) values (?, ?, ?, ?, ?, ?, ?)`).run(...Object.values(found));
  noteTyped(to, 'memory', memory);
}

const COLUMNS = 'id, memory, at, did, was, became, undone_at as undoneAt';

const toMemoryAction = as<MemoryAction>({ was: json, became: json });

export interface Refusal {
  /** Of the draft: its signal and matter. Null where it was not learned from sightings. */
  matter: string | null;
  /** Of the text, as `hashOf` makes it. */
  hash: string | null;
  /** The memory that was refused, while it is kept. */
  memory: string | null;
  at: number;
}

/** Notes that something is not to be learned again; a second note changes nothing. */
export function addRefusal(store: Store, { matter, hash, memory, at }: Refusal): void {
  const known = store.row`select row from refusal where matter is ${matter} and hash is ${hash}
    and memory is ${memory} limit 1`;
  if (!known) store.insert('refusal', { matter, hash, memory, at });
  if (hash !== null) noteTyped(store, 'refusal', hash);
}

export const refusals = (store: Store): Refusal[] =>
  store.rows`select matter, hash, memory, at from refusal order by at desc, row desc`;

/** Takes back that a memory was refused; says whether it had been. */
export function withdrawRefusal(store: Store, memory: string): boolean {
  const gone = store.rows`delete from refusal where memory = ${memory} returning hash`;
  for (const { hash } of gone) if (hash !== null) noteTyped(store, 'refusal', hash as string);
  return gone.length > 0;
}

/** The same of a text, by its hash, whatever memory said it. */
export function withdrawRefusedText(store: Store, hash: string): void {
  store.run`delete from refusal where hash = ${hash}`;
  noteTyped(store, 'refusal', hash);
}

export const isRefused = (store: Store, memory: string): boolean =>
  store.row`select 1 from refusal where memory = ${memory} limit 1` !== undefined;

/** The matters of the drafts that became, or say the same as, a memory. */
export const mattersOf = (store: Store, memory: string): string[] =>
  store.column`select matter from draft where memory = ${memory} order by matter`;

export const latestRefusal = (store: Store, hash: string): Refusal | undefined =>
  store.row`select matter, hash, memory, at from refusal where hash = ${hash} order by at desc, row desc
    limit 1`;
