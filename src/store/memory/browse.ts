import { MEMORY_GROUPS, type Memory } from '../../model/memory.ts';
import type { Store } from '../store.ts';
import { conditions, GROUP_SQL, type MemoryFilter } from './filters.ts';
import { memoryColumns, type Row, toMemory } from './memories.ts';

/** How a list of memories may be ordered. */
export type MemorySort = keyof typeof ORDERS;

/** Of a sort, the value that decides, and whether more comes first. Stores and rows break ties, so that pages never overlap. */
const ORDERS = {
  /** Group by group, the newest first in each; a time has 13 digits. */
  group: {
    by: `(case ${GROUP_SQL} ${MEMORY_GROUPS.map((group, i) => `when '${group}' then ${i}`).join(' ')} end) * 1e14 - created_at`,
    way: 'asc',
  },
  newest: { by: 'created_at', way: 'desc' },
  oldest: { by: 'created_at', way: 'asc' },
  changed: { by: 'updated_at', way: 'desc' },
  used: { by: 'ifnull((select last_used_at from metrics where memory = memory.row), 0)', way: 'desc' },
  'most used': { by: 'ifnull((select uses from metrics where memory = memory.row), 0)', way: 'desc' },
  surest: { by: 'confidence', way: 'desc' },
  'least sure': { by: 'confidence', way: 'asc' },
} as const;

/** A memory's place in an order. */
export interface RankedRow {
  row: Row;
  by: number;
}

/** The first places among the memories that a filter lets through. */
export function firstPlaces(
  store: Store,
  filter: MemoryFilter,
  { sort, limit, now }: { sort: MemorySort; limit: number; now: number },
): RankedRow[] {
  const { where, given } = conditions(filter, now);
  const { by, way } = ORDERS[sort];
  return store
    .sql(`select row, ${by} as by from memory where ${where} order by by ${way}, row limit ?`)
    .all(...given, limit) as unknown as RankedRow[];
}

/** Which of two places comes first in a sort. */
export const comparePlaces = (sort: MemorySort) => (a: RankedRow, b: RankedRow) =>
  (ORDERS[sort].way === 'desc' ? b.by - a.by : a.by - b.by) || a.row - b.row;

/** A memory with what lists of the panel show with it. */
export interface CardRow {
  row: Row;
  memory: Memory;
  stale: boolean;
  uses: number;
  opportunities: number;
  lastUsedAt: number | null;
}

/** The memories in these rows, with what is shown with them, in one query; rows that are gone are left out. */
export function cardRows(store: Store, rows: readonly Row[]): Map<Row, CardRow> {
  return new Map(
    store
      .sql(
        `select ${memoryColumns}, metrics.uses, metrics.opportunities, metrics.last_used_at,
           exists (select 1 from anchor where anchor.memory = memory.row and anchor.state <> 'fresh') as stale
           from memory left join metrics on metrics.memory = memory.row
          where memory.row in (select value from json_each(?))`,
      )
      .all(JSON.stringify(rows))
      .map((found) => [
        found.row as Row,
        {
          row: found.row as Row,
          memory: toMemory(found),
          stale: found.stale === 1,
          uses: (found.uses ?? 0) as number,
          opportunities: (found.opportunities ?? 0) as number,
          lastUsedAt: found.last_used_at as number | null,
        },
      ]),
  );
}
