import type { Store } from '../store.ts';
import type { Row } from './memories.ts';
import { whileUnchanged } from './unchanged.ts';

/** Where a memory stands among those that were learned in the same episode. */
export interface Sibling {
  episode: string;
  before: Row | undefined;
  after: Row | undefined;
}

/** So many of the memories around some are looked at; an episode rarely leaves more than a few. */
const MAX_SIBLINGS = 2000;

/** Of the memories learned in the same episodes as some: which was learned just before and just after each. */
export function siblingsOf(store: Store, rows: readonly Row[]): Map<Row, Sibling> {
  if (rows.length === 0 || !hasEpisodes(store)) return new Map();
  const found = store
    .sql(
      `select episode, memory as row from evidence where episode in
         (select episode from evidence where memory in (select value from json_each(?)) and episode is not null)
        order by episode, at, memory limit ?`,
    )
    .lists(JSON.stringify(rows), MAX_SIBLINGS) as [episode: string, row: Row][];
  const siblings = new Map<Row, Sibling>();
  let last: { row: Row; sibling: Sibling } | undefined;
  for (const [episode, row] of found) {
    // One that was seen again stays where it was seen first.
    if (siblings.has(row)) continue;
    const before = last?.sibling.episode === episode ? last : undefined;
    const sibling: Sibling = { episode, before: before?.row, after: undefined };
    if (before) before.sibling.after = row;
    siblings.set(row, sibling);
    last = { row, sibling };
  }
  return siblings;
}

/** Whether any memory was learned in an episode: where people only tell things, none was. */
const hasEpisodes = whileUnchanged(
  (store) => store.sql('select 1 from evidence where episode is not null limit 1').get() !== undefined,
);
