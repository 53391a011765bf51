import type { Memory } from '@sqrl/base/model/memory.ts';
import { SHARED_FILE } from '@sqrl/base/model/sync/lines.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { endSharing } from '../learn/sharing/note-shared.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { type SharedRow, sharedRow } from '../store/memory/shared.ts';
import { findMemory } from '../workspace/lookup.ts';
import type { Engine } from '../workspace/workspace.ts';
import { refuseForeign, repositoryOf, writeWaiting } from './git/verbs.ts';
import { takeAway } from './intake.ts';

/** Takes memories out of what is shared, for everybody, whatever carries them; one's own stay here. */
export function unshare(engine: Engine, { ids }: Parsed<'unshare'>) {
  const places = ids.map((id) => {
    const { indexedStore: at, memory } = findMemory(engine, id);
    return { at, memory, shared: requireShared(memory, sharedRow(at.store, memory.id)) };
  });
  const root = places.some(({ shared }) => shared.space === '') ? repositoryOf(engine) : undefined;
  if (root !== undefined) refuseForeign(root);
  for (const { at, shared } of places)
    at.store.transaction(() => {
      endSharing(at.store, shared, engine.now());
      takeAway(at, shared, true);
    });
  if (root !== undefined) writeWaiting(engine, root);
  return { unshared: places.map(({ memory }) => memory), file: root === undefined ? null : SHARED_FILE };
}

/** In git anybody takes out a line, which others review; at a hub a person takes out what is theirs. */
function requireShared({ id }: Memory, row: SharedRow | undefined): SharedRow {
  if (row?.space && row.standing !== 'mine')
    throw new Problem(
      `Memory ${id} is not yours to take out.`,
      `Run \`sqrl forget ${id}\` to drop it here, or \`sqrl dispute ${id} "why"\`.`,
      'forbidden',
    );
  if (!row || row.standing === 'hidden' || row.standing === 'proposed')
    throw new Problem(`Memory ${id} is not shared.`, 'Run `sqrl sync --status`.');
  return row;
}
