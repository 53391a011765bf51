import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { FileFacts } from '../facts/facts.ts';
import { codeHashOf } from '../facts/hash.ts';
import type { UnparsedReason } from '../parse/left-out.ts';
import { type CodeReader, isFacts, type Prose, parseAsLines } from '../parse/parse.ts';
import {
  forgetGoneUnparsed,
  forgetUnparsed,
  noteUnparsed,
  type UnparsedFile,
  unparsedFiles,
} from '../tables/files.ts';

export interface ReadSafeguards {
  /** Told before each file is read, and with nothing after it. */
  reading?: (file: CurrentFile | undefined) => void;
  /** The one that was being read when an earlier thread had to be ended. */
  stuck?: CurrentFile | undefined;
}

/** A file that is being read, and how long its text is. */
export interface CurrentFile {
  path: string;
  length: number;
}

/** Has a reader remember which files it could not parse and why, and leave alone those that broke it or took too long. */
export function carefulReader(
  store: Store,
  reader: CodeReader,
  { reading, stuck }: ReadSafeguards = {},
): CodeReader {
  const notes = new Map(unparsedFiles(store).map((file) => [file.path, file]));

  function read(path: string, content: Uint8Array | string): FileFacts | Prose | undefined {
    if (typeof content !== 'string') return reader.read(path, content);
    const hard = isStuck({ path, length: content.length }) ? 'took too long' : knownAsHard(content);
    if (hard) return noted(path, content, parseAsLines(path, content, hard));
    reading?.({ path, length: content.length });
    try {
      return noted(path, content, reader.read(path, content));
    } finally {
      reading?.(undefined);
    }
  }

  const isStuck = ({ path, length }: CurrentFile): boolean => stuck?.path === path && stuck.length === length;

  /** Whatever it is called now: only where the length is that of such a file is its text looked at. */
  function knownAsHard(text: string): UnparsedReason | undefined {
    const alike = [...notes.values()].filter(
      ({ length, because }) => length === text.length && HARD.has(because),
    );
    const hash = alike.length > 0 ? codeHashOf(text) : undefined;
    return alike.find((file) => file.hash === hash)?.because as UnparsedReason | undefined;
  }

  function noted<T extends FileFacts | Prose | undefined>(path: string, text: string, found: T): T {
    const because = found && !isFacts(found) ? found.because : undefined;
    const before = notes.get(path);
    if (because === undefined) {
      if (before) forgetUnparsed(store, path);
      notes.delete(path);
      return found;
    }
    const note: UnparsedFile = { path, hash: codeHashOf(text), length: text.length, because };
    notes.set(path, note);
    noteUnparsed(store, note);
    return found;
  }

  return {
    read,
    get broken() {
      return reader.broken;
    },
    close() {
      forgetGoneUnparsed(store);
      reader.close();
    },
  };
}

const HARD: ReadonlySet<string> = new Set<UnparsedReason>(['broke the parser', 'took too long']);
