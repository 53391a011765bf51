import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@sqrl/base/problem.ts';
import type { Pool } from 'pg';

/** Runs one statement; values are `$1`, `$2`… Whole numbers of 64 bits come as numbers. */
export type Query = <Row = Record<string, unknown>>(
  sql: string,
  values?: readonly unknown[],
) => Promise<Row[]>;

/** The database of a hub, whichever engine runs it. Every transaction is the only user of its connection. */
export interface HubDb {
  engine: 'PGlite' | 'PostgreSQL';
  /** A transaction of the role that row security binds. It sees an organization that is named; without, nothing before `actAs`. */
  asHub<T>(work: (query: Query) => Promise<T>, org?: string): Promise<T>;
  asOperator<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** A transaction that only reads, and may see what was true a moment ago; left out where there is no replica. */
  asReader?: HubDb['asHub'];
  /** Words between processes that serve one database; left out where there is only one. */
  words?: HubWords;
  gauges?(): Record<string, number>;
  close(): Promise<void>;
}

interface HubWords {
  send(orgs: readonly string[]): Promise<void>;
  /** Hears what other processes send until the signal aborts; undefined after a pause, in which words may have been missed. */
  listen(hear: (orgs: readonly string[] | undefined) => void, signal: AbortSignal): Promise<void>;
}

/** The role that answers requests; `schema.ts` says what it may. */
export const HUB_ROLE = 'sqrl_hub';

/** A request waits for its turn this long. */
const WAIT_MS = 10_000;
/** And for each answer of a PostgreSQL: one that is gone without a word would hold a connection for a quarter of an hour. */
const ANSWER_MS = 30_000;

/** Opens the embedded engine; `folder` undefined keeps everything in memory. One process at a time, see `hold-folder.ts`. */
export async function openPglite(folder: string | undefined): Promise<HubDb> {
  const { PGlite } = await import('@electric-sql/pglite');
  const db = await PGlite.create(folder === undefined ? {} : { dataDir: folder });
  const begin = <T>(settings: string, work: (query: Query) => Promise<T>): Promise<T> => {
    const late = AbortSignal.timeout(WAIT_MS);
    return db.transaction(async (tx) => {
      // The engine works in this thread: without it, no timer and no socket would have a turn while transactions wait.
      await new Promise(setImmediate);
      if (late.aborted)
        throw new Problem('The database was busy for too long.', 'A PostgreSQL bears more.', 'store');
      const query: Query = async (sql, values) =>
        (await tx.query(sql, values && [...values])).rows as never[];
      // Without values: one message to the engine, not five.
      if (settings !== '') await tx.exec(settings);
      return work(query);
    });
  };
  return {
    engine: 'PGlite',
    asHub: (work, org) => begin(settingsOf(org), work),
    asOperator: (work) => begin('', work),
    close: () => db.close(),
  };
}

/** Other addresses of the same PostgreSQL. */
export interface DbAddresses {
  /** Past a pooler of transactions, which passes on neither LISTEN nor settings of a session. */
  direct?: string | undefined;
  replica?: string | undefined;
}

export async function openPostgres(
  url: string,
  log: (line: string) => void,
  { direct = url, replica }: DbAddresses = {},
  { turnMs = WAIT_MS, answerMs = ANSWER_MS } = {},
): Promise<HubDb> {
  const reader = replica === undefined ? undefined : await openPostgres(replica, log);
  const { default: pg } = await import('pg');
  const getTypeParser = ((oid: number, format: never) =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as never;
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: turnMs,
    types: { getTypeParser },
  });
  bearBreaks(pool, log);
  const begin = async <T>(settings: string, work: (query: Query) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: Error) => {
      // So the pool says that all its connections were in use.
      const isBusy = error.message.startsWith('timeout exceeded');
      throw new Problem(
        isBusy
          ? 'The database was busy for too long.'
          : `Could not connect to the database: ${error.message}.`,
        'Check the address, and that PostgreSQL runs.',
        'store',
        error,
      );
    });
    let broken: Error | undefined;
    // What an operator does may take long.
    const options = settings !== '' && { query_timeout: answerMs };
    const query: Query = async (text, values) =>
      (await client.query({ text, values: values && [...values], ...options })).rows as never[];
    try {
      await query(`begin; ${settings}`);
      const result = await work(query);
      await query('commit');
      return result;
    } catch (error) {
      await query('rollback').catch((trouble) => (broken = trouble));
      if (!broken) throw error;
      throw new Problem(`The database connection broke: ${(error as Error).message}.`, '', 'store', error);
    } finally {
      client.release(broken);
    }
  };
  return {
    engine: 'PostgreSQL',
    asHub: (work, org) => begin(settingsOf(org), work),
    asOperator: (work) => begin('', work),
    ...(reader && { asReader: reader.asHub }),
    words: wordsOf(pg, pool, { url: direct, log }),
    gauges: () => ({
      hub_database_connections: pool.totalCount,
      hub_database_idle_connections: pool.idleCount,
      hub_database_waiting_requests: pool.waitingCount,
    }),
    close: async () => void (await Promise.all([pool.end(), reader?.close()])),
  };
}

/** A connection that breaks ends no process: the pool opens another, and a query that it was in fails. */
export function bearBreaks(pool: Pool, log: (line: string) => void): void {
  // Of one that rests; the pool does not listen to one that is in use.
  pool.on('error', (error) => log(`database connection lost: ${error.message}`));
  pool.on('connect', (client) => client.on('error', () => {}));
}

const CHANNEL = 'sqrl_hub';
/** A word has at most 8,000 bytes. */
const MAX_ORGS = 300;
const RETRY_MS = 5000;

/** NOTIFY and LISTEN, the latter over a connection of its own: behind a pooler of transactions it hears nothing. */
function wordsOf(
  pg: typeof import('pg').default,
  pool: Pool,
  { url, log }: { url: string; log: (line: string) => void },
): HubWords {
  const own = randomUUID();
  return {
    async send(orgs) {
      for (let i = 0; i < orgs.length; i += MAX_ORGS) {
        const word = JSON.stringify([own, ...orgs.slice(i, i + MAX_ORGS)]);
        await pool.query('select pg_notify($1, $2)', [CHANNEL, word]);
      }
    },
    async listen(hear, signal) {
      while (!signal.aborted) {
        const client = new pg.Client({ connectionString: url, keepAlive: true });
        const ended = new Promise<void>((resolve) => {
          client.on('error', () => resolve()).once('end', () => resolve());
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        client.on('notification', ({ payload = '[]' }) => {
          const [from, ...orgs] = JSON.parse(payload) as string[];
          if (from !== own) hear(orgs);
        });
        try {
          await client.connect();
          await client.query(`listen ${CHANNEL}`);
          hear(undefined);
          await ended;
        } catch (error) {
          log(`news of other processes are late: ${(error as Error).message}`);
        }
        await client.end().catch(() => {});
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    },
  };
}

/** One message to the server, which takes no values with several statements: the organization stands in them. */
function settingsOf(org: string | undefined): string {
  if (org === undefined) return `set local role ${HUB_ROLE}`;
  if (!/^[0-9a-f]{16}$/.test(org)) throw new Error('not the id of an organization');
  return `set local role ${HUB_ROLE}; set local app.org = '${org}'`;
}
