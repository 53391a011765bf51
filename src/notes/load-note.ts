import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { LARGEST_NOTE, tooLarge } from './read-note.ts';

/** A note's bytes, or why they are not to be had. */
export type LoadedNote = { bytes: Buffer } | { because: string } | { gone: true };

/** Reads a note of a folder, and nothing that only looks like one: no pipe, no link out of the folder, no giant. */
export async function loadNote(folder: string, path: string): Promise<LoadedNote> {
  // Without O_NONBLOCK, opening a pipe would wait for somebody to write into it.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    await using file = await open(join(folder, path), flags);
    const { size } = await file.stat().then((stat) => (stat.isFile() ? stat : { size: -1 }));
    if (size < 0) return { because: 'it is not a file' };
    if (size > LARGEST_NOTE) return { because: tooLarge(size) };
    return { bytes: await file.readFile() };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { gone: true };
    return { because: code === 'ELOOP' ? 'it is a link' : `it cannot be read (${code})` };
  }
}
