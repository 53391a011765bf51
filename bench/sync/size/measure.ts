import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HubDb, openPostgres } from '@sqrl/hub/db.ts';
import { type TestHub, testHub } from '@sqrl/hub/testing/device.ts';
import { childrenOf } from '../hub/served.ts';

/** What one request costs. */
export interface RequestCost {
  statements: number;
  /** Milliseconds of CPU: the hub's process, devices of the benchmark included, and the server's. */
  hubCpuMs: number;
  serverCpuMs: number;
  /** Pages of 8 KB that the server looked at, in its cache or not. */
  pages: number;
  walBytes: number;
  replyBytes: number;
}

/** Sends requests to a hub, and says how many bytes came back. */
type Requests = (hub: TestHub, i: number) => Promise<number>;

const TICK_MS = 10;
const ROUNDS = { few: 20, many: 170 };

/**
 * Measures a request on connections of its own: CPU and pages of a server process are known when it has ended. What starting
 * it costs is in both of two runs of different length, and so not in their difference.
 */
export async function costOf(
  url: string,
  { send, now, afterCheckpoint = false }: { send: Requests; now: number; afterCheckpoint?: boolean },
): Promise<RequestCost> {
  let sent = 0;
  const run = async (rounds: number): Promise<RequestCost> => {
    const admin = await openPostgres(url, () => {});
    const counted = { statements: 0 };
    let replyBytes = 0;
    if (afterCheckpoint) await outside(admin, 'checkpoint');
    const before = await totals(admin);
    const db = counting(await openPostgres(url, () => {}), counted);
    const hub = testHub(db);
    const began = process.cpuUsage();
    for (let i = 0; i < rounds; i++) {
      // The hub notes once a minute that a device was seen.
      hub.clock.now = now + sent * 61_000;
      replyBytes += await send(hub, sent++);
    }
    const { user, system } = process.cpuUsage(began);
    await db.close();
    const after = await totals(admin);
    await admin.close();
    return {
      ...{ statements: counted.statements, hubCpuMs: (user + system) / 1000, replyBytes },
      serverCpuMs: after.cpuMs - before.cpuMs,
      pages: after.pages - before.pages,
      walBytes: after.wal - before.wal,
    };
  };
  const few = await run(ROUNDS.few);
  const many = await run(ROUNDS.many);
  const per = (name: keyof RequestCost) => (many[name] - few[name]) / (ROUNDS.many - ROUNDS.few);
  return {
    statements: per('statements'),
    hubCpuMs: per('hubCpuMs'),
    serverCpuMs: per('serverCpuMs'),
    pages: per('pages'),
    walBytes: per('walBytes'),
    replyBytes: per('replyBytes'),
  };
}

/** Begin, role, organization and commit are statements, too. */
const counting = (db: HubDb, counted: { statements: number }): HubDb => ({
  ...db,
  asHub: (work, org) =>
    db.asHub((query) => {
      counted.statements += org === undefined ? 3 : 4;
      return work((sql, values) => {
        counted.statements++;
        return query(sql, values);
      });
    }, org),
});

/** Counters of the server, once the processes of closed connections have ended and their CPU is counted. */
async function totals(admin: HubDb): Promise<{ cpuMs: number; pages: number; wal: number }> {
  for (;;) {
    const [{ clients, pids, folder: data } = { clients: 0, pids: [], folder: '' }] = await admin.asOperator(
      (query) =>
        query<{ clients: number; pids: number[]; folder: string }>(
          `select count(*) filter (where backend_type = 'client backend' and pid <> pg_backend_pid())::int as clients,
                  array_agg(pid) as pids, current_setting('data_directory') as folder from pg_stat_activity`,
        ),
    );
    // A process that has left the list may not be buried yet: its CPU would be counted with the next requests.
    if (clients === 0 && childrenOf(serverIn(data)).every((pid) => pids.includes(pid))) break;
    await sleep(20);
  }
  const [found] = await admin.asOperator((query) =>
    query<{ pages: number; wal: number; folder: string }>(
      `select blks_hit + blks_read as pages, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as wal,
              current_setting('data_directory') as folder
         from pg_stat_database where datname = current_database()`,
    ),
  );
  const { pages, wal, folder } = found!;
  return { pages, wal, cpuMs: cpuOfEnded(folder) };
}

const serverIn = (folder: string): number =>
  Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** CPU of all processes of the server that have ended, in milliseconds. */
function cpuOfEnded(folder: string): number {
  const fields = readFileSync(`/proc/${serverIn(folder)}/stat`, 'utf8')
    .split(') ')[1]!
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** A statement that does not run inside a transaction. */
export const outside = (db: HubDb, sql: string): Promise<void> =>
  db.asOperator(async (query) => {
    await query('commit');
    await query(sql);
    await query('begin');
  });

/** What a table takes on the disk. */
export interface TableSize {
  table: string;
  rows: number;
  /** Bytes per row: the row itself, and each index of the table. */
  row: number;
  indexes: Record<string, number>;
}

export async function tableSizes(db: HubDb, tables: readonly string[]): Promise<TableSize[]> {
  return db.asOperator(async (query) => {
    const sizes: TableSize[] = [];
    for (const table of tables) {
      const [{ rows } = { rows: 0 }] = await query<{ rows: number }>(
        `select count(*)::int as rows from hub.${table}`,
      );
      if (rows === 0) continue;
      const [{ bytes } = { bytes: 0 }] = await query<{ bytes: number }>(
        `select pg_table_size('hub.${table}')::bigint as bytes`,
      );
      const indexes = await query<{ name: string; bytes: number }>(
        `select c.relname as name, pg_relation_size(c.oid)::bigint as bytes from pg_index i
           join pg_class c on c.oid = i.indexrelid where i.indrelid = 'hub.${table}'::regclass order by 1`,
      );
      sizes.push({
        ...{ table, rows, row: Math.round(bytes / rows) },
        indexes: Object.fromEntries(indexes.map(({ name, bytes }) => [name, Math.round(bytes / rows)])),
      });
    }
    return sizes;
  });
}
