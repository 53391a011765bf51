import type { SQLInputValue } from 'node:sqlite';
import type { Store } from './query.ts';

/**
 * The full-text indexes: the table whose rows each one finds, the columns it reads, and how much a word counts in each of
 * them. They hold no text of their own, so the words of a row must be removed as they were added.
 */
const INDEXES = {
  memory_words: {
    of: 'memory (row)',
    columns: ['text', 'tags', 'files', 'words'],
    weights: [1, 0.8, 0.5, 0.8],
    isPrivate: true,
  },
  passage_words: {
    of: 'passage (row)',
    columns: ['text', 'words'],
    weights: [1, 0.5],
    isPrivate: true,
  },
  code_words: { of: 'code_chunk (id)', columns: ['name', 'words'], weights: [3, 1], isPrivate: false },
} as const;

export type WordIndex = keyof typeof INDEXES;

export function fullTextSchema(index: WordIndex): string {
  const { of, columns, isPrivate } = INDEXES[index];
  const [, table, row] = /(\w+) \((\w+)\)/.exec(of)!;
  return `
  create virtual table ${index} using fts5 (
    ${columns.join(', ')}, content = '${table}', content_rowid = '${row}',
    tokenize = 'porter unicode61 remove_diacritics 2'
  );
  ${isPrivate ? `-- Forgotten words leave the index at once, not at some later merge.\n  insert into ${index} (${index}, rank) values ('secure-delete', 1);` : ''}`;
}

/** The statement of a trigger that removes the words of a row which is deleted or changed. */
export const removeOld = (index: WordIndex, row = 'row'): string =>
  `insert into ${index} (${index}, rowid, ${INDEXES[index].columns.join(', ')})
      values ('delete', old.${row}, ${INDEXES[index].columns.map((name) => `old.${name}`).join(', ')});`;

export const addNew = (index: WordIndex): string =>
  `insert into ${index} (rowid, ${INDEXES[index].columns.join(', ')})
      values (new.row, ${INDEXES[index].columns.map((name) => `new.${name}`).join(', ')});`;

/** The table and columns that the words of a new row go into, its number first. */
export const wordsInto = (index: WordIndex): string =>
  `${index} (rowid, ${INDEXES[index].columns.join(', ')})`;

/** Adds the words of a row. Not by a trigger: its insert is a savepoint, at which FTS5 writes out every single row. */
export function addWords(store: Store, index: WordIndex, row: SQLInputValue, texts: SQLInputValue[]): void {
  store.sql(`insert into ${wordsInto(index)} values (?${', ?'.repeat(texts.length)})`).run(row, ...texts);
}

export function removeWords(
  store: Store,
  index: WordIndex,
  row: SQLInputValue,
  texts: SQLInputValue[],
): void {
  const { columns } = INDEXES[index];
  store
    .sql(
      `insert into ${index} (${index}, rowid, ${columns.join(', ')}) values ('delete', ?${', ?'.repeat(texts.length)})`,
    )
    .run(row, ...texts);
}

/** An FTS5 expression for any of some words. They are quoted, so that none is taken for an operator. */
export const anyOf = (words: readonly string[]): string =>
  words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ');

/** BM25 of an index, turned so that more is better. */
export const scoreOf = (index: WordIndex): string =>
  `-bm25(${index}, ${INDEXES[index].weights.map((weight) => weight.toFixed(1)).join(', ')})`;

export const rankedMatches = (
  store: Store,
  index: WordIndex,
  expression: string,
): [row: number, score: number][] =>
  store
    .sql(`select rowid, ${scoreOf(index)} as score from ${index} where ${index} match ?`)
    .lists(expression) as [number, number][];

/** Rows that match an expression, after a row if one is given. */
export const matches = (store: Store, index: WordIndex, expression: string, after = 0): number[] =>
  JSON.parse(
    store
      .sql(`select json_group_array(rowid) as rows from ${index} where ${index} match ? and rowid > ?`)
      .get(expression, after)!.rows as string,
  );

export const countIndexed = (store: Store, index: WordIndex): number =>
  store.sql(`select count(*) as n from ${index}_docsize`).get()!.n as number;

/** How many rows match an expression, counted no further than asked. */
export const countMatches = (store: Store, index: WordIndex, expression: string, upTo = -1): number =>
  store
    .sql(`select count(*) as n from (select 1 from ${index} where ${index} match ? limit ?)`)
    .get(expression, upTo)!.n as number;
