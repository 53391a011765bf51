import type { HubDevice } from '@sqrl/base/model/sync/hub-protocol.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { forget } from '../../learn/verbs/verbs.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { knownSpace, type SharedRow, sharedRow } from '../../store/memory/shared.ts';
import { findMemory } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { askHub } from './ask-hub.ts';
import { nameOfSpace, requiredLogin } from './session.ts';
import { syncHub } from './sync-hub.ts';

/**
 * Erases memories at the hub, now and for everybody: its author's right, and an owner's of the space. Asked again for one
 * that is erased already, it says which devices have not been told since.
 */
export async function eraseEverywhere(engine: Engine, { ids }: Parsed<'hubErase'>) {
  const login = requiredLogin(engine);
  const rows = ids.map((id) => sharedBy(engine, id));
  // The hub cannot end what is sealed: this device does, and the hub only says who has not seen it.
  const sealed = rows.filter(
    ({ space, standing }) =>
      standing !== 'hidden' && knownSpace(engine.user.store, space)?.kind === 'personal',
  );
  if (sealed.length > 0) {
    forget(
      engine,
      sealed.map(({ id }) => id),
    );
    await syncHub(engine, login);
  }
  const erased: { id: string; space: string; unseen: HubDevice[] }[] = [];
  for (const { id, kind, space } of rows) {
    const { unseen } = await askHub(login, 'erase', { space, kind, id });
    // This device is told below.
    const others = unseen.filter((device) => device.id !== login.device);
    erased.push({ id, space: nameOfSpace(engine, space), unseen: others });
  }
  await syncHub(engine, login);
  return { erased };
}

/** What is erased already has no memory any more, and is known by its whole id. */
function sharedBy(engine: Engine, id: string): SharedRow {
  const known = engine.indexedStores
    .map(({ store }) => sharedRow(store, id.toLowerCase()))
    .find((row) => row?.space);
  if (known) return known;
  const { indexedStore, memory } = findMemory(engine, id);
  const shared = sharedRow(indexedStore.store, memory.id);
  if (shared?.space) return shared;
  throw new Problem(
    `Memory ${memory.id} is not shared through a hub.`,
    `Run \`sqrl forget ${memory.id}\` without --everywhere.`,
    'usage',
  );
}
