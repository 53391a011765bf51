import { randomBytes } from 'node:crypto';
import type { HubKind, HubRole, RecordFacts, SpaceKind } from '@sqrl/base/model/sync/hub-protocol.ts';
import { canonical, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { as, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { noteTyped } from '../journal.ts';
import { dropMark, jsonMark, markOf, markTable, setMark } from '../marks.ts';

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

/** A space of a hub, as this store knows it. */
export interface KnownSpace {
  id: string;
  kind: SpaceKind;
  name: string;
  role: HubRole;
  /** The project here that it belongs to; null for a space that is not a project's. */
  project: string | null;
  /** Everything up to here was read. */
  cursor: number;
  /** What the hub calls that place. */
  mark: string;
}

/** The spaces that a store knows, by name: the user's store all of the person's, a project's store its own. */
const spaces = markTable<KnownSpace>(
  'space',
  ({ id }) => id,
  (a, b) => (placeOf(a) < placeOf(b) ? -1 : 1),
);
export const { all: knownSpaces, get: knownSpace, put: putSpace } = spaces;

const placeOf = ({ kind, name, id }: KnownSpace): string => [kind, name, id].join('\0');

export function dropSpace(store: Store, id: string): void {
  spaces.drop(store, id);
  for (const refused of refusedChanges(store)) if (refused.space === id) clearRefused(store, refused.id);
}

/** A record with changes that wait for the hub. */
export interface PendingRecord {
  space: string;
  kind: HubKind;
  id: string;
  /** The last of its changes. */
  upTo: number;
}

export const pendingRecords = (store: Store, limit: number): PendingRecord[] =>
  store.rows`select space, kind, id, max(n) as upTo from outbox join shared using (id)
    where space <> '' group by id order by min(n) limit ${limit}`;

/** How many records have changes that wait for the hub; of one space where it is named. */
export const countPending = (store: Store, space?: string): number =>
  store.value`select count(distinct id) as n from outbox join shared using (id)
    where space <> '' and (${space} is null or space = ${space})`;

/** A text that is another one after each change of a memory. */
export const latestChange = (store: Store): string => {
  const { at, n } = store.row`select max(updated_at) as at, count(*) as n from memory`!;
  return `${at} ${n}`;
};

/** Notes that the hub has answered for changes of a record, whatever its answer. */
export const settlePending = (store: Store, { id, upTo }: Pick<PendingRecord, 'id' | 'upTo'>): void =>
  void store.run`delete from outbox where id = ${id} and n <= ${upTo}`;

export interface RefusedChange {
  id: string;
  space: string;
  /** A code of the protocol, or of a newer one. */
  why: string;
  at: number;
}

export const {
  all: refusedChanges,
  put: noteRefused,
  drop: clearRefused,
} = markTable<RefusedChange>('refused change', ({ id }) => id, oldestFirst);

function oldestFirst(a: { at: number }, b: { at: number }): number {
  return a.at - b.at;
}

/** The key of a device as it was first seen. */
export interface PinnedKey {
  device: string;
  /** The person's id at the hub, and their name. */
  person: string;
  name: string;
  /** With a space between them: the latest that is trusted, then those that older words are signed with. */
  key: string;
  /** The key that the hub names now, where it is another. */
  offered: string | null;
  at: number;
}

const keys = markTable<PinnedKey>('hub key', ({ device }) => device, oldestFirst);
export const pinnedKey = keys.get;

export const signingPeople = (store: Store): Set<string> =>
  new Set(keys.all(store).map(({ person }) => person));

/** Keeps a key that was not seen before; another one for a known device is only noted. */
export function pinKey(store: Store, { device, person, name, key, at }: Omit<PinnedKey, 'offered'>): void {
  const known = pinnedKey(store, device);
  if (!known) keys.put(store, { device, person, name, key, offered: null, at });
  else if (!known.key.split(' ').includes(key) && known.offered !== key)
    keys.put(store, { ...known, offered: key, at });
}

export const exchangedKeys = (store: Store): PinnedKey[] =>
  keys.all(store).filter(({ offered }) => offered !== null);

/** Trusts the key that a device has now; what it signed before stays signed. False where it is the one that is known. */
export function trustOffered(store: Store, device: string): boolean {
  const known = pinnedKey(store, device);
  if (!known || known.offered === null) return false;
  keys.put(store, { ...known, key: `${known.offered} ${known.key}`, offered: null });
  return true;
}

/** Notes a wording without a signature, of a person whose others had one. */
export const addDoubt = (store: Store, tag: string): void => setMark(store, 'doubt', tag);

export const isDoubted = (store: Store, tag: string): boolean => markOf(store, 'doubt', tag) !== undefined;

/** A record that was not used, because its signature did not fit. */
interface ForgedRecord {
  id: string;
  space: string;
  /** The name of the person whose words they were said to be. */
  person: string;
  at: number;
}

export const {
  all: forgedRecords,
  put: noteForged,
  drop: clearForged,
} = markTable<ForgedRecord>('forged', ({ id }) => id, oldestFirst);
