import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { connect } from './connect.ts';
import { plainTables, quoted } from './tables.ts';

/** A row as it lies in the file. */
export type RawRow = Record<string, SQLOutputValue>;

/** What can still be read in a damaged file. */
export interface Leftovers extends Disposable {
  memories: RawRow[];
  /** The ids of all memories the file had; undefined where not even that list can be read to its end. */
  ids: ReadonlySet<string> | undefined;
  /** Whether a memory of the copy was forgotten since, which only two lists that agree can tell. */
  isForgotten(memory: RawRow): boolean;
  /** What hangs on the memory in a row, by table. */
  belongings(row: number): { table: string; column: string; rows: RawRow[] }[];
}

/** How many rows are asked for one by one, where neither end of the table leads to them. */
const GAP = { betweenEnds: 200_000, withoutEnd: 5000 };

/** Reads a damaged file as far as it goes, without changing it; undefined where it does not go at all. */
export function readLeftovers(file: string): Leftovers | undefined {
  // With its log first; a log that is broken itself can hide everything, then the file alone may say more.
  for (const way of ['read', 'frozen'] as const) {
    let db: DatabaseSync | undefined;
    try {
      db = connect(file, { way, lenient: true, foreignKeys: false });
      return leftoversOf(db);
    } catch {
      // Whatever it was: this way does not lead into the file.
      db?.close();
    }
  }
  return undefined;
}

function leftoversOf(db: DatabaseSync): Leftovers {
  const { memories, whole } = readMemories(db);
  const ids = new Set<string>();
  const listed = takeAll(db.prepare('select id from memory order by id'), ({ id }) => ids.add(String(id)));
  // Both, since one flipped bit in the list would make a memory that is there look forgotten.
  for (const { id } of memories) ids.add(String(id));
  const children = childrenOfMemory(db);
  const sameContent = db.prepare(
    `select 1 from memory where scope = ? and ifnull(scope_of, '') = ? and hash = ?`,
  );
  return {
    memories,
    ids: listed || whole ? ids : undefined,
    isForgotten({ id, scope, scope_of, hash }) {
      if (!(listed || whole) || ids.has(String(id))) return false;
      let found = 0;
      return takeAll(sameContent, () => found++, scope!, scope_of ?? '', hash!) && found === 0;
    },
    belongings: (row) =>
      children.flatMap(({ table, column }) => {
        const rows: RawRow[] = [];
        const all = db.prepare(`select * from ${quoted(table)} where ${quoted(column)} = ?`);
        return takeAll(all, (each) => rows.push(each), row) ? [{ table, column, rows }] : [];
      }),
    [Symbol.dispose]: () => db.close(),
  };
}

/** From the first row on, from the last row back, and what lies between by number. */
function readMemories(db: DatabaseSync): { memories: RawRow[]; whole: boolean } {
  const found = new Map<number, RawRow>();
  const take = (each: RawRow) => found.set(each.row as number, each);
  if (takeAll(db.prepare('select * from memory order by row'), take))
    return { memories: [...found.values()], whole: true };
  const first = ([...found.keys()].at(-1) ?? 0) + 1;
  const before = found.size;
  takeAll(db.prepare('select * from memory where row >= ? order by row desc'), take, first);
  const gap =
    found.size > before ? Math.min([...found.keys()].at(-1)! - first, GAP.betweenEnds) : GAP.withoutEnd;
  const numbers = new Set(Array.from({ length: gap }, (_, i) => first + i));
  for (const order of ['id', "scope, ifnull(scope_of, ''), hash"])
    takeAll(db.prepare(`select row from memory order by ${order}`), ({ row }) => numbers.add(row as number));
  const one = db.prepare('select * from memory where row = ?');
  for (const row of numbers) if (!found.has(row)) takeAll(one, take, row);
  return { memories: [...found.values()], whole: false };
}

/** Hands on every row a statement yields; false where it broke off. */
function takeAll(statement: StatementSync, take: (row: RawRow) => void, ...given: SQLOutputValue[]): boolean {
  try {
    for (const row of statement.iterate(...given)) take(row);
    return true;
  } catch {
    return false;
  }
}

const childrenOfMemory = (db: DatabaseSync): { table: string; column: string }[] =>
  plainTables(db).flatMap((table) =>
    db
      .prepare(`select "from" as "column" from pragma_foreign_key_list(?) where "table" = 'memory'`)
      .all(table)
      .map(({ column }) => ({ table, column: column as string })),
  );
