import { useEffect, useMemo, useState } from 'react';
import type { Input } from '../../../src/protocol/verbs.ts';
import type { BulkTarget } from '../../actions/memory-actions.tsx';

/** What is marked for something to be done to all of it. */
export interface MarkedMemories {
  has(id: string): boolean;
  toggle(id: string): void;
  /** Everything the filters let through, seen or not. */
  all: boolean;
  markAll(): void;
  clear(): void;
  count: number;
  whom: BulkTarget;
  /** A question's answers have an order but no end: there, only what is marked by hand counts. */
  mayAll: boolean;
}

/** Marks, which go with the list they were made in. */
export function useMarks(asked: Input<'browse'>, total: number): MarkedMemories {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other marks
  useEffect(() => {
    setIds(new Set());
    setAll(false);
  }, [asked]);
  return useMemo(
    () => ({
      has: (id) => all || ids.has(id),
      toggle(id) {
        setAll(false);
        setIds((before) => {
          const next = new Set(before);
          if (!next.delete(id)) next.add(id);
          return next;
        });
      },
      all,
      markAll: () => setAll(true),
      clear() {
        setAll(false);
        setIds(new Set());
      },
      count: all ? total : ids.size,
      whom: all ? { filter: asked.filter ?? {}, expected: total } : { ids: [...ids] },
      mayAll: !asked.query,
    }),
    [ids, all, total, asked],
  );
}
