import type { ForeignDatabase } from '../../store/foreign/foreign.ts';

export interface CursorRow {
  row: number;
  key: string;
  /** Of the value, in characters or bytes. */
  size: number;
}

/** How many rows before the last one are looked at again. */
export const MARGIN_ROWS = 200;

/**
 * Rows of conversations that are new or were written anew since a row, by number. A row that is written anew gets a new
 * number, the highest; but the number of the last row is given again where that row was deleted, so that some rows
 * before the last must be looked at every time. Where numbers have shrunk the file was packed, and all is read again.
 */
export function* rowsSince(foreign: ForeignDatabase, last: number): Iterable<CursorRow> {
  const highest = foreign.read((ask) =>
    Number(ask('select max(rowid) as highest from cursorDiskKV')[0]?.highest ?? 0),
  );
  let after = highest < last - MARGIN_ROWS ? 0 : Math.max(0, last - MARGIN_ROWS);
  for (;;) {
    const batch = foreign.read((ask) =>
      ask(
        `select rowid as row, key, length(value) as size from cursorDiskKV
            where rowid > ? and (key glob 'bubbleId:*' or key glob 'composerData:*') and value is not null
            order by rowid limit ${BATCH_ROWS}`,
        after,
      ),
    ) as unknown as CursorRow[];
    yield* batch;
    if (batch.length < BATCH_ROWS) return;
    after = batch.at(-1)!.row;
  }
}

/** What is behind a key, with the number of its row. */
export function storedValue(
  foreign: ForeignDatabase,
  key: string,
): { row: number; value: unknown } | undefined {
  const [found] = foreign.read((ask) =>
    ask('select rowid as row, value from cursorDiskKV where key = ?', key),
  );
  return found && { row: Number(found.row), value: found.value };
}

/** What the editor itself keeps under a key. */
export const storedItem = (foreign: ForeignDatabase, key: string): unknown =>
  foreign.columns('ItemTable').size === 0
    ? undefined
    : foreign.read((ask) => ask('select value from ItemTable where key = ?', key))[0]?.value;

const BATCH_ROWS = 500;
