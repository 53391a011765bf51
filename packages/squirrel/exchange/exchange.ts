import type { Draft, FullMemory } from '@sqrl/base/model/memory.ts';

interface ExportedLook {
  at: number;
  way: 'get' | 'find';
  score: number | null;
  question: string | null;
}

/** A memory on its way out, with everything there is about it. */
export interface ExportedMemory extends FullMemory {
  looks: ExportedLook[];
}

/** A draft to import, not validated yet. */
export interface ArrivingDraft {
  at: string;
  draft: Draft;
  /** Where a form says neither the scope nor quite where the text ends: a memory that says one of these is the same. */
  sameAs?: readonly string[];
}

/** A memory on its way in: whole where the form is lossless, a draft otherwise. */
export type IncomingExport = { at: string; whole: unknown } | ArrivingDraft;

export interface ExportedText {
  text: string;
  memories: number;
}

export interface ExchangeFormat {
  knows(text: string): boolean;
  write(memories: readonly ExportedMemory[], exportedAt: number): ExportedText;
  read(text: string): IncomingExport[];
}
