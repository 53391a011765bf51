import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveReply, PairReply, SyncReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import { seededRandom } from '@sqrl/base/statistics/random.ts';
import { type HubDb, openPostgres } from '@sqrl/hub/db.ts';
import { newsOf } from '@sqrl/hub/live.ts';
import { migrateHub } from '@sqrl/hub/schema.ts';
import { ask, type TestHub, testHub } from '@sqrl/hub/testing/device.ts';
import { type TestCluster, testCluster } from '@sqrl/hub/testing/engines.ts';
import type { Bench, Figures } from '../bench.ts';
import { type MadeOrg, makeOrg, sizesOf } from './size/made-orgs.ts';
import { outside } from './size/measure.ts';

const SETTINGS = ['wal_level=replica', 'hot_standby=on', 'max_connections=300', 'shared_buffers=128MB'];

/** Each has a pool of ten connections, as a process of its own would. */
const PROCESSES = 4;

interface Run {
  cluster: TestCluster;
  seconds: number;
  clients: number;
  print(line: string): void;
}

/** The hub past one machine: partitions by organization, a streaming replica, and pgbouncer in transaction mode. */
export const hubCluster: Bench = {
  summary:
    'The hub with partitions, a streaming replica and pgbouncer (--orgs 60, --partitions 16, --clients 200, --seconds 10)',
  async run({ print, flags }) {
    const starting = testCluster(SETTINGS);
    if (!starting) {
      print('hub-cluster: skipped, no PostgreSQL server is installed.');
      return undefined;
    }
    const number = (name: string, usual: number) => Number(flags[name] ?? usual);
    const cluster = await starting;
    const run: Run = { cluster, seconds: number('seconds', 10), clients: number('clients', 200), print };
    const ended: (() => Promise<void>)[] = [cluster.stop];
    try {
      const made: Record<string, MadeOrg[]> = {};
      for (const name of ['whole', 'parted']) {
        const admin = await openPostgres(cluster.url('postgres'), () => {});
        await outside(admin, `create database ${name}`);
        await admin.close();
        made[name] = await filled(
          run,
          name,
          name === 'parted' ? number('partitions', 16) : 0,
          number('orgs', 60),
        );
      }
      const replica = await cluster.replica();
      ended.unshift(replica.stop);
      const pooler = await cluster.pooler(20);
      if (pooler) ended.unshift(pooler.stop);
      const figures: Figures = { partitions: await prunings(run, made.parted![0]!) };
      print(`partitions: ${JSON.stringify(figures.partitions)}`);
      const ways: Record<string, [database: string, url: (database: string) => string, replica?: string]> = {
        'one table, direct': ['whole', cluster.url],
        'partitions, direct': ['parted', cluster.url],
        ...(pooler && {
          'partitions, pgbouncer': ['parted', pooler.url],
          'partitions, pgbouncer, replica': ['parted', pooler.url, replica.url('parted')],
        }),
      };
      for (const [name, [database, url, reads]] of Object.entries(ways)) {
        const addresses = { direct: cluster.url(database), replica: reads };
        const dbs: HubDb[] = [];
        for (let i = 0; i < PROCESSES; i++) dbs.push(await openPostgres(url(database), () => {}, addresses));
        figures[name] = await load(run, dbs, made[database]!);
        print(`${name}: ${JSON.stringify(figures[name])}`);
        await Promise.all(dbs.map((db) => db.close()));
      }
      figures.lag = await lag(run, replica, made.parted!);
      print(`replica: ${JSON.stringify(figures.lag)}`);
      figures.words = await words(run, pooler?.url ?? cluster.url, made.parted![0]!);
      print(`NOTIFY between two processes' pools: ${JSON.stringify(figures.words)}`);
      return figures;
    } finally {
      for (const stop of ended) await stop();
    }
  },
};

