import type { Store } from '@sqrl/base/sqlite/store.ts';
import { noteTyped } from '../journal.ts';

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
