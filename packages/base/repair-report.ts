import { readFileSync, writeFileSync } from 'node:fs';

export interface RepairReport {
  at: number;
  /** What was lost and recovered, in words. */
  says: string;
  /** Logs that were read since then may have given events that are lost. */
  since: number;
  /** When those logs were read again, and how many events came back; null until then. */
  readAgain: { at: number; events: number } | null;
}

const pathOf = (store: string): string => `${store}.repaired`;

/** The report of the last repair of a store's file; undefined where there was none. */
export function readRepairReport(store: string): RepairReport | undefined {
  try {
    const said = JSON.parse(readFileSync(pathOf(store), 'utf8')) as Partial<RepairReport>;
    return typeof said.at === 'number' && typeof said.since === 'number' && typeof said.says === 'string'
      ? { at: said.at, since: said.since, says: said.says, readAgain: said.readAgain ?? null }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a report next to its store; one that is not acted on yet goes on in it. */
export function writeRepairReport(store: string, report: RepairReport): void {
  const last = readRepairReport(store);
  const open = last?.readAgain === null && report.readAgain === null ? last : undefined;
  const whole = open
    ? { ...report, says: `${open.says} ${report.says}`, since: Math.min(open.since, report.since) }
    : report;
  writeFileSync(pathOf(store), `${JSON.stringify(whole)}\n`, { mode: 0o600 });
}