/** A database with made organizations, its growing tables hash-partitioned before anything was in them. */
async function filled(
  { cluster, print }: Run,
  name: string,
  parts: number,
  orgs: number,
): Promise<MadeOrg[]> {
  const db = await openPostgres(cluster.url(name), () => {});
  await migrateHub(db);
  if (parts > 0) await db.asOperator(async (query) => void (await query(partitionSql(parts))));
  const hub = testHub(db);
  const random = seededRandom(7);
  const made: MadeOrg[] = [];
  for (const [i, people] of sizesOf(orgs).entries())
    made.push(await makeOrg(hub, { name: `org${i}`, people, part: 0.1, random }));
  await outside(db, 'vacuum analyze');
  const [{ records } = { records: 0 }] = await db.asOperator((query) =>
    query<{ records: number }>('select count(*)::int as records from hub.record'),
  );
  print(`${name}: ${orgs} organizations, ${records} records${parts > 0 ? ` in ${parts} partitions` : ''}`);
  await db.close();
  return made;
}

/** What an operator runs, with another number of parts. */
const partitionSql = (parts: number): string =>
  readFileSync(new URL('../../examples/hub/partitions.sql', import.meta.url), 'utf8').replace(
    'parts int := 16',
    `parts int := ${parts}`,
  );

