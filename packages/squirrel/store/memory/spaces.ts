import type { HubKind, HubRole, SpaceKind } from '@sqrl/base/model/sync/hub-protocol.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { dropMark, jsonMark, jsonMarks, markOf, setMark } from '../marks.ts';

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
export const knownSpaces = (store: Store): KnownSpace[] =>
  jsonMarks<KnownSpace>(store, 'space').sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));

const placeOf = ({ kind, name, id }: KnownSpace): string => [kind, name, id].join('\0');

export const knownSpace = (store: Store, id: string): KnownSpace | undefined =>
  jsonMark<KnownSpace>(store, 'space', id);

export const putSpace = (store: Store, { id, kind, name, role, project, cursor, mark }: KnownSpace): void =>
  setMark(store, 'space', id, JSON.stringify({ id, kind, name, role, project, cursor, mark }));

export function dropSpace(store: Store, id: string): void {
  dropMark(store, 'space', id);
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

export const refusedChanges = (store: Store): RefusedChange[] =>
  jsonMarks<RefusedChange>(store, 'refused change').sort((a, b) => a.at - b.at);

export const noteRefused = (store: Store, { id, space, why, at }: RefusedChange): void =>
  setMark(store, 'refused change', id, JSON.stringify({ id, space, why, at }));

export const clearRefused = (store: Store, id: string): void => dropMark(store, 'refused change', id);

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

export const pinnedKey = (store: Store, device: string): PinnedKey | undefined =>
  jsonMark<PinnedKey>(store, 'hub key', device);

const keep = (store: Store, key: PinnedKey): void =>
  setMark(store, 'hub key', key.device, JSON.stringify(key));

export const signingPeople = (store: Store): Set<string> =>
  new Set(jsonMarks<PinnedKey>(store, 'hub key').map(({ person }) => person));

/** Keeps a key that was not seen before; another one for a known device is only noted. */
export function pinKey(store: Store, { device, person, name, key, at }: Omit<PinnedKey, 'offered'>): void {
  const known = pinnedKey(store, device);
  if (!known) keep(store, { device, person, name, key, offered: null, at });
  else if (!known.key.split(' ').includes(key) && known.offered !== key)
    keep(store, { ...known, offered: key, at });
}

export const exchangedKeys = (store: Store): PinnedKey[] =>
  jsonMarks<PinnedKey>(store, 'hub key')
    .filter(({ offered }) => offered !== null)
    .sort((a, b) => a.at - b.at);

/** Trusts the key that a device has now; what it signed before stays signed. False where it is the one that is known. */
export function trustOffered(store: Store, device: string): boolean {
  const known = pinnedKey(store, device);
  if (!known || known.offered === null) return false;
  keep(store, { ...known, key: `${known.offered} ${known.key}`, offered: null });
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

export const noteForged = (store: Store, { id, space, person, at }: ForgedRecord): void =>
  setMark(store, 'forged', id, JSON.stringify({ id, space, person, at }));

export const clearForged = (store: Store, id: string): void => dropMark(store, 'forged', id);

export const forgedRecords = (store: Store): ForgedRecord[] =>
  jsonMarks<ForgedRecord>(store, 'forged').sort((a, b) => a.at - b.at);
