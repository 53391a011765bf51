import { indexPassages } from '@sqrl/squirrel/ingest/index-passages.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { countPassages } from '@sqrl/squirrel/store/passages/passage-vectors.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';

/** Removes the passages of some projects, and measures how long it takes to make them again from the stored events. */
export function indexAnew(
  { home, user, now }: Engine,
  projects: readonly string[],
): { count: number; seconds: number } {
  const sum = { count: 0, seconds: 0 };
  for (const path of [user.store.path, ...projects.map((id) => home.project({ id }))]) {
    using store = openStore(path, { now });
    store.transaction(() => store.sql('delete from passage').run());
    const sessions = store.sql('select row from session').all();
    const start = performance.now();
    for (const { row } of sessions) store.transaction(() => indexPassages(store, row as number));
    sum.seconds += (performance.now() - start) / 1000;
    sum.count += countPassages(store);
  }
  return sum;
}
