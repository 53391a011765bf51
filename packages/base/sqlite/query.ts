import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementResultingChanges } from 'node:sqlite';
import type { Notice } from '../messages.ts';

/** What may stand in a query or be written: undefined is null, a boolean 0 or 1, a list or an object its JSON. */
export type QueryValue = SQLInputValue | boolean | undefined | object;

/** A row to be written: its fields are the columns, `lastAt` that of `last_at`. */
type NewRow = object;

type ResultRow = Record<string, SQLOutputValue>;

export class Fragment {
  readonly text: string;
  readonly given: readonly SQLInputValue[];

  constructor(text: string, given: readonly SQLInputValue[] = []) {
    this.text = text;
    this.given = given;
  }
}

/** A piece of SQL of our own, never one that holds text from outside. */
export const raw = (text: string): Fragment => new Fragment(text);

export const fragment = (strings: TemplateStringsArray, ...values: QueryValue[]): Fragment =>
  composed(strings, values);

/** What holds where all of these do. */
export const allOf = (pieces: readonly Fragment[]): Fragment =>
  new Fragment(
    pieces.map(({ text }) => text).join(' and ') || 'true',
    pieces.flatMap(({ given }) => given),
  );

/**
 * Queries as template literals: what stands in `${}` is bound, unless it is a `Fragment`. Rows are objects whose fields are the
 * columns, `lastAt` that of `last_at`.
 */
export interface Queries {
  rows<T = ResultRow>(strings: TemplateStringsArray, ...values: QueryValue[]): T[];
  row<T = ResultRow>(strings: TemplateStringsArray, ...values: QueryValue[]): T | undefined;
  column<T = SQLOutputValue>(strings: TemplateStringsArray, ...values: QueryValue[]): T[];
  value<T = SQLOutputValue>(strings: TemplateStringsArray, ...values: QueryValue[]): T;
  pairs<K, V>(strings: TemplateStringsArray, ...values: QueryValue[]): Map<K, V>;
  /** The rows without their first column, by it. */
  keyed<K, V>(strings: TemplateStringsArray, ...values: QueryValue[]): Map<K, V>;
  run(strings: TemplateStringsArray, ...values: QueryValue[]): StatementResultingChanges;
  insert(table: string, row: NewRow): number;
  /** Writes a row in place of those with the same primary or unique key. */
  put(table: string, row: NewRow): void;
  /** Writes a row over the one with the same key, which keeps its number. */
  upsert(table: string, key: string, row: NewRow): void;
  /** Changes some columns of the rows that a condition finds. */
  update(table: string, where: Fragment, row: NewRow): void;
}

export function queriesOn(sql: (text: string) => SqlStatement): Queries {
  const write = (table: string, row: NewRow, { verb = 'insert', key }: { verb?: string; key?: string }) => {
    const fields = columnsIn(row);
    const names = fields.map(([name]) => name);
    const update = names.filter((name) => name !== `"${key}"`).map((name) => `${name} = excluded.${name}`);
    return sql(
      `${verb} into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})${
        key ? ` on conflict (${key}) do update set ${update.join(', ')}` : ''
      }`,
    ).run(...fields.map(([, value]) => value));
  };
  return {
    rows(strings, ...values) {
      const { text, given } = composed(strings, values);
      return sql(text)
        .all(...given)
        .map(inCamelCase) as never;
    },
    row(strings, ...values) {
      const { text, given } = composed(strings, values);
      const found = sql(text).get(...given);
      return (found && inCamelCase(found)) as never;
    },
    column(strings, ...values) {
      const { text, given } = composed(strings, values);
      return sql(text)
        .lists(...given)
        .map(([first]) => first) as never;
    },
    value(strings, ...values) {
      const { text, given } = composed(strings, values);
      const found = sql(text).get(...given);
      return (found && Object.values(found)[0]) as never;
    },
    pairs(strings, ...values) {
      const { text, given } = composed(strings, values);
      return new Map(sql(text).lists(...given) as never);
    },
    keyed(strings, ...values) {
      const { text, given } = composed(strings, values);
      const found = sql(text).all(...given);
      return new Map(
        found.map((row) => {
          const [[, key], ...rest] = Object.entries(inCamelCase(row)) as [
            [string, unknown],
            ...[string, unknown][],
          ];
          return [key, Object.fromEntries(rest)];
        }),
      ) as never;
    },
    run(strings, ...values) {
      const { text, given } = composed(strings, values);
      return sql(text).run(...given);
    },
    insert: (table, row) => Number(write(table, row, {}).lastInsertRowid),
    put: (table, row) => void write(table, row, { verb: 'insert or replace' }),
    upsert: (table, key, row) => void write(table, row, { key }),
    update(table, where, row) {
      const fields = columnsIn(row);
      sql(`update ${table} set ${fields.map(([name]) => `${name} = ?`).join(', ')} where ${where.text}`).run(
        ...fields.map(([, value]) => value),
        ...where.given,
      );
    },
  };
}

/** Names are few, and come again with every row. */
const caseKnown = new Map<string, string>();

function inCamelCase(found: ResultRow): ResultRow {
  const row: ResultRow = {};
  for (const name in found) row[camelCase(name)] = found[name]!;
  return row;
}

function camelCase(name: string): string {
  const known = caseKnown.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  caseKnown.set(name, made);
  return made;
}

/** The columns of a row to be written. Their names stand in SQL, so none may be anything else. */
const columnsIn = (row: NewRow): [name: string, value: SQLInputValue][] =>
  Object.entries(row).map(([name, value]) => {
    if (!/^\w+$/.test(name)) throw new Error(`${name} is not a column`);
    return [`"${snakeCase(name)}"`, bound(value)];
  });

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** By template: most have no fragments, and their text is always the same. */
const texts = new WeakMap<TemplateStringsArray, string>();

function composed(strings: TemplateStringsArray, values: readonly QueryValue[]): Fragment {
  if (!values.some((value) => value instanceof Fragment)) {
    const known = texts.get(strings);
    const text = known ?? strings.join('?');
    if (known === undefined) texts.set(strings, text);
    return new Fragment(text, values.map(bound));
  }
  let text = strings[0]!;
  const given: SQLInputValue[] = [];
  for (const [i, value] of values.entries()) {
    if (value instanceof Fragment) given.push(...value.given);
    else given.push(bound(value));
    text += (value instanceof Fragment ? value.text : '?') + strings[i + 1]!;
  }
  return new Fragment(text, given);
}

function bound(value: QueryValue): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && !(value instanceof Uint8Array)
    ? JSON.stringify(value)
    : (value as SQLInputValue);
}

/** How a column is read that holds more than SQLite knows of. */
type Decoder = (value: SQLOutputValue) => unknown;

export const flag: Decoder = (value) => value === 1;
export const json: Decoder = (value) => (value === null ? null : JSON.parse(value as string));

/** Reads rows whose columns are called as the fields, some of them through a decoder: `rows.map(as<Draft>({ body: json }))`. */
export const as =
  <T>(decoders: Readonly<Record<string, Decoder>> = {}) =>
  (found: object): T => {
    const read: Record<string, unknown> = { ...found };
    for (const name in decoders) read[name] = decoders[name]!(read[name] as SQLOutputValue);
    return read as T;
  };

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
