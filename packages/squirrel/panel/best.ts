import { type Tally, tallies } from '../store/delivery/outcomes-tally.ts';
import { shortOnes } from '../store/memory/portrait.ts';
import type { Engine } from '../workspace/workspace.ts';

/** The memories that helped most: failures that stayed away after a delivery count first, then uses. */
export function bestMemories({ indexedStores }: Engine, limit: number) {
  return indexedStores
    .flatMap(({ store }) => {
      const helped = [...tallies(store)].filter(([, { hits, uses }]) => hits + uses > 0);
      const best = helped.sort(([, a], [, b]) => moreHelp(a, b)).slice(0, limit);
      const texts = shortOnes(
        store,
        best.map(([id]) => id),
      );
      return best.flatMap(([id, { uses, hits, misses }]) => {
        const memory = texts.get(id);
        if (!memory || memory.status === 'deprecated') return [];
        return [{ id, type: memory.type, text: memory.text, uses, hits, misses }];
      });
    })
    .sort(moreHelp)
    .slice(0, limit);
}

const moreHelp = (a: Pick<Tally, 'hits' | 'uses'>, b: typeof a): number => b.hits - a.hits || b.uses - a.uses;
