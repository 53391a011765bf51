import type { HubSpace, LiveReply, SyncReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { MAX_UNDER_WAY } from './app.ts';
import { type HubDb, openPglite, openPostgres } from './db.ts';
import { newsOf } from './live.ts';
import { openHubDb } from './open.ts';
import { HUB_SCHEMA, migrateHub } from './schema.ts';
import { ask, paired, sealedAs, testHub } from './testing/device.ts';
import { testEngines } from './testing/engines.ts';
import type { AnsweredRequest } from './watch.ts';

const engines = testEngines(process.env);
const NOTHING_NEW = { protocol: 1, spaces: [], push: [] };
const NEVER = new AbortController().signal;

/** Puts signals of the test in the place of time limits, in the order in which they are begun; the last for all others. */
function limitsOf(...signals: readonly AbortSignal[]) {
  let begun = 0;
  const limits = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(() => signals[Math.min(begun++, signals.length - 1)]!);
  onTestFinished(() => limits.mockRestore());
  return limits;
}

afterAll(async () => {
  for (const engine of engines) await engine.close();
});

test.each(engines)(
  'a hub on $name says whether it lives, can answer, and what it has answered',
  async (engine) => {
    const db = await engine.open();
    const seen: AnsweredRequest[] = [];
    const hub = testHub(db, {
      onRequest: (request) => void seen.push(request),
      mayWatch: (headers) => headers.has('x-ops'),
    });
    const get = async (path: string, headers = {}) => {
      const reply = await hub.app.request(path, { headers });
      return [reply.status, await reply.text()] as const;
    };
    expect(await get('/healthz')).toEqual([200, 'ok\n']);
    expect(await get('/readyz')).toEqual([200, 'ok\n']);
    const ann = await paired(hub, { org: 'acme', person: 'Ann' });
    await ask(hub, `members?space=${ann.org.id}`, { key: ann.key });
    await ask(hub, 'devices', { key: 'wrong' });
    await get('/some/where');
    // No name, no text, no key and no query; the ids of who asked where the key was right.
    expect(seen.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
      ...[
        'GET /healthz 200',
        'GET /readyz 200',
        'POST /v1/pair 200',
        'GET /v1/members 200',
        'GET /v1/devices 401',
      ],
      'GET other 404',
    ]);
    expect(seen[3]).toMatchObject({
      address: 'here',
      org: ann.org.id,
      device: ann.device,
      ms: expect.any(Number),
    });
    expect(seen[4]).not.toHaveProperty('org');
    expect(JSON.stringify(seen)).not.toContain(ann.key);
    // Not for everybody.
    expect((await get('/metrics'))[0]).toBe(404);
    const [status, text] = await get('/metrics', { 'x-ops': '1' });
    expect(status).toBe(200);
    for (const line of [
      'hub_requests_total{method="GET",route="/v1/members",status="200"} 1',
      'hub_requests_total{method="other",route="other",status="404"} 1',
      'hub_request_duration_seconds_count{route="/v1/pair"} 1',
      'hub_request_duration_seconds_bucket{route="/v1/pair",le="+Inf"} 1',
      'hub_waiting_devices 0',
    ])
      expect(text.split('\n')).toContain(line);
    // Every line is a comment, or a name with labels and a number.
    expect(
      text.split('\n').filter((line) => !/^$|^# TYPE \w+ \w+$|^\w+(\{[^}]+\})? [\d.e+-]+$/.test(line)),
    ).toEqual([]);
    expect(/hub_database_connections/.test(text)).toBe(engine.name === 'PostgreSQL');
    await db.close();
  },
);

test('a hub without its database is alive, not ready, and says so without a stack', async () => {
  const down = () => Promise.reject(new Problem('Could not connect to the database: timeout.', '', 'store'));
  const hub = testHub({ engine: 'PostgreSQL', asHub: down, asOperator: down, close: async () => {} });
  const status = async (path: string, init = {}) => (await hub.app.request(path, init)).status;
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
  const headers = { authorization: `Bearer sqrl_${'0'.repeat(16)}_${'A'.repeat(43)}` };
  expect(await status('/v1/sync', { method: 'POST', headers, body: '{}' })).toBe(503);
  expect(hub.log).toEqual(['request failed: Could not connect to the database: timeout.']);
  for (let i = 0; i < 40; i++) await status('/v1/sync', { method: 'POST', headers, body: '{}' });
  expect(hub.log).toHaveLength(10);
  hub.clock.now += 60_000;
  await status('/v1/sync', { method: 'POST', headers, body: '{}' });
  expect(hub.log).toHaveLength(11);
});

test.each(engines)('a hub on $name with too much to do says so, lives, and answers again', async (engine) => {
  const db = await engine.open();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let asked = 0;
  let turn: Promise<unknown> = held;
  // One after the other, so that none waits too long for the database.
  const asHub: HubDb['asHub'] = (work, org) => {
    asked++;
    const done = turn.then(() => db.asHub(work, org));
    turn = done.catch(() => {});
    return done;
  };
  const free = testHub(db);
  const ann = await paired(free, { org: 'acme', person: 'Ann' });
  const { live } = (await ask<SyncReply>(free, 'sync', { key: ann.key, body: NOTHING_NEW })).body;
  const hub = testHub({ ...db, asHub });
  const headers = { authorization: `Bearer ${ann.key}` };
  const get = (path: string) => hub.app.request(path, { headers });
  const post = (body: string) => hub.app.request('/v1/sync', { method: 'POST', headers, body });
  const waits = get(`/v1/live?after=${live}x`);
  const share = Array.from({ length: MAX_UNDER_WAY }, (_, i) =>
    i % 2 === 0 ? get('/v1/devices') : post(JSON.stringify(NOTHING_NEW)),
  );
  // Bodies are read first.
  while (asked < MAX_UNDER_WAY + 1) await new Promise(setImmediate);
  const beyond = [get('/v1/devices'), post('{}'), post('x'.repeat(100_000))];
  for (const reply of await Promise.all(beyond)) {
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await reply.json()).toMatchObject({ code: 'busy', hint: 'Try again.' });
  }
  expect(asked).toBe(MAX_UNDER_WAY + 1);
  expect((await get('/healthz')).status).toBe(200);
  expect(await (await get('/metrics')).text()).toContain(`\nhub_requests_under_way ${MAX_UNDER_WAY}\n`);
  release();
  expect(new Set((await Promise.all([waits, ...share])).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await get('/v1/devices')).status).toBe(200);
  // Many refusals are not many lines.
  expect(hub.log).toEqual([]);
  await db.close();
});

