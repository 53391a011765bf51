import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';
import { type DbAddresses, type HubDb, openPglite, openPostgres } from './db.ts';
import { migrateHub } from './schema.ts';

export interface HubPlace {
  /** For the embedded database, backups and the socket; absolute. */
  folder: string;
  /** The address of a PostgreSQL; undefined for the embedded database. */
  database: string | undefined;
  addresses?: DbAddresses | undefined;
}

export async function openHubDb(
  { folder, database, addresses }: HubPlace,
  log: (line: string) => void,
): Promise<HubDb> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const db =
    database === undefined
      ? await openPglite(join(folder, 'pglite'))
      : await openPostgres(database, log, addresses);
  try {
    await migrateHub(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

export function fileAt(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Problem(`Could not read ${path}: ${(error as Error).message}.`, '', 'usage', error);
  }
}
