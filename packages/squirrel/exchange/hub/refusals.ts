import { createHash } from 'node:crypto';
import { partOf, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { stampFor, writeChange } from '../../learn/sharing/note-shared.ts';
import { addRefusal, latestRefusal, refusals, withdrawRefusedText } from '../../store/memory/changes.ts';
import { type SharedRow, sharedRow, sharedRowsOf } from '../../store/memory/shared.ts';

/**
 * Offers to this person's other devices what they refused everywhere, as a hash of its text, and takes back what they
 * withdrew; inside a transaction. Refusals in a project stay in its file: a hash does not say in which project it holds.
 */
export function offerRefusals(store: Store, space: string, now: number): void {
  const refused = new Map(refusals(store).flatMap(({ hash }) => (hash === null ? [] : [[idOf(hash), hash]])));
  for (const [id, hash] of refused) {
    const known = sharedRow(store, id);
    if (known && isRefusing(known.state)) continue;
    write(
      store,
      known ?? { id, kind: 'refusal', state: {}, standing: 'mine', space, facts: null },
      hash,
      now,
    );
  }
  for (const row of sharedRowsOf(store, 'refusal'))
    if (row.space === space && !refused.has(row.id) && isRefusing(row.state))
      write(store, row, undefined, now);
}

function write(store: Store, row: SharedRow, hash: string | undefined, now: number): void {
  const stamp = stampFor(store, row, now);
  const last = (value: unknown) => ['last', value, stamp.at, stamp.device] as const;
  writeChange(store, row, { ...(hash && { hash: last(hash) }), refused: last(hash !== undefined) }, stamp);
}

/** Follows what another device of this person refused or withdrew; false where the state does not say it. */
export function followRefusal(store: Store, state: SharedState, at: number): boolean {
  const hash = partOf(state.hash, 'last')?.[1];
  if (typeof hash !== 'string' || !/^[\w+/=-]{8,200}$/.test(hash)) return false;
  if (!isRefusing(state)) withdrawRefusedText(store, hash);
  // One that is known is this device's own, on its way back, and goes with the memory that it names.
  else if (!latestRefusal(store, hash)) addRefusal(store, { matter: null, hash, memory: null, at });
  return true;
}

const isRefusing = (state: SharedState): boolean => partOf(state.refused, 'last')?.[1] === true;

const idOf = (hash: string): string =>
  createHash('sha256').update(`refusal ${hash}`).digest('hex').slice(0, 32);
