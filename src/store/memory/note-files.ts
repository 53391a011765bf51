import { dropMark, jsonMark, jsonMarks, setMark } from '../marks.ts';
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

/** How far one note was read, where it was. */
export const noteFile = (store: Store, path: string): NoteFile | undefined =>
  jsonMark<NoteFile>(store, 'note file', path);

/** All notes that were read whose path begins so, in the order of their paths. */
export const noteFiles = (store: Store, prefix = ''): NoteFile[] =>
  jsonMarks<NoteFile>(store, 'note file').filter(({ path }) => path.startsWith(prefix));

/** Writes down how far a note was read. */
export const setNoteFile = (store: Store, { path, offset, hash, indexedAt }: NoteFile): void =>
  setMark(store, 'note file', path, JSON.stringify({ path, offset, hash, indexedAt }));

/** Forgets that a note was read. */
export const removeNoteFile = (store: Store, path: string): void => dropMark(store, 'note file', path);
