import { readdirSync, readFileSync } from 'node:fs';
import type { BenchRecord } from './figures.ts';

export const RUNS = new URL('../runs/', import.meta.url);

/** The newest record of each benchmark; `before` leaves out those from that day on. */
export function newestRecords(folder: URL = RUNS, before = '9999'): Map<string, BenchRecord> {
  const records = new Map<string, BenchRecord>();
  for (const file of readdirSync(folder).sort()) {
    const [, day, bench] = /^(\d{4}-\d\d-\d\d)-(.+)\.json$/.exec(file) ?? [];
    if (day === undefined || bench === undefined || day >= before) continue;
    records.set(bench, JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as BenchRecord);
  }
  return records;
}
