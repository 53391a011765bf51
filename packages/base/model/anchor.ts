import type { SymbolKind } from './code.ts';
import type { MemoryType } from './memory.ts';

/** A part of the code as a memory knows it: a symbol, or a whole file where `symbol` is null. */
export interface AnchorPlace {
  path: string;
  /** With the names it lies in before it: 'Cart.add'. */
  symbol: string | null;
  kind: SymbolKind;
  /** The symbol's id in the index. */
  id: number | null;
  /** Of its text. */
  hash: string;
  /** Of its text without its name; null for a file. */
  shape: number | null;
  /** Its head, for people to read; '' for a file. */
  signature: string;
}

/** What became of a part of the code since a memory about it was last seen right. */
export type AnchorState = 'fresh' | 'stale' | 'gone';

/** What ties a memory to a part of the code. */
export interface Anchor extends AnchorPlace {
  row: number;
  /** The row of the memory. */
  memory: number;
  /** The commit that was checked out when it was last seen right. */
  seenIn: string | null;
  seenAt: number;
  state: AnchorState;
  /** Since when it is not fresh. */
  changedAt: number | null;
  /** The commit that changed or deleted it; null while that is not committed. */
  changedIn: string | null;
  /** Where it was when it was last seen right, 'cart.ts:Cart.add', where that is not where it is now. */
  movedFrom: string | null;
  /** A sample of its words when it was last seen right, by which it is found under another name; '' for a file. */
  sketch: string;
  /** Of a stale symbol its present head where that is another one; of a gone one what it may be now: 'cart.ts:Cart.put'. */
  nowIs: string | null;
}

/** An anchor as it is told and exported: without what only its store knows. */
export type ExportedAnchor = Omit<Anchor, 'row' | 'memory' | 'id'>;

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
