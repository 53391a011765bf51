import { randomBytes } from 'node:crypto';
import { canonical, type SharedState } from '../../model/sync/registers.ts';
import type { Store } from '../store.ts';

/** How a shared memory stands in this store; see the schema. */
export type SharedStanding = 'mine' | 'reviewed' | 'proposed' | 'hidden';

/** A memory that is shared. */
export interface SharedRow {
  id: string;
  state: SharedState;
  standing: SharedStanding;
}

/** A change that no carrier has taken yet. */
export interface WaitingChange {
  tag: string;
  id: string;
  delta: SharedState;
  at: number;
}

/** The shared state of a memory; undefined where it is not shared. */
export function sharedRow(store: Store, id: string): SharedRow | undefined {
  const found = store.sql('select id, state, standing from shared where id = ?').get(id);
  return found && toRow(found);
}

/** Everything that is shared, by id. */
export const sharedRows = (store: Store): Map<string, SharedRow> =>
  new Map(
    store
      .sql('select id, state, standing from shared')
      .all()
      .map((found) => [found.id as string, toRow(found)]),
  );

/** How many memories stand in each way. */
export const countShared = (store: Store): Partial<Record<SharedStanding, number>> =>
  Object.fromEntries(
    store
      .sql('select standing, count(*) as n from shared group by standing')
      .all()
      .map(({ standing, n }) => [standing, n]),
  );

/** Writes the state of a shared memory, inside the transaction that writes the memory. */
export function putShared(store: Store, { id, state, standing }: SharedRow): void {
  store
    .sql('insert or replace into shared (id, state, standing) values (?, ?, ?)')
    .run(id, canonical(state), standing);
}

/** Takes a memory out of what is shared, with changes that wait. */
export function dropShared(store: Store, id: string): void {
  store.sql('delete from shared where id = ?').run(id);
  dropWaiting(store, id);
}

/** Adds a change that waits for a carrier. */
export function addWaiting(store: Store, { tag, id, delta, at }: WaitingChange): void {
  store.sql('insert into outbox (tag, id, delta, at) values (?, ?, ?, ?)').run(tag, id, canonical(delta), at);
}

/** Takes changes of a memory back that no carrier took: an end must not carry what it ends. */
export const dropWaiting = (store: Store, id: string): void =>
  void store.sql('delete from outbox where id = ?').run(id);

/** Ids of memories with changes that wait, and the number of the last change. */
export function waiting(store: Store): { ids: string[]; upTo: number } {
  const found = store.sql('select id, max(n) as n from outbox group by id order by id').all();
  return {
    ids: found.map(({ id }) => id as string),
    upTo: Math.max(0, ...found.map(({ n }) => n as number)),
  };
}

/** Notes that a carrier took every change up to a number. */
export const carried = (store: Store, upTo: number): void =>
  void store.sql('delete from outbox where n <= ?').run(upTo);

/** What was noted under a name. */
export const syncNote = (store: Store, name: SyncNoteName): string | undefined =>
  store.sql('select value from sync_note where name = ?').get(name)?.value as string | undefined;

export const setSyncNote = (store: Store, name: SyncNoteName, value: string): void =>
  void store.sql('insert or replace into sync_note (name, value) values (?, ?)').run(name, value);

/** person: who shares from here; joined: when the person agreed to read what others share; read: what was read last. */
type SyncNoteName = 'device' | 'person' | 'joined' | 'read';

/** The name of this store among the copies of a memory. */
export function deviceOf(store: Store): string {
  const known = syncNote(store, 'device');
  if (known !== undefined) return known;
  const made = randomBytes(6).toString('hex');
  setSyncNote(store, 'device', made);
  return made;
}

const toRow = ({ id, state, standing }: Record<string, unknown>): SharedRow => ({
  id: id as string,
  state: JSON.parse(state as string),
  standing: standing as SharedStanding,
});
