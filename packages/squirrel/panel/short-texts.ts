import { shortOnes } from '../store/memory/portrait.ts';
import type { Engine } from '../workspace/workspace.ts';

/** The texts of some memories, shortened, by id; those that are gone are left out. */
export const shortTexts = ({ indexedStores }: Engine, ids: ReadonlySet<string>): Map<string, string> =>
  new Map(
    indexedStores.flatMap(({ store }) => [...shortOnes(store, [...ids])].map(([id, { text }]) => [id, text])),
  );
