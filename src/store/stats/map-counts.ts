import type { Row } from '../memory/memories.ts';
import { as, flag } from '../query.ts';
import type { Store } from '../store.ts';

/** A memory that holds, and a file it is about. */
export interface FileMemory {
  path: string;
  row: Row;
  stale: boolean;
  needsReview: boolean;
}

/** Which memories that hold are about which files. */
export const fileMemories = (store: Store): FileMemory[] =>
  store.rows`select place.name as path, place.memory as row, needs_review,
          place.memory in (select memory from anchor where state <> 'fresh') as stale
     from memory_place place join memory on memory.row = place.memory
    where place.kind = 'file' and memory.status <> 'deprecated'`.map(as({ stale: flag, needsReview: flag }));

/** What is known of each file of the code: its language, how many symbols it has and whether it is a test. */
export const fileShapes = (store: Store): Map<string, { language: string | null; symbols: number }> =>
  new Map(
    store.rows`select path, language, (select count(*) from code_symbol where file = code_file.id
      and place >= 0) as symbols
      from code_file`.map(({ path, language, symbols }) => [
      path as string,
      { language: language as string | null, symbols: symbols as number },
    ]),
  );

/** How often agents looked at each file of the repository and changed it. */
export const fileUseCounts = (store: Store): Map<string, { looked: number; changed: number }> =>
  new Map(
    store.rows`select path, looked, changed from file_use join file on file.row = file_use.file
      where outside = 0`.map(({ path, looked, changed }) => [
      path as string,
      { looked: looked as number, changed: changed as number },
    ]),
  );