test.each(engines)(
  'a database from before 0.1.0, or of a newer version, is refused on $name and left alone',
  async (engine) => {
    const db = await engine.open();
    const set = (n: number) => db.asOperator((query) => query('update hub.version set n = $1', [n]));
    for (const [version, said] of [
      [100, 'from before 0.1.0'],
      [1, 'from before 0.1.0'],
      [9999, 'schema 9999'],
    ] as const) {
      await set(version);
      await expect(migrateHub(db)).rejects.toThrow(said);
      expect(await db.asOperator((query) => query('select n from hub.version'))).toEqual([{ n: version }]);
    }
    await set(HUB_SCHEMA);
    await migrateHub(db);
    await db.close();
  },
);

test.each(engines)(
  'every key of a table on $name begins with the organization, as a distribution by it needs',
  async (engine) => {
    const db = await engine.open();
    const keys = await db.asOperator((query) =>
      query<{ name: string; first: string; unique: boolean }>(
        `select t.relname as name, a.attname as first, i.indisunique as unique
           from pg_index i join pg_class t on t.oid = i.indrelid
           join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
          where t.relnamespace = 'hub'::regnamespace and t.relname <> 'version'`,
      ),
    );
    const without = keys.filter(({ first }) => first !== 'org').map(({ name, first }) => `${name} ${first}`);
    // Found before an organization is known: by a code, and by an account.
    expect(without.sort()).toEqual(['account user_id', 'invite code_hash', 'org id', 'record words']);
    expect(keys.filter(({ unique, first }) => unique && first !== 'org').map(({ name }) => name)).toEqual([
      'org',
    ]);
    const other = await db.asOperator((query) =>
      query(`select 1 from pg_constraint where connamespace = 'hub'::regnamespace and contype = 'f'
        union all select 1 from pg_sequences where schemaname = 'hub'
        union all select 1 from pg_trigger where not tgisinternal`),
    );
    expect(other).toEqual([]);
    await db.close();
  },
);

test('an embedded database that has too much to do lets requests go, and answers again', async () => {
  const db = await openPglite(undefined);
  const late = new AbortController();
  const limits = limitsOf(NEVER, late.signal, NEVER);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const busy = db.asOperator(() => held);
  const waiting = expect(db.asOperator((query) => query('select 1'))).rejects.toThrow('busy for too long');
  late.abort();
  release();
  await Promise.all([busy, waiting]);
  expect(await db.asOperator((query) => query('select 1 as n'))).toEqual([{ n: 1 }]);
  expect(limits.mock.calls).toEqual(Array(3).fill([10_000]));
  await db.close();
});

test.skipIf(engines.length < 2)(
  'a PostgreSQL that has too much to do lets requests go, and answers again',
  async () => {
    const { database } = await engines.at(-1)!.place();
    const db = await openPostgres(database!, () => {}, {}, { turnMs: 5000 });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const busy = Array.from({ length: 10 }, () => db.asOperator(() => held));
    await expect(db.asOperator((query) => query('select 1'))).rejects.toThrow('busy for too long');
    release();
    await Promise.all(busy);
    expect(await db.asOperator((query) => query('select 1 as n'))).toEqual([{ n: 1 }]);
    await db.close();
  },
);

