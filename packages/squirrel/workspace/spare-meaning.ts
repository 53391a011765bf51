import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { contextualText } from '@sqrl/embedder/context.ts';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { memoriesAt, memoriesStamp, type Row } from '../store/memory/memories.ts';
import { rowsWithoutVector } from '../store/vectors/stored-index.ts';
import type { IndexedStore } from './indexed-store.ts';
import { type CachedEmbedder, cachedEmbedder } from './meaning.ts';

/** Search by meaning while the embedder of the settings does not respond. */
export interface SpareMeaning {
  /** The vector of a question by the spare embedder; undefined until memories have vectors of it too. */
  ofQuestion(text: string): Promise<Float32Array | undefined>;
}

/** The vector of a question to compare memories with: that of the embedder, or of the spare one while that is down. */
export const vectorForMemories = async (
  { meaning, spare }: { meaning: CachedEmbedder; spare: SpareMeaning | undefined },
  question: string,
): Promise<Float32Array | undefined> =>
  (await meaning.ofQuestion(question)) ?? (await spare?.ofQuestion(question));

/** How long a question waits for the first vectors; the rest comes while words answer. */
const PATIENCE_MS = 1500;
const BATCH_MEMORIES = 64;

/**
 * Stands in for an embedder that is down. Memories get vectors of the spare one in memory only, by way of the cache: on
 * disk those of the real one stay, so that nothing is embedded again when it is back.
 */
export function spareMeaning(
  spare: Embedder,
  { cache, now, stores }: { cache: Store; now: () => number; stores: readonly IndexedStore[] },
): SpareMeaning {
  const meaning = cachedEmbedder(spare, cache, now);
  let lent = '';
  let lending: Promise<void> | undefined;
  const stamp = () => stores.map(({ store }) => memoriesStamp(store)).join(' ');

  async function lend(wanted: string): Promise<void> {
    for (const { store, index } of stores) {
      const vectors = new Map<Row, Float32Array>();
      const rows = rowsWithoutVector(store, meaning.model, -1);
      for (let i = 0; i < rows.length; i += BATCH_MEMORIES) {
        const batch = memoriesAt(store, rows.slice(i, i + BATCH_MEMORIES));
        const found = await meaning.ofMemories(batch.map(({ memory }) => contextualText(memory)));
        if (!found) return;
        for (const [n, { row }] of batch.entries()) vectors.set(row, found[n]!);
      }
      index.lend(vectors);
    }
    lent = wanted;
  }

  return {
    async ofQuestion(text) {
      const wanted = stamp();
      if (wanted !== lent)
        lending ??= lend(wanted).finally(() => {
          lending = undefined;
        });
      if (lending) await Promise.race([lending, wait(PATIENCE_MS, undefined, { ref: false })]);
      // What changed meanwhile is not in the vectors that were lent.
      return lent === wanted ? meaning.ofQuestion(text) : undefined;
    },
  };
}
