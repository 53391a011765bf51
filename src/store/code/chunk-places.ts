import type { Store } from '../store.ts';
import type { ChunkHit } from './chunks.ts';

/** One chunk, and where it stands. */
export const chunkAt = (store: Store, id: number): Omit<ChunkHit, 'score'> | undefined =>
  store.row`select c.id, f.path, c.kind, c.name, c.line, c.end_line
    from code_chunk c join code_file f on f.id = c.file where c.id = ${id}`;

/** The chunks of a file that a line is in. */
export const chunksAt = (store: Store, path: string, line: number): number[] =>
  store.column`select c.id from code_file f join code_chunk c on c.file = f.id
    where f.path = ${path} and c.line <= ${line} and c.end_line >= ${line}`;

/** Where chunks stand that hold a word, at most `limit` of them. */
export const chunksWithWord = (store: Store, word: string, limit: number): ChunkPlace[] =>
  store.rows`select c.file, c.line, c.end_line from code_words w join code_chunk c on
      c.id = w.rowid
    where code_words match ${`words : "${word}"`} limit ${limit}`;

/** The lines of a file that a chunk holds. */
export interface ChunkPlace {
  file: number;
  line: number;
  endLine: number;
}
