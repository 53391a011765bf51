import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { type ForeignFile, readForeignFile } from '@sqrl/base/foreign-file.ts';
import type { Draft } from '@sqrl/base/model/memory.ts';
import { draftsOf, type NotePiece, splitNote } from './split.ts';

export interface NoteState {
  offset: number;
  hash: string;
}

interface CurrentNote {
  /** Relative to the folder, with slashes. */
  path: string;
  bytes: Uint8Array;
  at: number;
}

/** What there is to learn from a note since it was last read. */
export type NoteReading =
  | { did: 'nothing' }
  | { did: 'skip'; because: string }
  | {
      did: 'read';
      drafts: Draft[];
      /** Keys of all that stands in the note; memories of this note with another key have lost their place. */
      keep: Set<string>;
      state: NoteState;
    };

export const MAX_NOTE_BYTES = 100 * 1024;

/** Reads what is new in a note: nothing, what was appended, or all of it again where it was changed. */
export function readNote({ path, bytes, at }: CurrentNote, before?: NoteState): NoteReading {
  const unfit = unfitness(path, bytes);
  if (unfit) return { did: 'skip', because: unfit };
  if (before && before.offset === bytes.length && hashOf(bytes) === before.hash) return { did: 'nothing' };
  const appended =
    before && bytes.length > before.offset && hashOf(bytes.subarray(0, before.offset)) === before.hash;
  const text = decode(bytes);
  if (text === undefined) return { did: 'skip', because: 'it is not UTF-8 text' };
  const { pieces, tags } = splitNote(text);
  const known = appended
    ? keysOf(splitNote(decode(bytes.subarray(0, before.offset)) ?? '').pieces)
    : new Set();
  return {
    did: 'read',
    drafts: draftsOf(
      pieces.filter(({ key }) => !known.has(key)),
      { path, tags, at },
    ),
    keep: keysOf(pieces),
    state: { offset: bytes.length, hash: hashOf(bytes) },
  };
}

/** What a tag of a memory may hold, less the "note:" in front. */
const MAX_PATH_CHARS = 490;

function unfitness(path: string, bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_NOTE_BYTES) return tooLarge(bytes.length);
  if (path.length > MAX_PATH_CHARS) return 'its path is too long';
  return bytes.includes(0) ? 'it is not text' : undefined;
}

const tooLarge = (bytes: number): string =>
  `its size is ${Math.ceil(bytes / 1024)} KB; the limit for a note is ${MAX_NOTE_BYTES / 1024} KB`;

const decode = (bytes: Uint8Array): string | undefined =>
  isUtf8(bytes) ? Buffer.from(bytes).toString() : undefined;

const hashOf = (bytes: Uint8Array): string => hash('sha256', bytes);
const keysOf = (pieces: readonly NotePiece[]): Set<string> => new Set(pieces.map(({ key }) => key));

/** Reads a note of a folder, and nothing that only looks like one: no pipe, no link out of the folder, no giant. */
export const loadNote = (folder: string, path: string): ForeignFile =>
  readForeignFile(join(folder, path), { maxBytes: MAX_NOTE_BYTES, what: 'a note', below: folder });
