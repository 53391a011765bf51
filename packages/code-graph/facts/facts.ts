import type { Language, SymbolKind } from '@sqrl/base/model/code.ts';

/**
 * What one file says, read from it alone: plain JSON, kept in the store, so that other files can be linked to it
 * without parsing it again.
 */
export interface FileFacts<Detail = unknown> {
  path: string;
  language: Language;
  /** Of what other files can see of it. While it stays the same, no other file is linked again. */
  surface: string;
  /** In order of their start; an outer one before what lies in it. */
  symbols: SymbolFact[];
  imports: ImportFact[];
  /** What only the linker of its language understands: bindings, calls, types. */
  detail: Detail;
  chunks: ChunkFact[];
  /** The parser met something it could not read. */
  broken: boolean;
}

export interface SymbolFact {
  kind: SymbolKind;
  name: string;
  /** Index of the symbol around it; -1 for the file. */
  parent: number;
  /** Offsets in UTF-16 units, and lines from 1. */
  start: number;
  end: number;
  line: number;
  endLine: number;
  /** Its first line or head, for people to read. */
  signature: string;
  hash: string;
  exported: boolean;
}

export interface ImportFact {
  /** As it is written: './a.js', 'os.path', 'crate::store', 'fmt'. */
  specifier: string;
  line: number;
}

export interface ChunkFact {
  kind: 'function' | 'class' | 'module' | 'prose';
  name: string | null;
  line: number;
  endLine: number;
  start: number;
  end: number;
}
