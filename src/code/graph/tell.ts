import { lookersOf, relink, replaceLooks } from '../../store/code/looks.ts';
import type { LookChanges } from '../index/changed-looks.ts';
import type { OpenIndex } from '../index/keep-readings.ts';

/**
 * Has exactly those files be linked again that looked at something which is different now. Where they looked at what was
 * found on the way, that is looked for again first: if it is still the same, no caller is told.
 */
export function tell({ store, world }: OpenIndex, changes: readonly LookChanges[]): void {
  const telling = new Set(changes.flatMap((change) => [...change.telling]));
  world.drop(new Set([...telling, ...changes.flatMap(({ moved }) => [...moved])]));
  const told = new Set<number>();
  for (let open: Iterable<number> = telling; ; ) {
    const { files, found } = lookersOf(store, open);
    relink(store, files);
    const news = world.changed(found.difference(told));
    if (news.length === 0) break;
    for (const each of news) told.add(each);
    open = news;
  }
  world.settle();
  for (const [look, looks] of world.found()) replaceLooks(store, -look, looks);
}
