import type { Store } from '@sqrl/base/sqlite/store.ts';
import { dropMark, jsonMark, jsonMarks, markOf, setMark } from '../marks.ts';

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
