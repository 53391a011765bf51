import { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations.ts';
import { columnsOf, plainTables } from './tables.ts';

/** Whether a file has the tables and columns its migrations made; a flipped bit in a schema can still be a schema. */
export function looksAsMade(db: DatabaseSync): boolean {
  const version = db.prepare('pragma user_version').get()!.user_version as number;
  if (version > migrations.length) return true;
  using made = new DatabaseSync(':memory:');
  for (const migration of migrations.slice(0, version)) made.exec(migration);
  return shapeOf(made) === shapeOf(db);
}

/** Names alone: how SQLite writes down the rest may change from one version of it to the next. */
const shapeOf = (db: DatabaseSync): string =>
  plainTables(db)
    .map((table) => [table, ...columnsOf(db, table).map(({ name }) => name)].join(' '))
    .sort()
    .join('\n');
