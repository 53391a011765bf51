import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type BenchRecord, figureKey, type ReportedFigures } from './figures.ts';
import type { ReportFile } from './report.ts';

export const RUNS = new URL('../runs/', import.meta.url);
export const REPORTS = new URL('../reports/', import.meta.url);

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

/** The newest report before a day; undefined where there is none. */
export function newestReport(before = '9999', folder: URL = REPORTS): ReportFile | undefined {
  const days = existsSync(folder)
    ? readdirSync(folder).filter((day) => existsSync(new URL(`${day}/figures.json`, folder)) && day < before)
    : [];
  const day = days.sort().at(-1);
  return day === undefined
    ? undefined
    : (JSON.parse(readFileSync(new URL(`${day}/figures.json`, folder), 'utf8')) as ReportFile);
}

/** The figures of a report, by bench and label. */
export const reportedFigures = ({ figures }: Pick<ReportFile, 'figures'>): ReportedFigures =>
  new Map(figures.map(({ bench, value, ...figure }) => [figureKey(bench, figure), value]));
