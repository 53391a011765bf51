import type { Store } from '../store.ts';

/** How far a note was read, and when. */
export interface NoteFile {
  /** How the engine names the file: one name a file, whatever folder it lies in. */
  path: string;
  /** So many bytes were read. */
  offset: number;
  /** What those bytes were. */
  hash: string;
  indexedAt: number;
}

const columns = 'path, offset, hash, indexed_at as indexedAt';

/** How far one note was read, where it was. */
export function noteFile(store: Store, path: string): NoteFile | undefined {
  const found = store.sql(`select ${columns} from note_file where path = ?`).get(path);
  return found && ({ ...found } as unknown as NoteFile);
}

/** All notes that were read whose path begins so, in the order of their paths. */
export const noteFiles = (store: Store, prefix = ''): NoteFile[] =>
  store
    .sql(`select ${columns} from note_file where substr(path, 1, length(?)) = ? order by path`)
    .all(prefix, prefix)
    .map((found) => ({ ...found }) as unknown as NoteFile);

/** Writes down how far a note was read. */
export function setNoteFile(store: Store, { path, offset, hash, indexedAt }: NoteFile): void {
  store
    .sql(
      `insert into note_file (path, offset, hash, indexed_at) values (?, ?, ?, ?)
       on conflict (path) do update set offset = excluded.offset, hash = excluded.hash, indexed_at = excluded.indexed_at`,
    )
    .run(path, offset, hash, indexedAt);
}

/** Forgets that a note was read. */
export function removeNoteFile(store: Store, path: string): void {
  store.sql('delete from note_file where path = ?').run(path);
}
