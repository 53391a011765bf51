import { DatabaseSync } from 'node:sqlite';
import { FIRST_VERSION, latestVersion, migrations, schema } from './schema.ts';

/** Whether a file has the tables and columns its migrations made; a flipped bit in a schema can still be a schema. */
export function looksAsMade(db: DatabaseSync): boolean {
  const version = db.prepare('pragma user_version').get()!.user_version as number;
  return version > latestVersion(migrations) || version < FIRST_VERSION || shapeOf(db) === shapeMade(version);
}

/** By version: to make one takes longer than to read most files. */
const shapes = new Map<number, string>();

function shapeMade(version: number): string {
  const known = shapes.get(version);
  if (known !== undefined) return known;
  using made = new DatabaseSync(':memory:');
  for (const each of [schema, ...migrations.slice(0, version - FIRST_VERSION)]) made.exec(each);
  const shape = shapeOf(made);
  shapes.set(version, shape);
  return shape;
}

/** Names alone: how SQLite writes down the rest may change from one version of it to the next. */
const shapeOf = (db: DatabaseSync): string =>
  db
    .prepare(
      `select t.name || ' ' || group_concat(c.name, ' ' order by c.cid) as names
       from pragma_table_list t join pragma_table_info(t.name) c
       where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
       group by t.name order by t.name`,
    )
    .all()
    .map(({ names }) => names)
    .join('\n');
