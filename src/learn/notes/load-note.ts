import { join } from 'node:path';
import { type ForeignFile, readForeignFile } from '../../base/foreign-file.ts';
import { MAX_NOTE_BYTES } from './read-note.ts';

/** Reads a note of a folder, and nothing that only looks like one: no pipe, no link out of the folder, no giant. */
export const loadNote = (folder: string, path: string): ForeignFile =>
  readForeignFile(join(folder, path), { maxBytes: MAX_NOTE_BYTES, what: 'a note', below: folder });
