import { DatabaseSync } from 'node:sqlite';

/** Rewrites every text in a database, and leaves it as one small file. */
export function rewriteDatabase(path: string, clean: (text: string) => string): void {
  using database = new DatabaseSync(path);
  database.exec('pragma journal_mode = delete; pragma foreign_keys = off');
  const tables = database
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
    .all();
  for (const { name: table } of tables) {
    for (const { name: column } of database.prepare(`select name from pragma_table_info(?)`).all(table!)) {
      const rows = database.prepare(`select rowid as row, "${column}" as value from "${table}"`).all();
      const update = database.prepare(`update "${table}" set "${column}" = ? where rowid = ?`);
      for (const { row, value } of rows)
        if (typeof value === 'string' && clean(value) !== value) update.run(clean(value), row!);
    }
  }
  // Most of its forty tables and indexes are empty, and each takes a page.
  database.exec('pragma page_size = 512; vacuum');
}
