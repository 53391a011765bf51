import type { Store } from '../store.ts';
import type { ChunkHit } from './chunks.ts';

/** One chunk, and where it stands. */
export const chunkAt = (store: Store, id: number): Omit<ChunkHit, 'score'> | undefined =>
  store
    .sql(
      `select c.id, f.path, c.kind, c.name, c.line, c.end_line as endLine
         from code_chunk c join code_file f on f.id = c.file where c.id = ?`,
    )
    .get(id) as Omit<ChunkHit, 'score'> | undefined;

/** The chunks of a file that a line is in. */
export const chunksAt = (store: Store, path: string, line: number): number[] =>
  store
    .sql(
      `select c.id from code_file f join code_chunk c on c.file = f.id
        where f.path = ? and c.line <= ? and c.end_line >= ?`,
    )
    .all(path, line, line)
    .map(({ id }) => id as number);