/** Parts that a statement of one organization looks at, as the planner says, and where the rows lie. */
async function prunings({ cluster }: Run, { people }: MadeOrg): Promise<object> {
  const db = await openPostgres(cluster.url('parted'), () => {});
  const { org, person } = people[0]!;
  const scanned = await db.asHub(async (query) => {
    await query(`select set_config('app.person', $1, true)`, [person.id]);
    const sql =
      'explain (analyze, format json) select state from hub.record where org = $1 and space = $2 and seq > 0';
    const [plan] = await query<{ 'QUERY PLAN': unknown }>(sql, [org.id, org.id]);
    return [...new Set(JSON.stringify(plan).match(/record_\d+(?=")/g))];
  }, org.id);
  const rows = await db.asOperator((query) =>
    query<{ n: number }>('select count(*)::int as n from hub.record group by tableoid order by 1'),
  );
  const direct = await db
    .asHub((query) => query(`select 1 from hub.${scanned[0]}`), org.id)
    .catch((error: Error) => error.message);
  await db.close();
  return { scanned, ofOneOrg: scanned.length, rowsPerPart: rows.map(({ n }) => n), aPartByItself: direct };
}

const keyed = (made: readonly MadeOrg[]): PairReply[] => made.flatMap(({ people }) => people);
const sync = (hub: TestHub, { key }: PairReply, spaces: object[] = []) =>
  ask<SyncReply>(hub, 'sync', { key, body: { protocol: 1, spaces, push: [] } });

/** So many devices ask in turns, half whether anything moved and half for all they may read. Every reply is held against its organization. */
async function load(
  { cluster, seconds, clients }: Run,
  dbs: readonly HubDb[],
  made: readonly MadeOrg[],
): Promise<object> {
  const hubs = dbs.map((db) => testHub(db));
  const all = keyed(made);
  const live = new Map<string, string>();
  for (const who of all) live.set(who.key, (await sync(hubs[0]!, who)).body.live);
  const spacesOf = new Map(all.map(({ key, spaces }) => [key, new Set(spaces.map(({ id }) => id))]));
  const times = { live: [] as number[], pull: [] as number[] };
  const failures: string[] = [];
  let foreign = 0;
  const until = Date.now() + seconds * 1000;
  let most = 0;
  const watch = (async () => {
    const admin = await openPostgres(cluster.url('postgres'), () => {});
    while (Date.now() < until) {
      const sql = `select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and usename = 'hub'`;
      const [row] = await admin.asOperator((query) => query<{ n: number }>(sql));
      most = Math.max(most, row!.n);
      await sleep(200);
    }
    await admin.close();
  })();
  const work = Array.from({ length: clients }, async (_, i) => {
    const gone = AbortSignal.abort();
    for (let n = i; Date.now() < until; n += clients) {
      const who = all[n % all.length]!;
      const hub = hubs[(n >> 1) % PROCESSES]!;
      const kind = n % 2 === 0 ? 'live' : 'pull';
      const began = performance.now();
      try {
        if (kind === 'live') {
          const headers = { authorization: `Bearer ${who.key}` };
          const asked = `/v1/live?after=${live.get(who.key)}`;
          await (await hub.app.request(asked, { headers, signal: gone })).text();
        } else {
          const { body } = await sync(
            hub,
            who,
            who.spaces.map(({ id }) => ({ id, after: 0, mark: '' })),
          );
          const own = spacesOf.get(who.key)!;
          foreign += body.spaces.filter(({ id, records }) => !own.has(id) && records.length > 0).length;
        }
        times[kind].push(performance.now() - began);
      } catch (error) {
        failures.push((error as Error).message);
      }
    }
  });
  await Promise.all([...work, watch]);
  const bare = await dbs[0]!.asHub((query) => query('select 1 from hub.record limit 1'));
  const p95 = (list: number[]) => Math.round(list.sort((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? 0);
  return {
    ...{ clients, seconds, requestsPerSecond: Math.round((times.live.length + times.pull.length) / seconds) },
    ...{ liveP95Ms: p95(times.live), pullP95Ms: p95(times.pull), failures: failures.length },
    ...{ backendsAtMost: most, foreignSpaces: foreign, rowsWithoutOrganization: bare.length },
  };
}

/** How long after a push the replica has it, and that it takes no writes. */
async function lag({ cluster }: Run, replica: TestCluster, made: readonly MadeOrg[]): Promise<object> {
  const [primary, follower] = [
    await openPostgres(cluster.url('parted'), () => {}),
    await openPostgres(replica.url('parted'), () => {}),
  ];
  const hub = testHub(primary);
  const times: number[] = [];
  for (let i = 0; i < 30; i++) {
    const { key, org } = made[i % made.length]!.people[0]!;
    const name = `lag ${i}`;
    await ask(hub, 'spaces', { key, body: { kind: 'team', name } });
    const began = performance.now();
    const there = () =>
      follower.asOperator((query) =>
        query('select 1 from hub.space where org = $1 and name = $2', [org.id, name]),
      );
    while ((await there()).length === 0) await sleep(1);
    times.push(performance.now() - began);
  }
  const [{ state } = { state: '' }] = await primary.asOperator((query) =>
    query<{ state: string }>('select state from pg_stat_replication'),
  );
  const write = await follower
    .asOperator((query) => query('delete from hub.record'))
    .catch((error: Error) => error.message);
  await Promise.all([primary.close(), follower.close()]);
  times.sort((a, b) => a - b);
  return { state, lagP50Ms: Math.round(times[15]!), lagMaxMs: Math.round(times.at(-1)!), write };
}

/** How long a device that waits at one process takes to hear of a change at another. */
async function words(
  { cluster }: Run,
  url: (database: string) => string,
  { people }: MadeOrg,
): Promise<object> {
  const addresses = { direct: cluster.url('parted') };
  const [one, two] = [
    await openPostgres(url('parted'), () => {}, addresses),
    await openPostgres(url('parted'), () => {}, addresses),
  ];
  const news = newsOf(one.words!.send);
  const [here, there] = [testHub(one, { news }), testHub(two, { news: newsOf(two.words!.send) })];
  const stop = new AbortController();
  const listening = one.words!.listen((orgs) => news.hear(orgs), stop.signal);
  const { key } = people[0]!;
  const times: number[] = [];
  await sleep(500);
  for (let i = 0; i < 20; i++) {
    const { live } = (await sync(here, people[0]!)).body;
    const waiting = ask<LiveReply>(here, `live?after=${live}`, { key });
    while (news.waiting() === 0) await sleep(1);
    const began = performance.now();
    await ask(there, 'spaces', { key, body: { kind: 'team', name: `word ${i}` } });
    if (!(await waiting).body.moved) throw new Error('not told');
    times.push(performance.now() - began);
  }
  stop.abort();
  await listening;
  await Promise.all([one.close(), two.close()]);
  times.sort((a, b) => a - b);
  return { heardP50Ms: Math.round(times[10]!), heardMaxMs: Math.round(times.at(-1)!), changes: times.length };
}
