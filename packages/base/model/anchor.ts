import type { z } from 'zod';
import type { MemoryType } from './memory.ts';
import type { anchor } from './schemas.ts';

/** An anchor as it is told and exported: without what only its store knows. */
export type ExportedAnchor = z.output<typeof anchor>;

export type AnchorState = ExportedAnchor['state'];

export interface Anchor extends ExportedAnchor {
  row: number;
  memory: number;
  id: number | null;
}

/** A part of the code as a memory knows it: a symbol, or a whole file where `symbol` is null. */
export type AnchorPlace = Pick<Anchor, 'path' | 'symbol' | 'kind' | 'id' | 'hash' | 'shape' | 'signature'>;

/** What a memory is to the code that it is anchored to: the edges from what is known to the code. */
const MEMORY_TIES = ['applies_pattern', 'documents', 'about'] as const;
export type MemoryTie = (typeof MEMORY_TIES)[number];

/** The tie follows from the memory's type: the code applies a pattern, a decision or insight documents it. */
export const tieOf = (type: MemoryType): MemoryTie => TIE_OF_TYPE[type] ?? 'about';

const TIE_OF_TYPE: Partial<Record<MemoryType, MemoryTie>> = {
  pattern: 'applies_pattern',
  workflow_recipe: 'applies_pattern',
  decision: 'documents',
  requirement: 'documents',
  module_insight: 'documents',
};
