import { setImmediate } from 'node:timers/promises';
import { message } from '../../base/messages.ts';
import { hasEdges } from '../../store/code/edges.ts';
import { openPaths } from '../../store/code/files.ts';
import { isLookedAt } from '../../store/code/looks.ts';
import type { OpenIndex } from './keep-readings.ts';
import { linkFiles } from './link-files.ts';
import type { IndexRun } from './work.ts';

/** Files linked per transaction, so that other writers wait no longer than that. */
const LINKED_AT_ONCE = 50;

/** Links every file that was read and not linked, or whose links may lead elsewhere now; those of `first` before the others. */
export async function linkOpen(
  index: OpenIndex,
  { result, onProgress, stopped, first }: IndexRun & { first: ReadonlySet<string> },
): Promise<void> {
  const open = openPaths(index.store, 'read')
    .flatMap((path) => index.catalog.files.get(path) ?? [])
    // Somebody works on what was just read; the others only hear of it.
    .sort((a, b) => Number(first.has(b.path)) - Number(first.has(a.path)));
  const isFirst = !isLookedAt(index.store) && !hasEdges(index.store);
  for (let i = 0; i < open.length; i += LINKED_AT_ONCE) {
    await setImmediate();
    onProgress?.(i, open.length, message('work.linking'));
    if (stopped()) {
      result.stopped = true;
      return;
    }
    const some = open.slice(i, i + LINKED_AT_ONCE);
    result.troubles.push(...linkFiles(index, some, { isFirst }));
    result.linked += some.length;
  }
  onProgress?.(open.length, open.length, message('work.linking'));
}
