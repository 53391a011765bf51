import { whileUnchanged } from '../store/memory/unchanged.ts';
import { fileMemories, fileUseCounts } from '../store/stats/day-counts.ts';
import type { Totals } from '../store/stats/overview.ts';
import type { Engine } from '../workspace/workspace.ts';

/** A part of the project that agents change: how many of its changed files a memory is about. */
export interface CoveredPart {
  /** The first two folders of its paths; empty for files at the top. */
  folder: string;
  changed: number;
  covered: number;
  memories: number;
}

/** How good a project's memory is, from 0 to 100: the mean of three shares; null while there is none. */
export function healthOf({ own: { store } }: Engine, { memories: all, stale }: Totals, decisions: number) {
  const parts = coveredParts(store);
  if (all === 0) return { score: null, fresh: null, decided: null, covered: null, parts: [] };
  const files = parts.reduce((sum, { changed }) => sum + changed, 0);
  const inKnown = parts.reduce((sum, { changed, memories }) => sum + (memories > 0 ? changed : 0), 0);
  const shares = {
    /** Memories whose code has not changed since. */
    fresh: share(all - stale, all),
    /** Memories that no person is asked to decide about. */
    decided: share(all - Math.min(decisions, all), all),
    /** Of the files that agents changed, those in a part that a memory is about. */
    covered: files === 0 ? null : share(inKnown, files),
  };
  const known = Object.values(shares).filter((one) => one !== null);
  const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
  return { score: Math.round(100 * mean), ...shares, parts: parts.slice(0, MAX_PARTS) };
}

const MAX_PARTS = 6;

/** In whole percent, rounded down: 100 only where it is all of them. */
const share = (some: number, all: number): number => Math.floor((100 * some) / all) / 100;

/** The parts in which agents changed most files first. */
const coveredParts = whileUnchanged((store): CoveredPart[] => {
  const about = Map.groupBy(fileMemories(store), ({ path }) => path);
  const changed = [...fileUseCounts(store)].filter(([, { changed }]) => changed > 0).map(([path]) => path);
  const memoriesOf = Map.groupBy([...about], ([path]) => folderOf(path));
  return [...Map.groupBy(changed, folderOf)]
    .map(([folder, files]) => ({
      folder,
      changed: files.length,
      covered: files.filter((path) => about.has(path)).length,
      memories: new Set((memoriesOf.get(folder) ?? []).flatMap(([, some]) => some.map(({ row }) => row)))
        .size,
    }))
    .sort((a, b) => b.changed - a.changed || (a.folder < b.folder ? -1 : 1));
});

const folderOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/');
