import { anyOf, countMatches, removeWords, scoreOf, wordsInto } from '@sqrl/base/sqlite/full-text.ts';
import { raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { insertMany } from '@sqrl/base/sqlite/tables.ts';
import { wordsIn } from './words.ts';

/** A piece of a file with the words in it. */
export interface KeptChunk {
  kind: string;
  name: string | null;
  line: number;
  endLine: number;
  start: number;
  end: number;
  words: string;
}

export interface ChunkHit {
  id: number;
  path: string;
  kind: string;
  name: string | null;
  line: number;
  endLine: number;
  score: number;
}

export function replaceChunks(store: Store, file: number, chunks: readonly KeptChunk[]): void {
  removeChunks(store, file);
  let id = store.value<number>`select ifnull(max(id), 0) as id from code_chunk`;
  const rows = chunks.map((chunk) => ({ id: ++id, chunk }));
  insertMany(store, CHUNK, rows, ({ id, chunk }) => [
    id,
    file,
    chunk.kind,
    chunk.name,
    chunk.line,
    chunk.endLine,
    chunk.start,
    chunk.end,
    chunk.words,
  ]);
  insertMany(store, wordsInto('code_words'), rows, ({ id, chunk }) => [id, chunk.name, chunk.words]);
}

const CHUNK = 'code_chunk (id, file, kind, name, line, end_line, start, finish, words)';

export function removeChunks(store: Store, file: number): void {
  const old = store.rows`select id, name, words from code_chunk where file = ${file}`;
  for (const { id, name, words } of old) removeWords(store, 'code_words', id!, [name!, words!]);
  store.run`delete from code_chunk where file = ${file}`;
}

/** Chunks that share words with a question, best first. Rare words and words of names count most. */
export function chunksByWords(store: Store, question: string, limit: number): ChunkHit[] {
  const words = [...wordsIn(question)].slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  return store.rows`select c.id, f.path, c.kind, c.name, c.line, c.end_line,
      ${raw(scoreOf('code_words'))} as score
     from code_words w join code_chunk c on c.id = w.rowid join code_file f on f.id = c.file
    where code_words match ${anyOf(words)} order by score desc, f.path, c.line limit ${limit}`;
}

/** How many chunks of each file hold a word, those that are called so twice; none where more than `most` chunks do. */
export function filesWithWord(store: Store, word: string, most: number): { file: number; times: number }[] {
  const found = store.rows<{
    file: number;
    times: number;
    total: number;
  }>`select c.file, count(*) as times, sum(count(*)) over () as total
     from (select rowid from (select rowid from code_words where code_words match ${`words : "${word}"`} limit
       ${Math.floor(most) + 1})
           union all
           select rowid from (select rowid from code_words where code_words match ${`name : "${word}"`} limit
             ${Math.floor(most) + 1})) w
     join code_chunk c on c.id = w.rowid
    group by c.file`;
  return (found[0]?.total ?? 0) > most ? [] : found;
}

/** How many chunks hold a word; counting stops after `most`. */
export const countChunksWith = (store: Store, word: string, most: number): number =>
  countMatches(store, 'code_words', anyOf([word]), Math.floor(most) + 1);

export const countChunks = (store: Store): number => store.value`select count(*) as n from code_chunk`;

const MAX_WORDS = 32;

export const chunkAt = (store: Store, id: number): Omit<ChunkHit, 'score'> | undefined =>
  store.row`select c.id, f.path, c.kind, c.name, c.line, c.end_line
    from code_chunk c join code_file f on f.id = c.file where c.id = ${id}`;

export const chunksAt = (store: Store, path: string, line: number): number[] =>
  store.column`select c.id from code_file f join code_chunk c on c.file = f.id
    where f.path = ${path} and c.line <= ${line} and c.end_line >= ${line}`;

/** Where chunks stand that hold a word, at most `limit` of them. */
export const chunksWithWord = (store: Store, word: string, limit: number): ChunkPlace[] =>
  store.rows`select c.file, c.line, c.end_line from code_words w join code_chunk c on
      c.id = w.rowid
    where code_words match ${`words : "${word}"`} limit ${limit}`;

export interface ChunkPlace {
  file: number;
  line: number;
  endLine: number;
}
