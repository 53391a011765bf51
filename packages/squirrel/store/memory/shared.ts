import { randomBytes } from 'node:crypto';
import type { HubKind, RecordFacts } from '@sqrl/base/model/sync/hub-protocol.ts';
import { canonical, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { as, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { noteTyped } from '../journal.ts';
import { dropMark, jsonMark, markOf, setMark } from '../marks.ts';

/** How a shared memory stands in this store; see the schema. */
export type SharedStanding = 'mine' | 'reviewed' | 'proposed' | 'hidden';

export interface SharedRow {
  id: string;
  kind: HubKind;
  state: SharedState;
  standing: SharedStanding;
  /** The space of a hub that carries it; empty where git does. */
  space: string;
  /** What the hub vouches for. */
  facts: RecordFacts | null;
}

/** What a memory has that git carries. */
export const IN_GIT = { kind: 'memory', space: '', facts: null } as const satisfies Partial<SharedRow>;

/** A change that no carrier has taken yet. */
export interface WaitingChange {
  tag: string;
  id: string;
  delta: SharedState;
  at: number;
}

export function sharedRow(store: Store, id: string): SharedRow | undefined {
  const found = store.row`select ${raw(columns)} from shared where id = ${id}`;
  return found && toRow(found);
}

const columns = 'id, kind, state, standing, space, facts';

/** Everything that a carrier has, by id: git, or a space of a hub. */
export const sharedRows = (store: Store, space = ''): Map<string, SharedRow> =>
  new Map(
    store.rows`select ${raw(columns)} from shared where space = ${space}`
      .map(toRow)
      .map((found) => [found.id, found]),
  );

/** Memories that may have several wordings, whatever carries them. */
export const contestedRows = (store: Store): SharedRow[] =>
  store.rows`select ${raw(columns)} from shared where kind = 'memory' and standing <> 'hidden'
    and (select count(*) from json_each(state, '$.text[1]')) > 1`.map(toRow);

export const sharedRowsOf = (store: Store, kind: HubKind): SharedRow[] =>
  store.rows`select ${raw(columns)} from shared where kind = ${kind}`.map(toRow);

export const countShared = (store: Store, space = ''): Partial<Record<SharedStanding, number>> =>
  Object.fromEntries(
    store.pairs`select standing, count(*) from shared where space = ${space} and kind = 'memory' group by standing`,
  );

/** Writes the state of a shared memory, inside the transaction that writes the memory. */
export function putShared(store: Store, { id, kind, state, standing, space, facts }: SharedRow): void {
  store.put('shared', { id, kind, state: canonical(state), standing, space, facts });
  if (standing === 'mine' || standing === 'hidden') noteTyped(store, 'shared', id);
}

/** Takes a memory out of what is shared, with changes that wait. */
export function dropShared(store: Store, id: string): void {
  store.run`delete from shared where id = ${id}`;
  noteTyped(store, 'shared', id);
  dropWaiting(store, id);
  dropMark(store, 'sealed', id);
}

export function addWaiting(store: Store, { tag, id, delta, at }: WaitingChange): void {
  store.insert('outbox', { tag, id, delta: canonical(delta), at });
}

/** Takes changes of a memory back that no carrier took: an end must not carry what it ends. */
export const dropWaiting = (store: Store, id: string): void =>
  void store.run`delete from outbox where id = ${id}`;

/** The names of the sealed texts that the hub has of a record: what a device writes next replaces them. */
export const sealedTags = (store: Store, id: string): string[] => jsonMark(store, 'sealed', id) ?? [];

export const noteSealedTags = (store: Store, id: string, tags: readonly string[]): void =>
  setMark(store, 'sealed', id, JSON.stringify(tags));

/** Ids of memories with changes that wait for git, and the number of the last change. */
export function waiting(store: Store): { ids: string[]; upTo: number } {
  const found = store.rows<{ id: string; n: number }>`select id, max(n) as n
    from outbox left join shared using (id) where ifnull(space, '') = '' group by id order by id`;
  return {
    ids: found.map(({ id }) => id),
    upTo: Math.max(0, ...found.map(({ n }) => n)),
  };
}

/** Notes that git has every change up to a number. */
export const carried = (store: Store, upTo: number): void =>
  void store.run`delete from outbox where n <= ${upTo} and id not in (select id from shared
    where space <> '')`;

export const syncNote = (store: Store, name: SyncNoteName): string | undefined =>
  markOf(store, 'sync', name) as string | undefined;

export const setSyncNote = (store: Store, name: SyncNoteName, value: string): void =>
  setMark(store, 'sync', name, value);

/** Notes of git: person shares from here; joined: when the person agreed to read what others share; read: what was read last. */
type GitNote = 'device' | 'person' | 'joined' | 'read';
/**
 * Notes of the hub: who the person is there; auto: share what the person says or confirms; clock: by how many milliseconds
 * this machine is ahead of the hub; synced and failed: when it last answered, and what went wrong since; briefed: spaces
 * that the person knows.
 */
type HubNote = 'hub person' | 'hub auto' | 'hub clock' | 'hub synced' | 'hub failed' | 'hub briefed';
type SyncNoteName = GitNote | HubNote;

export const dropSyncNote = (store: Store, name: SyncNoteName): void => dropMark(store, 'sync', name);

/** The name of this store among the copies of a memory. */
export function deviceOf(store: Store): string {
  const known = syncNote(store, 'device');
  if (known !== undefined) return known;
  const made = randomBytes(6).toString('hex');
  setSyncNote(store, 'device', made);
  return made;
}

const toRow = as<SharedRow>({ state: json, facts: json });
