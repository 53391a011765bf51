import { basename } from 'node:path/posix';
import type { Language } from '@sqrl/base/model/code.ts';
import { lookOf } from '../facts/looks.ts';
import { lookersOf, relink, replaceLooks } from '../tables/looks.ts';
import type { OpenIndex } from './keep-readings.ts';

/** What others can see of a file at one time. */
export interface FileSurface {
  path: string;
  language: Language | null;
  surface: string | null;
  /** Of its symbols, each as often as it is there. */
  names: readonly string[];
}

/** What looking somewhere gives now that it did not give before. */
export interface LookChanges {
  /** Whoever looked there is to be linked again. */
  telling: Set<number>;
  /** Only what was found there may be out of date: symbols have other places in their file. */
  moved: Set<number>;
}

/** Compares what others can see of a file before and after a change; undefined where there is no such file. */
export function changedLooks(before: FileSurface | undefined, after: FileSurface | undefined): LookChanges {
  if (before && after && before.path !== after.path) {
    const [gone, came] = [changedLooks(before, undefined), changedLooks(undefined, after)];
    return { telling: gone.telling.union(came.telling), moved: gone.moved.union(came.moved) };
  }
  const { path } = (before ?? after)!;
  const telling = new Set([lookOf('text', path)]);
  if (!before || !after)
    for (const at of ['facts', 'exists'] as const)
      telling.add(lookOf(at, path)).add(lookOf('paths', basename(path)));
  if (before?.surface !== after?.surface || before?.language !== after?.language)
    telling.add(lookOf('facts', path));
  const moved = new Set([lookOf('facts', path)]);
  const [was, is] = [countsOf(before), countsOf(after)];
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const look = lookOf('named', name);
    if (was.get(name) !== is.get(name)) telling.add(look);
    moved.add(look);
  }
  return { telling, moved };
}

/** How often each name is there, with its language. */
function countsOf(seen: FileSurface | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  if (!seen || seen.language === null) return counts;
  for (const name of seen.names) {
    const key = `${seen.language}:${name}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

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
