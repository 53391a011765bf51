import { useState } from 'react';

/** The row that the keys act on. It stays the same one when the list around it changes. */
export interface Cursor {
  /** Where it stands, or stood last; -1 before the first key. */
  index: number;
  id: string | undefined;
  /** Goes one row down or up, and says where to. The place of a row that has gone is taken by its successor. */
  move(by: 1 | -1): string | undefined;
}

/** A cursor on a list of which all rows are at hand. */
export function useCursor(ids: readonly string[]): Cursor {
  const [kept, setKept] = useState<{ id: string; index: number }>();
  const found = kept ? ids.indexOf(kept.id) : -1;
  const index = found >= 0 ? found : Math.min(kept?.index ?? -1, ids.length - 1);
  return {
    index,
    id: ids[index],
    move(by) {
      const next = Math.max(0, Math.min(ids.length - 1, index + by));
      const id = ids[next];
      if (id !== undefined) setKept({ id, index: next });
      return id;
    },
  };
}
