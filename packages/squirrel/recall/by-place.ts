import type { Store } from '@sqrl/base/sqlite/store.ts';
import type { Row } from '../store/memory/memories.ts';
import { rowsAbout } from '../store/memory/places.ts';

/** What lies around the question: files and symbols at hand, and those that have to do with them. */
export interface QuestionSurroundings {
  /** Each with how near it is, 0 to 1; those at hand are 1. */
  files: ReadonlyMap<string, number>;
  symbols: ReadonlyMap<string, number>;
}

/** The memories about what lies around the question, each as near as the nearest thing that it is about. */
export function rowsByPlace(
  store: Store,
  { files, symbols }: QuestionSurroundings,
): Map<Row, { near: number; through: string }> {
  const found = new Map<Row, { near: number; through: string }>();
  for (const [kind, around] of [
    ['file', files],
    ['symbol', symbols],
  ] as const) {
    if (around.size === 0) continue;
    for (const { name, row } of rowsAbout(store, kind, [...around.keys()])) {
      const near = around.get(name)!;
      if (near > (found.get(row)?.near ?? 0)) found.set(row, { near, through: name });
    }
  }
  return found;
}
