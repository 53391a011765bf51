import { useEffect, useState } from 'react';
import type { Pages } from './pages.ts';

/** The memory that the keys act on. It stays the same one when the list around it changes. */
export interface MemoryCursor {
  /** Where it stands, or stood last; -1 before the first key. */
  index: number;
  id: string | undefined;
  put(index: number): void;
  /** The row that is `by` rows away. The place of a memory that has left the list is taken by its successor. */
  away(by: 1 | -1): number;
}

/** A cursor on a list; an open memory takes it along. */
export function useCursor({ row, indexOf }: Pages, open: string | undefined): MemoryCursor {
  const [kept, setKept] = useState<{ index: number; id: string | undefined }>({ index: -1, id: open });
  const id = open ?? kept.id;
  const found = id === undefined ? -1 : indexOf(id);
  const index = found >= 0 ? found : kept.index;
  const arrived = id === undefined && index >= 0 ? row(index)?.id : undefined;
  useEffect(() => {
    if (arrived !== undefined) setKept({ index, id: arrived });
  }, [arrived, index]);
  useEffect(() => {
    if (found >= 0) setKept({ index: found, id });
  }, [found, id]);
  return {
    index,
    id: found >= 0 ? id : undefined,
    put: (to) => setKept({ index: to, id: row(to)?.id }),
    away: (by) => (found >= 0 || id === undefined ? index + by : by > 0 ? index : index - 1),
  };
}
