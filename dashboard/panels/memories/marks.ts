import { useEffect, useMemo, useRef, useState } from 'react';
import type { Input } from '../../../src/protocol/verbs.ts';
import type { BulkTarget } from '../../actions/memory-actions.tsx';
import { call } from '../../calls/call.ts';
import { usePlace } from '../../calls/place.ts';

/** What is selected for something to be done to all of it. */
export interface MarkedMemories {
  has(id: string): boolean;
  /** Selects a row or takes it out; the next range begins at it. */
  toggle(id: string, index: number): void;
  /** Selects all rows from the last selected one to this one. */
  extend(index: number): void;
  /** Everything the filters let through, seen or not. */
  all: boolean;
  markAll(): void;
  clear(): void;
  count: number;
  whom: BulkTarget;
  /** A question's answers have an order but no end: there, only what is selected by hand counts. */
  mayAll: boolean;
}

/** Most rows of a range, which are asked for at once. */
const MAX_RANGE_ROWS = 500;

/** Selections, which go with the list they were made in. */
export function useMarks(asked: Input<'browse'>, total: number): MarkedMemories {
  const place = usePlace();
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const anchor = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other marks
  useEffect(() => {
    setMarked(new Set());
    setAll(false);
    anchor.current = 0;
  }, [asked]);
  return useMemo(
    () => ({
      has: (id) => all || marked.has(id),
      toggle(id, index) {
        anchor.current = index;
        setAll(false);
        setMarked((before) => {
          const next = new Set(before);
          if (!next.delete(id)) next.add(id);
          return next;
        });
      },
      extend(index) {
        setAll(false);
        const offset = Math.min(anchor.current, index);
        const limit = Math.min(MAX_RANGE_ROWS, Math.abs(anchor.current - index) + 1);
        // Rows between the two may not have been loaded. Where the daemon is away, the page says so itself.
        call('browse', { ...asked, offset, limit, facets: false }, { place }).then(
          ({ memories }) => setMarked((before) => new Set([...before, ...memories.map(({ id }) => id)])),
          () => {},
        );
      },
      all,
      markAll: () => setAll(true),
      clear() {
        setAll(false);
        setMarked(new Set());
      },
      count: all ? total : marked.size,
      whom: all ? { filter: asked.filter ?? {} } : { ids: [...marked] },
      mayAll: !asked.query,
    }),
    [marked, all, total, asked, place],
  );
}
