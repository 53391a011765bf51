import { closeSync, createReadStream, fsyncSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import { parsedJson } from '@sqrl/base/json.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { HubDb, Query } from './db.ts';
import { HUB_SCHEMA, HUB_TABLES } from './schema.ts';

export interface CopiedHub {
  records: number;
  people: number;
}

type Row = Record<string, unknown>;

interface BackupHeader {
  squirrel?: unknown;
  schema?: unknown;
}

const ROWS_AT_ONCE = 1000;

/**
 * Writes every row into a file, as compressed lines of JSON that any engine reads back. The file is complete and on the disk
 * before it has its name. It holds every text: mode 0600.
 */
export async function backupHub(
  db: HubDb,
  file: string,
  now: number,
): Promise<CopiedHub & { bytes: number }> {
  const partial = `${file}.${process.pid}.tmp`;
  const out = openSync(partial, 'w', 0o600);
  const copied: CopiedHub = { records: 0, people: 0 };
  try {
    const write = (lines: string) => writeSync(out, gzipSync(lines));
    write(`${JSON.stringify({ squirrel: 'hub', schema: HUB_SCHEMA, at: now })}\n`);
    await db.asOperator(async (query) => {
      await query('set transaction isolation level repeatable read read only');
      for (const table of HUB_TABLES) {
        await query(`declare rows no scroll cursor for select * from hub.${table}`);
        for (;;) {
          const rows = await query<Row>(`fetch ${ROWS_AT_ONCE} from rows`);
          if (rows.length === 0) break;
          write(rows.map((row) => `${JSON.stringify([table, row])}\n`).join(''));
          if (table === 'record') copied.records += rows.length;
          if (table === 'person') copied.people += rows.length;
        }
        await query('close rows');
      }
    });
    // A file that was cut off is recognized by its missing end.
    write(`${JSON.stringify(['end', copied])}\n`);
    fsyncSync(out);
  } finally {
    closeSync(out);
  }
  renameSync(partial, file);
  return { ...copied, bytes: statSync(file).size };
}

/** Puts a backup into an empty hub; with `replace`, in place of what it has. All or nothing. */
export async function restoreHub(db: HubDb, file: string, replace: boolean): Promise<CopiedHub> {
  return db.asOperator(async (query) => {
    await emptied(query, replace);
    let header: BackupHeader | undefined;
    let end: CopiedHub | undefined;
    let waiting: { table: string; rows: Row[] } = { table: '', rows: [] };
    const flush = async () => {
      if (waiting.rows.length > 0) await insertRows(query, waiting.table, waiting.rows);
    };
    for await (const line of linesOf(file)) {
      const said = parsedJson(line);
      if (said === undefined) throw notABackup(file);
      if (!header) {
        header = (said ?? {}) as BackupHeader;
        if (header.squirrel !== 'hub') throw notABackup(file);
        if (!(Number(header.schema) <= HUB_SCHEMA))
          throw new Problem(
            `${file} was written by a newer hub (schema ${header.schema}).`,
            'Update Squirrel. Nothing was changed.',
          );
        continue;
      }
      const [table, row] = said as [string, Row];
      if (table === 'end') {
        end = row as never;
        continue;
      }
      if (!HUB_TABLES.includes(table)) throw notABackup(file);
      if (waiting.table !== table || waiting.rows.length === ROWS_AT_ONCE) {
        await flush();
        waiting = { table, rows: [] };
      }
      waiting.rows.push(row);
    }
    await flush();
    if (!end)
      throw new Problem(
        `${file} is incomplete: its end is missing.`,
        'Use another backup. Nothing was changed.',
      );
    return end;
  });
}

async function emptied(query: Query, replace: boolean): Promise<void> {
  const [{ n } = { n: 0 }] = await query<{ n: number }>('select count(*)::int as n from hub.org');
  if (n > 0 && !replace)
    throw new Problem(
      'The hub is not empty.',
      'Pass --replace to give up what it has. Nothing was changed.',
      'usage',
    );
  for (const table of HUB_TABLES) await query(`delete from hub.${table}`);
}

/** Columns that the file does not have get their defaults. */
async function insertRows(query: Query, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0]!);
  if (!columns.every((name) => /^[a-z_]+$/.test(name)))
    throw new Problem(`Unknown columns in table ${table}.`);
  const list = columns.join(', ');
  await query(
    `insert into hub.${table} (${list}) select ${list} from json_populate_recordset(null::hub.${table}, $1::json)`,
    [JSON.stringify(rows)],
  );
}

/** A file that was cut off, or never was one, ends in an error. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    const unpacked = pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8');
    for await (const piece of unpacked) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Problem(`There is no file ${file}.`, 'Nothing was changed.', 'not_found');
    throw notABackup(file, error);
  }
}

const notABackup = (file: string, cause?: unknown): Problem =>
  new Problem(`${file} is not a whole backup of a hub.`, 'Nothing was changed.', 'invalid', cause);
