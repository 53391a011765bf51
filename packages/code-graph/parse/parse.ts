import { extname } from 'node:path/posix';
import { Problem } from '@sqrl/base/problem.ts';
import type { Parser, Tree } from 'web-tree-sitter';
import type { ChunkFact, FileFacts } from '../facts/facts.ts';
import { readByLines } from '../languages/by-lines.ts';
import type { LanguageReader, OtherParser } from '../languages/language.ts';
import { readerOf } from '../languages/languages.ts';
import { chunksOf, chunksOfLines } from './chunks.ts';
import { openParsers, type Parsers } from './grammars.ts';
import { decodeSource, leftOutByContent, type UnparsedReason } from './left-out.ts';
import { isTangled } from './tangled.ts';

/** A file without structure that is known: only its chunks are kept. */
export interface Prose {
  path: string;
  language: null;
  chunks: ChunkFact[];
  /** Why its structure is not known although its language is. */
  because?: UnparsedReason;
}

/** Reads source files of any language. It belongs to one thread, and is to be closed. */
export interface CodeReader {
  /** What a file says; undefined where it stays out: binary, generated or minified. */
  read(path: string, content: Uint8Array | string): FileFacts | Prose | undefined;
  /** Whether a file broke the parser: in this thread nothing can be parsed any more. */
  readonly broken: boolean;
  close(): void;
}

interface ParseOptions {
  /** Asked every few thousand steps of the parser; true ends the reading with a `cancelled` problem. */
  cancelled?: () => boolean;
}

/** Files longer than this are cut into chunks, not parsed. */
export const MAX_PARSED_CHARS = 1_000_000;

export async function openCodeReader({ cancelled = () => false }: ParseOptions = {}): Promise<CodeReader> {
  const parsers = await openParsers();
  return {
    get broken() {
      return broken;
    },
    read(path, content) {
      if (leftOutByContent(path, content)) return undefined;
      const source = typeof content === 'string' ? content : decodeSource(content);
      if (source === undefined) return undefined;
      const reader = readerOf(path, source);
      if (!reader) return byLines(path, source);
      if (content.length > MAX_PARSED_CHARS) return parseAsLines(path, source, 'too large');
      if (isTangled(source)) return parseAsLines(path, source, 'too tangled');
      if (broken) throw new Error('The parser of this thread is broken.');
      try {
        const tree = parse(parsers.parser(reader.grammar), scriptOf(path, source), cancelled);
        const facts = tree && factsOf(reader, path, source, tree, parsers);
        return facts ?? parseAsLines(path, source, 'too tangled');
      } catch (error) {
        broken = isFatal(error);
        if (!broken) throw error;
        return parseAsLines(path, source, 'broke the parser');
      }
    },
    close() {
      if (!broken) parsers.close();
    },
  };
}

/** Once a thread: the engine cannot be started anew in it. */
let broken = false;

/** Out of memory, or out of stack in the middle of its work: what the engine holds can no longer be trusted. */
const isFatal = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError || error instanceof RangeError;

export const isFacts = (read: FileFacts | Prose): read is FileFacts => read.language !== null;

function factsOf(
  reader: LanguageReader,
  path: string,
  source: string,
  tree: Tree,
  parsers: Parsers,
): FileFacts | undefined {
  const cursor = tree.walk();
  const parseAs: OtherParser = (grammar, text, use) => {
    const other = parseSafely(parsers.parser(grammar), text);
    try {
      return other ? use(other) : undefined;
    } finally {
      other?.delete();
    }
  };
  try {
    const facts = reader.read(path, scriptOf(path, source), tree, parseAs);
    return { ...facts, chunks: chunksOf(source, cursor, facts.symbols) };
  } catch (error) {
    // A reader that walks down into code nested a hundred thousand deep runs out of stack.
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    cursor.delete();
    tree.delete();
  }
}

/** A stack that overflows in the engine breaks it; one that overflows in a reader, which calls this, does not. */
function parseSafely(parser: Parser, text: string): Tree | null {
  try {
    return parse(parser, text, () => false);
  } catch (error) {
    throw error instanceof RangeError ? new WebAssembly.RuntimeError(error.message) : error;
  }
}

function parse(parser: Parser, source: string, cancelled: () => boolean): Tree | null {
  // Ordinary code takes 15 steps for a thousand characters at most. Counting them, not the time, makes the answer the
  // same on every machine.
  const most = 1_000 + source.length / 8;
  let steps = 0;
  let stopped = false;
  const progressCallback = (): boolean => {
    if (++steps % 64 === 0) stopped = cancelled();
    return stopped || steps > most;
  };
  const tree = parser.parse((at) => source.slice(at, at + PIECE), null, { progressCallback });
  if (tree) return tree;
  parser.reset();
  // Not the file is to blame: what is known of it must not be replaced by less.
  if (stopped) throw new Problem('Reading was stopped.', '', 'cancelled');
  return null;
}

/** The parser is handed a file in pieces. It often asks again for what lies before one, so that small ones are better. */
const PIECE = 2048;

/** A file of a language without a grammar: its declarations and calls where they can be told, and its chunks. */
function byLines(path: string, source: string): FileFacts | Prose {
  const facts = source.length > MAX_PARSED_CHARS ? undefined : readByLines(path, source);
  return facts ? { ...facts, chunks: chunksOfLines(source) } : parseAsLines(path, source);
}

/** A file by its lines alone, and why it is not known better. */
export const parseAsLines = (path: string, source: string, because?: UnparsedReason): Prose => ({
  path,
  language: null,
  chunks: chunksOfLines(source),
  ...(because && { because }),
});

/** The code of a component's file: of Vue and Svelte what stands in `<script>`, with spaces for all else; others whole. */
function scriptOf(path: string, source: string): string {
  if (!COMPONENTS.has(extname(path).toLowerCase())) return source;
  let code = '';
  for (let at = 0; ; ) {
    const tag = source.indexOf('<script', at);
    const start = tag === -1 ? -1 : source.indexOf('>', tag) + 1;
    if (start <= 0) return code + blank(source.slice(at));
    const found = source.indexOf('</script', start);
    const end = found === -1 ? source.length : found;
    code += blank(source.slice(at, start)) + source.slice(start, end);
    at = end;
  }
}

const COMPONENTS = new Set(['.vue', '.svelte']);

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
