import { randomBytes } from 'node:crypto';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { printedName } from '@sqrl/base/model/printed.ts';
import { type ChangeStamp, changeOf, endOf, stateOf, timeAfter } from '@sqrl/base/model/sync/memory-state.ts';
import { joinStates, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { memoryAt } from '../../store/memory/memories.ts';
import {
  addWaiting,
  deviceOf,
  dropWaiting,
  IN_GIT,
  knownSpace,
  putShared,
  type SharedRow,
  sharedRow,
  syncNote,
} from '../../store/memory/shared.ts';
import { findById } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';

/**
 * Writes what a person changed of a shared memory into its state and the outbox, in the transaction that changes the
 * memory. Only what people do travels: decay, replacement and review are computed on each machine. A memory that is not
 * shared costs one lookup.
 */
export function noteSharedChange(store: Store, before: Memory, after: Memory, now: number): void {
  const row = sharedRow(store, after.id);
  // A proposal in git is changed on its branch; what a hub does with a change depends on the role.
  if (!row || row.standing === 'hidden' || (row.standing === 'proposed' && row.space === '')) return;
  if (row.space !== '' && row.standing !== 'mine' && !mayChangeAll(store, row.space)) {
    if (after.text === before.text) return;
    const { name, role } = knownSpace(store, row.space)!;
    const author = printedName(row.facts?.author.name ?? 'another person');
    throw new Problem(
      `Memory ${after.id} is ${author}'s; as a ${role} of ${printedName(name)} you cannot reword it.`,
      `Say what is wrong: \`sqrl dispute ${after.id} "why"\`. Or save your own words: \`sqrl remember\`.`,
      'forbidden',
    );
  }
  const isGlobal = before.scope === 'global';
  if (isGlobal ? after.scope !== 'global' : after.scope !== 'project' && after.scope !== 'path')
    throw new Problem(
      `Memory ${after.id} is shared ${isGlobal ? 'for all projects' : 'with the project'}, so it cannot become ${after.scope}.`,
      `Run \`sqrl unshare ${after.id}\` first.`,
    );
  const stamp = stampFor(store, row, now);
  // Whether it holds at all is its author's to say for others.
  const isOwn = row.standing === 'mine';
  const delta = changeOf(row.state, before, isOwn ? after : { ...after, status: before.status }, stamp);
  if (delta) writeChange(store, row, delta, stamp);
}

/** Whether this person may change and review what others shared in a space of a hub. */
export function mayChangeAll(store: Store, space: string): boolean {
  const known = knownSpace(store, space);
  // A hub that did not say says so when it is asked.
  return known === undefined || known.role === 'maintainer' || known.role === 'owner';
}

/** Shares a memory through git, or a space of a hub; false where it was shared already. */
export function beginSharing(
  store: Store,
  memory: Memory,
  now: number,
  { space = '', more }: { space?: string; more?: (stamp: ChangeStamp) => SharedState } = {},
): boolean {
  const known = sharedRow(store, memory.id);
  const row: SharedRow = { ...IN_GIT, id: memory.id, state: {}, standing: 'mine', space };
  const stamp = stampFor(store, row, now);
  if (known) {
    // It may have been taken out of the file by hand: the same state is offered again.
    addWaiting(store, { tag: stamp.tag, id: memory.id, delta: known.state, at: now });
    return false;
  }
  writeChange(store, row, { ...stateOf(memory, stamp), ...more?.(stamp) }, stamp);
  return true;
}

/** Ends a memory for everybody; nothing of its text stays in the state or the outbox. */
export function endSharing(store: Store, row: SharedRow, now: number): void {
  const stamp = stampFor(store, row, now);
  dropWaiting(store, row.id);
  writeChange(store, { ...row, standing: 'hidden' }, endOf(row.state, stamp), stamp);
}

/**
 * What becomes of a shared memory that is forgotten here: one's own ends for everybody, others' words are only not read
 * again. Says which.
 */
export function forgetShared(store: Store, id: string, now: number): 'ended' | 'hidden' | undefined {
  const row = sharedRow(store, id);
  if (!row || row.standing === 'hidden') return undefined;
  if (row.standing === 'mine') {
    endSharing(store, row, now);
    return 'ended';
  }
  dropWaiting(store, id);
  putShared(store, { ...row, state: {}, standing: 'hidden' });
  return 'hidden';
}

/** Of memories that are to be forgotten, those that end for everybody, in git or at the hub, and those that are only hidden here. */
export function standingsOf(
  engine: Engine,
  ids: readonly string[],
): { ended: string[]; endedAtHub: string[]; hidden: string[] } {
  const rows = ids.flatMap((id) => {
    const { indexedStore, row } = findById(engine, id);
    return sharedRow(indexedStore.store, memoryAt(indexedStore.store, row)!.id) ?? [];
  });
  const of = (isOf: (row: SharedRow) => boolean) => rows.filter(isOf).map(({ id }) => id);
  return {
    ended: of(({ standing, space }) => standing === 'mine' && space === ''),
    endedAtHub: of(({ standing, space }) => standing === 'mine' && space !== ''),
    hidden: of(({ standing }) => standing === 'reviewed' || standing === 'proposed'),
  };
}

/** Writes a change of a shared record into its state and the outbox, inside the caller's transaction. */
export function writeChange(
  store: Store,
  row: SharedRow,
  delta: SharedState,
  { tag, at }: ChangeStamp,
): void {
  putShared(store, { ...row, state: joinStates(row.state, delta) });
  addWaiting(store, { tag, id: row.id, delta, at });
}

/** The stamp of a change that is made now. A hub tells by how much this machine's clock is ahead. */
export const stampFor = (
  store: Store,
  { state, space }: Pick<SharedRow, 'state' | 'space'>,
  now: number,
): ChangeStamp => ({
  tag: randomBytes(6).toString('hex'),
  at: timeAfter(state, space === '' ? now : now - Number(syncNote(store, 'hub clock') ?? 0)),
  device: deviceOf(store),
  person: syncNote(store, space === '' ? 'person' : 'hub person') ?? 'somebody ~00000000',
});
