import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HubDb, openPostgres } from '../db.ts';
import { type HubPlace, openHubDb } from '../open.ts';
import { HUB_TABLES, migrateHub } from '../schema.ts';

/** A database engine that the tests of the hub run on. */
export interface TestEngine {
  name: string;
  /** An empty hub. */
  open(): Promise<HubDb>;
  /** Where `sqrl-hub serve` finds an empty hub. */
  place(): Promise<HubPlace>;
  /** Steps of a random run that take a few seconds. */
  steps: number;
  close(): Promise<void>;
}

/**
 * Both engines. Where no PostgreSQL can be started, CI (SQRL_TEST_POSTGRES=1) fails and others are told loudly. Further
 * settings of the server win over those that make it quick.
 */
export function testEngines(env: NodeJS.ProcessEnv, settings: readonly string[] = []): TestEngine[] {
  const bin = postgresPrograms();
  if (bin) return [pglite(), postgres(bin, settings)];
  const why =
    'No PostgreSQL server is installed: the hub is tested on PGlite only. Run `apt-get install postgresql`.';
  if (env.SQRL_TEST_POSTGRES) throw new Error(why);
  console.warn(`\n!!! ${why}\n`);
  return [pglite()];
}

function pglite(): TestEngine {
  let folder: string | undefined;
  let empty: HubDb | undefined;
  return {
    name: 'PGlite',
    steps: 80,
    // Making a database takes seconds, so that one is emptied for the next test, and copied for a process of its own.
    async open() {
      if (!empty) {
        const made = mkdtempSync(join(tmpdir(), 'sqrl-pglite-'));
        folder = made;
        const place = { folder: join(made, 'open'), database: undefined };
        await (await openHubDb(place, () => {})).close();
        cpSync(join(made, 'open'), join(made, 'seed'), { recursive: true });
        empty = await openHubDb(place, () => {});
      } else await emptyHub(empty);
      return { ...empty, close: async () => {} };
    },
    async place() {
      if (!folder) await this.open();
      const copy = mkdtempSync(join(folder!, 'place-'));
      cpSync(join(folder!, 'seed'), copy, { recursive: true });
      return { folder: copy, database: undefined };
    },
    async close() {
      await empty?.close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const emptyHub = (db: HubDb): Promise<void> =>
  db.asOperator(async (query) => {
    for (const table of HUB_TABLES) await query(`delete from hub.${table}`);
  });

function postgres(bin: string, settings: readonly string[]): TestEngine {
  let cluster: Promise<TestCluster> | undefined;
  let count = 0;
  const url = async () => {
    cluster ??= startCluster(bin, settings);
    const { url } = await cluster;
    const name = `hub${++count}`;
    const admin = await openPostgres(url('postgres'), () => {});
    await admin.asOperator(async (query) => {
      // A database is not made inside a transaction.
      await query('commit');
      await query(`create database ${name}`);
      await query('begin');
    });
    await admin.close();
    return url(name);
  };
  return {
    name: 'PostgreSQL',
    steps: 200,
    place: async () => ({ folder: mkdtempSync(join(tmpdir(), 'sqrl-hub-')), database: await url() }),
    async open() {
      const db = await openPostgres(await url(), () => {});
      await migrateHub(db);
      return db;
    },
    close: async () => (await cluster)?.stop(),
  };
}

/** A PostgreSQL server of the test. */
export interface TestCluster {
  url(database: string): string;
  /** Another server that follows this one. */
  replica(): Promise<TestCluster>;
  /** pgbouncer in transaction mode with so many connections; undefined where it is not installed. */
  pooler(size: number): Promise<TestPooler | undefined>;
  stop(): Promise<void>;
}

/** A pooler in front of a server. */
export interface TestPooler {
  url(database: string): string;
  stop(): Promise<void>;
}

/** A PostgreSQL of its own; undefined where none is installed. */
export function testCluster(settings: readonly string[] = []): Promise<TestCluster> | undefined {
  const bin = postgresPrograms();
  return bin === undefined ? undefined : startCluster(bin, settings);
}

/** A PostgreSQL of its own in a temporary folder, reached by a socket there. As root it runs as the user of the package. */
async function startCluster(
  bin: string,
  settings: readonly string[],
  follows?: string,
): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-pg-'));
  const user = process.getuid?.() === 0 ? userOf('postgres') : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
  const stdio = { stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'] };
  const [program, args] =
    follows === undefined
      ? ['initdb', ['-D', data, '-U', 'hub', '-A', 'trust', '-E', 'UTF8', '--no-sync']]
      : [
          'pg_basebackup',
          ['-D', data, '-h', follows, '-U', 'hub', '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
        ];
  execFileSync(join(bin, program as string), args as string[], { ...options, ...stdio });
  const quick = [
    'fsync=off',
    'full_page_writes=off',
    'listen_addresses=',
    'max_connections=40',
    'shared_buffers=32MB',
    ...settings,
  ];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-k', folder, ...quick.flatMap((one) => ['-c', one])],
    { ...options, ...stdio },
  );
  await ready(server, 'ready to accept');
  const urlAt = (host: string, port?: number) => (database: string) =>
    `postgres://hub@localhost${port === undefined ? '' : `:${port}`}/${database}?host=${encodeURIComponent(host)}`;
  return {
    url: urlAt(folder),
    replica: () => startCluster(bin, settings, folder),
    async pooler(size) {
      const found = ['/usr/sbin', ...(process.env.PATH ?? '').split(':')].find((path) =>
        existsSync(join(path, 'pgbouncer')),
      );
      if (found === undefined) return undefined;
      const file = join(folder, 'pgbouncer.ini');
      const lines = [
        `[databases]\n* = host=${folder} user=hub\n[pgbouncer]\nlisten_port = ${POOLER_PORT}\nlisten_addr =`,
        `unix_socket_dir = ${folder}\nauth_type = any\npool_mode = transaction\nmax_client_conn = 2000`,
        `default_pool_size = ${size}\n`,
      ];
      writeFileSync(file, lines.join('\n'));
      const pooler = spawn(join(found, 'pgbouncer'), [file], { ...options, ...stdio });
      await ready(pooler, 'process up');
      return { url: urlAt(folder, POOLER_PORT), stop: () => ended(pooler, 'SIGINT') };
    },
    async stop() {
      await ended(server, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The name of its socket; every server has a folder of its own. */
const POOLER_PORT = 6432;

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  return gone;
}

function ready(server: ChildProcess, word: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr!.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
      if (said.includes(word)) resolve();
    });
    server.once('exit', () => reject(new Error(`The server did not start: ${said}`)));
  });
}

const userOf = (name: string): { uid: number; gid: number } => ({
  uid: Number(execFileSync('id', ['-u', name], { encoding: 'utf8' })),
  gid: Number(execFileSync('id', ['-g', name], { encoding: 'utf8' })),
});

/** The folder with `initdb` and `postgres`; Debian keeps them off the PATH. */
function postgresPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))),
  );
}
