import { useEffect, useMemo, useState } from 'react';
import type { Input } from '../../../src/protocol/verbs.ts';
import type { BulkTarget } from '../../actions/memory-actions.tsx';
import type { BrowsedMemory } from './pages.ts';

/** What is marked for something to be done to all of it. */
export interface MarkedMemories {
  has(id: string): boolean;
  toggle(memory: Pick<BrowsedMemory, 'id' | 'text'>): void;
  /** Everything the filters let through, seen or not. */
  all: boolean;
  markAll(): void;
  clear(): void;
  count: number;
  /** Texts of what is marked by hand. */
  texts: readonly string[];
  whom: BulkTarget;
  /** A question's answers have an order but no end: there, only what is marked by hand counts. */
  mayAll: boolean;
}

/** Marks, which go with the list they were made in. */
export function useMarks(asked: Input<'browse'>, total: number): MarkedMemories {
  const [marked, setMarked] = useState<ReadonlyMap<string, string>>(new Map());
  const [all, setAll] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other marks
  useEffect(() => {
    setMarked(new Map());
    setAll(false);
  }, [asked]);
  return useMemo(
    () => ({
      has: (id) => all || marked.has(id),
      toggle({ id, text }) {
        setAll(false);
        setMarked((before) => {
          const next = new Map(before);
          if (!next.delete(id)) next.set(id, text);
          return next;
        });
      },
      all,
      markAll: () => setAll(true),
      clear() {
        setAll(false);
        setMarked(new Map());
      },
      texts: [...marked.values()],
      count: all ? total : marked.size,
      whom: all ? { filter: asked.filter ?? {}, expected: total } : { ids: [...marked.keys()] },
      mayAll: !asked.query,
    }),
    [marked, all, total, asked],
  );
}
