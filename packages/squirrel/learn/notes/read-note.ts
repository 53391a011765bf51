import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { type ForeignFile, readForeignFile } from '@sqrl/base/foreign-file.ts';
import type { Draft } from '@sqrl/base/model/memory.ts';
import { draftsOf, splitNote } from './split.ts';

export const MAX_NOTE_BYTES = 100 * 1024;
/** What a tag of a memory may hold, less the "note:" in front. */
const MAX_PATH_CHARS = 490;

/** What a note says, by the name its memories call it by; or why it is none. */
export function readNote({ path, bytes, at }: { path: string; bytes: Uint8Array; at: number }) {
  const because = unfitness(path, bytes);
  if (because) return { because };
  const { pieces, tags } = splitNote(Buffer.from(bytes).toString());
  const drafts: Draft[] = draftsOf(pieces, { path, tags, at });
  return { drafts };
}

function unfitness(path: string, bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_NOTE_BYTES)
    return `its size is ${Math.ceil(bytes.length / 1024)} KB; the limit for a note is ${MAX_NOTE_BYTES / 1024} KB`;
  if (path.length > MAX_PATH_CHARS) return 'its path is too long';
  if (bytes.includes(0)) return 'it is not text';
  return isUtf8(bytes) ? undefined : 'it is not UTF-8 text';
}

/** Reads a note of a folder, and nothing that only looks like one: no pipe, no link out of the folder, no giant. */
export const loadNote = (folder: string, path: string): ForeignFile =>
  readForeignFile(join(folder, path), { maxBytes: MAX_NOTE_BYTES, what: 'a note', below: folder });