test('an embedded database that many wait for leaves turns to timers and sockets', async () => {
  const db = await openPglite(undefined);
  let left = 200;
  const all = Array.from({ length: left }, () =>
    db.asOperator((query) => query('select 1')).finally(() => left--),
  );
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(left).toBeGreaterThan(0);
  await Promise.all(all);
  await db.close();
});

test.skipIf(engines.length < 2)(
  'a hub lives when its PostgreSQL ends connections that are in use',
  async () => {
    const db = await engines.at(-1)!.open();
    const endAll = () =>
      db.asOperator((query) =>
        query(
          `select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
        ),
      );
    const asHub: HubDb['asHub'] = (work, org) =>
      db.asHub(async (query) => {
        await endAll();
        return work(query);
      }, org);
    const ann = await paired(testHub(db), { org: 'acme', person: 'Ann' });
    const hub = testHub({ ...db, asHub });
    const headers = { authorization: `Bearer ${ann.key}` };
    const reply = await hub.app.request('/v1/devices', { headers });
    expect([reply.status, await reply.json()]).toEqual([503, expect.objectContaining({ code: 'busy' })]);
    expect(hub.log).toEqual([expect.stringMatching(/^request failed: The database connection broke: .+\.$/)]);
    expect((await testHub(db).app.request('/v1/devices', { headers })).status).toBe(200);
    await db.close();
  },
);

test.skipIf(engines.length < 2)('pushes that wait for one space leave the database to others', async () => {
  const db = await engines.at(-1)!.open();
  const hub = testHub(db);
  const { key, person } = await paired(hub, { org: 'acme', person: 'Ann' });
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const locking = db.asOperator(async (query) => {
    await query('select 1 from hub.space where id = $1 for update', [person.id]);
    locked.resolve();
    await over.promise;
  });
  await locked.promise;
  const ids = Array.from({ length: 30 }, (_, i) => `turn${i}`);
  const pushes = ids.map(async (id) => {
    const push = [{ space: person.id, kind: 'memory', id, state: sealedAs(id, id) }];
    const { body } = await ask<SyncReply>(hub, 'sync', { key, body: { ...NOTHING_NEW, push } });
    return body.refused;
  });
  for (let i = 0; i < 10; i++) expect((await ask(hub, 'devices', { key })).status).toBe(200);
  over.resolve();
  await locking;
  expect((await Promise.all(pushes)).flat()).toEqual([]);
  await db.close();
});

test.skipIf(engines.length < 2)('a hub lets go of a PostgreSQL that falls silent', async () => {
  const { database } = await engines.at(-1)!.place();
  const db = await openPostgres(database!, () => {}, {}, { turnMs: 5000, answerMs: 3000 });
  await migrateHub(db);
  const pidOf = () =>
    db.asHub(async (query) => (await query<{ pid: number }>('select pg_backend_pid() as pid'))[0]!.pid);
  const pid = await pidOf();
  process.kill(pid, 'SIGSTOP');
  try {
    await expect(pidOf()).rejects.toThrow('The database connection broke');
    expect(await pidOf()).not.toBe(pid);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await db.close();
});

test.skipIf(engines.length < 2)('processes of a hub hear of each other at once', async () => {
  // Without a word the device would learn of it at the end of its time, which never comes here.
  limitsOf(NEVER);
  const place = await engines.at(-1)!.place();
  const [one, two] = [await openHubDb(place, () => {}), await openPostgres(place.database!, () => {})];
  const stop = new AbortController();
  const news = newsOf(one.words!.send);
  const here = testHub(one, { news });
  const there = testHub(two, { news: newsOf(two.words!.send) });
  const listening = new Promise<void>((resolve) => {
    void one.words!.listen((orgs) => {
      news.hear(orgs);
      resolve();
    }, stop.signal);
  });
  await listening;
  const ann = await paired(here, { org: 'acme', person: 'Ann' });
  const sync = () => ask<SyncReply>(here, 'sync', { key: ann.key, body: NOTHING_NEW });
  const { live } = (await sync()).body;
  const waiting = ask<LiveReply>(here, `live?after=${live}`, { key: ann.key });
  while (news.waiting() === 0) await new Promise(setImmediate);
  const body = { kind: 'team', name: 'crew' };
  expect((await ask<{ space: HubSpace }>(there, 'spaces', { key: ann.key, body })).status).toBe(200);
  expect((await waiting).body).toMatchObject({ moved: true });
  stop.abort();
  for (const db of [one, two]) await db.close();
});
