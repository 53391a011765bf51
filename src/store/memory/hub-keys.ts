import { noteTyped } from '../journal.ts';
import { dropMark, jsonMarks, markOf, setMark } from '../marks.ts';
import { raw } from '../query.ts';
import type { Store } from '../store.ts';

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

const columns = 'device, person, name, key, offered, at';

export const pinnedKey = (store: Store, device: string): PinnedKey | undefined =>
  store.row`select ${raw(columns)} from hub_key where device = ${device}`;

/** Ids of the people who sign. */
export const signingPeople = (store: Store): Set<string> =>
  new Set(store.column<string>`select distinct person from hub_key`);

/** Keeps a key that was not seen before; another one for a known device is only noted. */
export function pinKey(store: Store, seen: Omit<PinnedKey, 'offered'>): void {
  const { device, person, name, key, at } = seen;
  const known = pinnedKey(store, device);
  if (!known)
    store.run`insert into hub_key (${raw(columns)})
      values (${device}, ${person}, ${name}, ${key}, null, ${at})`;
  else if (!known.key.split(' ').includes(key) && known.offered !== key)
    store.run`update hub_key set offered = ${key}, at = ${at} where device = ${device}`;
  else return;
  noteTyped(store, 'hub_key', device);
}

/** Devices whose key is another than the pinned one. */
export const exchangedKeys = (store: Store): PinnedKey[] =>
  store.rows`select ${raw(columns)} from hub_key where offered is not null order by at, device`;

/** Trusts the key that a device has now; what it signed before stays signed. False where it is the one that is known. */
export function trustOffered(store: Store, device: string): boolean {
  const { changes } =
    store.run`update hub_key set key = offered || ' ' || key, offered = null where device = ${device}
      and offered is not null`;
  if (changes > 0) noteTyped(store, 'hub_key', device);
  return changes > 0;
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
