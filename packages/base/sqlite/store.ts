import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementResultingChanges } from 'node:sqlite';
import type { Notice } from '../messages.ts';
import type { Queries } from './query.ts';

/** A row of a table; only within its file. */
export type Row = number;

/** A prepared statement whose troubles arrive as Problem. */
export interface SqlStatement {
  run(...values: SQLInputValue[]): StatementResultingChanges;
  get(...values: SQLInputValue[]): Record<string, SQLOutputValue> | undefined;
  all(...values: SQLInputValue[]): Record<string, SQLOutputValue>[];
  /** The rows as lists, in the order of their columns: an object a row takes twice as long to make and to read. */
  lists(...values: SQLInputValue[]): SQLOutputValue[][];
  iterate(...values: SQLInputValue[]): IterableIterator<Record<string, SQLOutputValue>>;
}

/** One open file: a project's or the user's. */
export interface Store extends Disposable, Queries {
  readonly path: string;
  readonly db: DatabaseSync;
  /** The file or its folder cannot be written: questions are answered, nothing new is kept. */
  readonly readOnly: boolean;
  /** What was found, repaired or lost when the file was opened. */
  readonly notices: readonly Notice[];
  /** Prepares a statement once and keeps it: for what runs for each of many rows. */
  sql(text: string): SqlStatement;
  /** Runs work in one write transaction; inside another it joins that one. */
  transaction<T>(work: () => T): T;
  /** Commits the transaction at hand now; what is left of its work must write no more. */
  commit(): void;
  close(): void;
}
