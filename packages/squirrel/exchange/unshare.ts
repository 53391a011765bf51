import type { Memory } from '@sqrl/base/model/memory.ts';
import { memoryAt } from '../store/memory/memories.ts';
import { sharedRow } from '../store/memory/shared.ts';
import { findById } from '../workspace/lookup.ts';
import type { Engine } from '../workspace/workspace.ts';
import { unshareFromGit } from './git/verbs.ts';
import { unshareFromHub } from './hub/share.ts';

/** Takes memories out of what is shared, for everybody, whatever carries them; one's own stay here. */
export function unshare(
  engine: Engine,
  { ids }: { ids: readonly string[] },
): { unshared: Memory[]; file: string | null } {
  const isInHub = (id: string) => {
    const { indexedStore, row } = findById(engine, id);
    return Boolean(sharedRow(indexedStore.store, memoryAt(indexedStore.store, row)!.id)?.space);
  };
  const inHub = ids.filter(isInHub);
  const inGit = ids.filter((id) => !inHub.includes(id));
  const git = inGit.length > 0 ? unshareFromGit(engine, { ids: inGit }) : undefined;
  return {
    unshared: [...(git?.unshared ?? []), ...unshareFromHub(engine, inHub)],
    file: git?.file ?? null,
  };
}
