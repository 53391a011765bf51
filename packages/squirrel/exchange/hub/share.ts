import { randomBytes } from 'node:crypto';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { stateOf } from '@sqrl/base/model/sync/memory-state.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { stampFor, writeChange } from '../../learn/sharing/note-shared.ts';
import { remember } from '../../learn/verbs/remember.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { memoryAt, rowById } from '../../store/memory/memories.ts';
import { type KnownSpace, type SharedRow, sharedRow } from '../../store/memory/shared.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { PERSONAL_SCOPES, PROJECT_SCOPES, shareable } from '../what-travels.ts';
import { requiredLogin, spaceNow } from './session.ts';
import { shareIn } from './share-in.ts';

/**
 * Shares memories in a space of a hub. A memory of the project goes to the project's space as it is; in a team's or an
 * organization's it becomes a new one that applies to all projects, derived from the old.
 */
export async function shareTo(engine: Engine, { ids, space: meant, dryRun }: Parsed<'hubShare'>) {
  requiredLogin(engine);
  const space = await spaceNow(engine, meant);
  if (space.role === 'viewer')
    throw new Problem(
      `You may read ${space.name}, and not write.`,
      'Ask an owner for another role.',
      'forbidden',
    );
  const scopes = [...PROJECT_SCOPES, ...PERSONAL_SCOPES];
  const found = ids.map((id) => shareable(engine, id, scopes));
  const target = space.kind === 'project' ? engine.own : engine.user;
  const known = found.filter(({ memory, at }) => at === target && isThere(at, memory, space));
  const fresh = found.filter((one) => !known.includes(one));
  const told = { id: space.id, kind: space.kind, name: space.name };
  const isReviewed = space.kind === 'team' || space.kind === 'org';
  // In a reviewed space what is shared waits for a maintainer.
  const result = { space: told, known: known.length, proposed: isReviewed };
  if (dryRun) return { ...result, shared: fresh.map(({ memory }) => memory) };
  const shared: Memory[] = [];
  for (const { memory, at } of fresh) {
    const isShared = sharedRow(at.store, memory.id) !== undefined;
    if (at === target && !isShared) {
      at.store.transaction(() => shareIn(at.store, memory, space.id, engine.now()));
      shared.push(memory);
    } else if (at === target) shared.push(addRecord(at, memory, space, engine.now()));
    else shared.push(await promote(engine, memory, target, space));
  }
  return { ...result, shared };
}

/** Whether a memory is in a space already. One that was taken out of a space or of git has ended there under its id. */
function isThere({ store }: IndexedStore, { id }: Memory, space: KnownSpace): boolean {
  const row = sharedRow(store, id);
  if (row?.standing === 'hidden')
    throw new Problem(
      `Memory ${id} was taken out of what is shared, for good.`,
      `To share its text again, run \`sqrl forget ${id}\` and remember it anew.`,
    );
  return row?.space === space.id;
}

/** A memory that another space has already: the new one has a record of its own, and this home shows it once. */
function addRecord({ store }: IndexedStore, memory: Memory, space: KnownSpace, now: number): Memory {
  const id = randomBytes(8).toString('hex');
  const row: SharedRow = { id, kind: 'memory', state: {}, standing: 'mine', space: space.id, facts: null };
  store.transaction(() => {
    const stamp = stampFor(store, row, now);
    const derivedFrom = ['last', memory.id, stamp.at, stamp.device] as const;
    writeChange(store, row, { ...stateOf({ ...memory, id }, stamp), derivedFrom }, stamp);
  });
  return { ...memory, id };
}

async function promote(
  engine: Engine,
  memory: Memory,
  target: IndexedStore,
  space: KnownSpace,
): Promise<Memory> {
  const { type, text, tags, key, polarity, id, confidence } = memory;
  const isGlobal = target === engine.user;
  const made = await remember(engine, {
    ...{ type, text, tags, key, polarity, confidence },
    ...{ scope: isGlobal ? 'global' : 'project', source: 'user_taught', verified: true },
    relations: [{ kind: 'derived_from', to: id, confidence: 1 }],
  });
  target.store.transaction(() => {
    const now = memoryAt(target.store, rowById(target.store, made.memory.id)!)!;
    shareIn(target.store, now, space.id, engine.now(), id);
  });
  return made.memory;
}
