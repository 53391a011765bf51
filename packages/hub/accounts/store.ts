import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { bearBreaks, type HubDb, type Query } from '../db.ts';

/** The tables of accounts: in a schema of their own, which the role that serves memories cannot read, nor this one those. */
export interface AccountStore {
  pool: Pool;
  query: Query;
  close(): Promise<void>;
}

const ACCOUNTS_ROLE = 'sqrl_accounts';
const ACCOUNTS_SCHEMA = 'accounts';

export async function openAccountStore(
  db: HubDb,
  url: string,
  log: (line: string) => void,
): Promise<AccountStore> {
  await db.asOperator(async (query) => {
    // One hub at a time: two that start at once would both make them.
    await query('select n from hub.version for update');
    await query(`do $$ begin
      if not exists (select from pg_catalog.pg_roles where rolname = '${ACCOUNTS_ROLE}') then
        create role ${ACCOUNTS_ROLE} nologin;
      end if;
    end $$`);
    await query(`grant ${ACCOUNTS_ROLE} to current_user`);
    await query(`create schema if not exists ${ACCOUNTS_SCHEMA} authorization ${ACCOUNTS_ROLE}`);
  });
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: 5,
    connectionTimeoutMillis: 10_000,
    onConnect: async (client) => {
      await client.query(`set role ${ACCOUNTS_ROLE}; set search_path = ${ACCOUNTS_SCHEMA}`);
    },
  });
  bearBreaks(pool, log);
  const query: Query = async (sql, values) => (await pool.query(sql, values && [...values])).rows as never[];
  return { pool, query, close: () => pool.end() };
}

/** Signs cookies. Next to the database and not in it: a copy of the database alone opens no session. */
export function accountSecret(folder: string): string {
  const file = join(folder, 'accounts.secret');
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
