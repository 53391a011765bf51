import type { Store } from '@sqrl/base/sqlite/query.ts';
import { contextualText } from '@sqrl/embedder/context.ts';
import { memoryAt, rowById } from '../store/memory/memories.ts';
import { setVector } from '../store/vectors/stored-index.ts';
import type { Engine } from './workspace.ts';

/** Embeds memories whose text was shortened; where the embedder does not answer they wait as others do. */
export async function embedAgain(
  { meaning, indexedStores }: Engine,
  stores: readonly Store[],
  ids: readonly string[],
): Promise<void> {
  for (const store of new Set(stores)) {
    const rows = [...new Set(ids)].flatMap((id) => rowById(store, id) ?? []);
    if (rows.length === 0) continue;
    const texts = rows.map((row) => contextualText(memoryAt(store, row)!));
    const vectors = await meaning.ofMemories(texts);
    if (!vectors) return;
    store.transaction(() =>
      rows.forEach((row, i) => {
        const now = memoryAt(store, row);
        if (!now || contextualText(now) !== texts[i]) return;
        setVector(store, row, meaning.model, vectors[i]!);
        indexedStores.find((indexedStore) => indexedStore.store === store)?.index.set(row, vectors[i]!);
      }),
    );
  }
}
