import type { Episode } from '@sqrl/base/model/episode.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { countTogether, type FileGroup } from '../../store/events/files.ts';

/** A sweep over this many files says nothing of any two of them. */
const MAX_FILES = 30;

/** Keeps the counts of files that belong together right while episodes are cut anew. */
export function keepPairs(
  store: Store,
  { gone, made }: { gone: readonly Episode[]; made: readonly Episode[] },
): void {
  for (const together of gone.flatMap(togetherIn)) countTogether(store, together, -1);
  for (const together of made.flatMap(togetherIn)) countTogether(store, together, 1);
}

function togetherIn({ filesChanged, filesRead }: Episode): FileGroup[] {
  const all: FileGroup[] = [
    { way: 'changed', paths: filesChanged },
    { way: 'looked', paths: filesRead },
  ];
  return all.filter(({ paths }) => paths.length > 1 && paths.length <= MAX_FILES);
}
