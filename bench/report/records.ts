import { readdirSync, readFileSync } from 'node:fs';
import type { BenchRecord } from './figures.ts';

export const RUNS = new URL('../runs/', import.meta.url);

/** The newest record of each benchmark; or, as `back` says, the one before it. */
export function newestRecords(back: 0 | 1 = 0, folder: URL = RUNS): Map<string, BenchRecord> {
  const files = new Map<string, string[]>();
  for (const file of readdirSync(folder).sort()) {
    const [, bench] = /^\d{4}-\d\d-\d\d-(.+)\.json$/.exec(file) ?? [];
    if (bench !== undefined) files.set(bench, [...(files.get(bench) ?? []), file]);
  }
  return new Map(
    [...files].flatMap(([bench, all]) => {
      const file = all.at(-1 - back);
      if (file === undefined) return [];
      return [[bench, JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as BenchRecord] as const];
    }),
  );
}
