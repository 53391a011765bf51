import type { Output } from '../../../protocol/verbs.ts';

type Proof = Output<'proof'>;

/** What each metric of a session is called. */
export const METRIC_NAMES: Record<Proof['compared']['metrics'][number]['metric'], string> = {
  toolCallsPerTask: 'tool calls per task',
  filesReadAgain: 'files read again',
  repeatedFailures: 'repeated failures',
  corrections: 'corrections by you',
  deadEnds: 'dead ends again',
  testsPassFirst: 'tests pass at first',
  tokens: 'tokens',
};

type Cell = string | number | null;

/** A line per reminder and memory. */
export const receiptRows = ({ counted }: Proof): Record<string, Cell>[] =>
  counted.receipts.map(({ why, at, ...rest }) => ({
    ...rest,
    at: new Date(at).toISOString(),
    why: why,
  }));

/** A line per session that is compared. */
export const sessionRows = ({ compared }: Proof): Record<string, Cell>[] =>
  compared.sessions.map(({ at, ...rest }) => ({ ...rest, at: new Date(at).toISOString() }));

/** Rows as CSV (RFC 4180) with a heading; no line where there is no row. */
export function toCsv(rows: readonly Record<string, Cell>[]): string[] {
  const names = Object.keys(rows[0] ?? {});
  return rows.length === 0
    ? []
    : [names.join(','), ...rows.map((row) => names.map((name) => cell(row[name] ?? null)).join(','))];
}

/** A cell that a spreadsheet does not take for a formula. */
function cell(value: Cell): string {
  if (value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
