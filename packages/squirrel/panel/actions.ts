import { latestActions } from '../store/memory/changes.ts';
import { shortOnes } from '../store/memory/portrait.ts';
import type { Engine } from '../workspace/workspace.ts';

/** Memories named for an action on many. */
const MAX_NAMED_MEMORIES = 5;

/** What people did to memories of late and may take back, the latest first. */
export function recentActions({ indexedStores }: Engine, { limit }: { limit: number }) {
  const found = new Map<string, { id: string; at: number; did: string; memories: string[] }>();
  for (const { store } of indexedStores)
    for (const action of latestActions(store, limit)) {
      // One action may be about memories of both files.
      const other = found.get(action.id);
      found.set(action.id, other ? { ...action, memories: [...other.memories, ...action.memories] } : action);
    }
  const latest = [...found.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1)).slice(0, limit);
  const named = latest.flatMap(({ memories }) => memories.slice(0, MAX_NAMED_MEMORIES));
  const texts = new Map(indexedStores.flatMap(({ store }) => [...shortOnes(store, named)]));
  return {
    actions: latest.map(({ id, at, did, memories }) => ({
      id,
      at,
      did,
      count: memories.length,
      memories: memories
        .slice(0, MAX_NAMED_MEMORIES)
        .flatMap((memory) => (texts.has(memory) ? [{ id: memory, text: texts.get(memory)!.text }] : [])),
    })),
  };
}
