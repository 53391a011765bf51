import type { SQLInputValue } from 'node:sqlite';
import type { Store } from './store.ts';

/** So many rows go into one statement: to start one takes as long as to add a row. */
const ROWS_PER_INSERT = 16;

/** Adds many rows; `into` names the table and its columns, `valuesOf` gives a row's values in their order. */
export function insertMany<Row>(
  store: Store,
  into: string,
  rows: readonly Row[],
  valuesOf: (row: Row) => readonly SQLInputValue[],
): void {
  let at = 0;
  for (; at + ROWS_PER_INSERT <= rows.length; at += ROWS_PER_INSERT) {
    const values: SQLInputValue[] = [];
    for (let i = at; i < at + ROWS_PER_INSERT; i++) values.push(...valuesOf(rows[i]!));
    store.sql(textOf(into, values.length, ROWS_PER_INSERT)).run(...values);
  }
  for (; at < rows.length; at++) {
    const values = valuesOf(rows[at]!);
    store.sql(textOf(into, values.length, 1)).run(...values);
  }
}

const texts = new Map<string, string>();

function textOf(into: string, values: number, rows: number): string {
  const key = `${rows} ${into}`;
  const known = texts.get(key);
  if (known) return known;
  const row = `(${Array(values / rows)
    .fill('?')
    .join(', ')})`;
  const text = `insert into ${into} values ${Array(rows).fill(row).join(', ')}`;
  texts.set(key, text);
  return text;
}
