import type { Input } from '@sqrl/squirrel/protocol/verbs.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BulkTarget } from '../../actions/memory-actions.tsx';
import { call } from '../../calls/call.ts';
import { usePlace } from '../../calls/verb.ts';
import type { Pages } from './pages.ts';

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

/** As many memories as one action takes, and as many rows as one call returns. */
export const MAX_MARKED = 10_000;
const CALL_ROWS = 500;

/** Selections, which go with the list they were made in. */
export function useMarks(asked: Input<'browse'>, { total, indexOf }: Pages): MarkedMemories {
  const place = usePlace();
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  /** Where a range begins: at a memory, wherever the list has it by then. */
  const anchor = useRef<{ id?: string; index: number }>({ index: 0 });
  const indexNow = useRef(indexOf);
  indexNow.current = indexOf;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other marks
  useEffect(() => {
    setMarked(new Set());
    setAll(false);
    anchor.current = { index: 0 };
  }, [asked]);
  return useMemo(
    () => ({
      has: (id) => all || marked.has(id),
      toggle(id, index) {
        anchor.current = { id, index };
        setAll(false);
        setMarked((before) => {
          const next = new Set(before);
          if (!next.delete(id)) next.add(id);
          return next;
        });
      },
      extend(index) {
        setAll(false);
        const { id, index: before } = anchor.current;
        const found = id === undefined ? -1 : indexNow.current(id);
        const from = found >= 0 ? found : before;
        const first = Math.min(from, index);
        const end = Math.min(first + MAX_MARKED, Math.max(from, index) + 1);
        const offsets = Array.from(
          { length: Math.ceil((end - first) / CALL_ROWS) },
          (_, i) => first + i * CALL_ROWS,
        );
        // Rows between the two may not have been loaded. Where the daemon is away, the page says so itself.
        Promise.all(
          offsets.map((offset) =>
            call(
              'browse',
              { ...asked, offset, limit: Math.min(CALL_ROWS, end - offset), facets: false },
              { place },
            ),
          ),
        ).then(
          (pages) => {
            const ids = pages.flatMap(({ memories }) => memories.map(({ id }) => id));
            setMarked((before) => new Set([...before, ...ids].slice(0, MAX_MARKED)));
          },
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
